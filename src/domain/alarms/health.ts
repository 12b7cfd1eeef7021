/** Figures by which an alarm system is judged (ISA-18.2 practice). Pure: times in, counts out. */

const minute = 60_000;
/** Alarms per operator and day: what is aimed at, and what can just be managed. */
export const targetPerDay = 144;
export const manageablePerDay = 288;
/** A flood: more than so many announcements … */
export const floodAbove = 10;
/** … within so long, ms; */
export const floodWindow = 10 * minute;
/** it is over when fewer than so many are left within that time. */
export const floodEnd = 5;
/** An instance chatters that raises so often … */
export const chatterFrom = 3;
/** … within so long, ms. */
export const chatterWindow = 24 * 60 * minute;
/** An alarm that is open for longer, ms, is standing. */
export const standingAfter = 24 * 60 * minute;

export interface Busiest {
  readonly count: number;
  /** Of the last one within it. */
  readonly at: number;
}

/** Most moments that lie within a window, from the first (with it) to less than `span` ms later; of several the last. Times ascending. */
export function busiest(times: readonly number[], span: number): Busiest | null {
  let best: Busiest | null = null;
  let first = 0;
  for (const [index, at] of times.entries()) {
    while (at - (times[first] ?? at) >= span) first += 1;
    const count = index - first + 1;
    if (best === null || count >= best.count) best = { count, at };
  }
  return best;
}

export interface Flood {
  /** The announcement that made it one. */
  readonly from: number;
  /** null = it goes on. */
  readonly to: number | null;
  /** Announcements from the first of the window that made it one to its end. */
  readonly count: number;
  /** Most within the window. */
  readonly peak: number;
}

/** Floods among announcements, oldest first. Times ascending, none after `now`. */
export function floodsIn(times: readonly number[], now: number): readonly Flood[] {
  const found: Flood[] = [];
  let first = 0;
  let open = null as { from: number; begun: number; peak: number } | null;
  /** When fewer than `floodEnd` of those up to `last` are left. */
  const drained = (last: number) => (times[last - floodEnd + 1] ?? Number.NEGATIVE_INFINITY) + floodWindow;
  const close = (to: number | null, last: number) => {
    if (open !== null) found.push({ from: open.from, to, count: last - open.begun + 1, peak: open.peak });
    open = null;
  };
  for (const [index, at] of times.entries()) {
    if (open !== null && drained(index - 1) < at) close(drained(index - 1), index - 1);
    while (at - (times[first] ?? at) >= floodWindow) first += 1;
    const count = index - first + 1;
    if (open !== null) open.peak = Math.max(open.peak, count);
    else if (count > floodAbove) open = { from: at, begun: first, peak: count };
  }
  const last = times.length - 1;
  if (open !== null) close(drained(last) <= now ? drained(last) : null, last);
  return found;
}

/** The value that a share of the values does not exceed, by nearest rank; null for none. Values ascending. */
export function quantile(values: readonly number[], share: number): number | null {
  const rank = Math.max(1, Math.ceil(share * values.length - 1e-9));
  return values[rank - 1] ?? null;
}

/** What an alarm's timeline says of its answers, in the order in which it was known. */
export interface AnswerLine {
  readonly type: string;
  readonly at: number;
}

/** Lines that ask somebody: the alarm was raised, rose, could not be watched, or came back from its shelf. */
export const announcing: readonly string[] = ['raise', 'rise', 'blind', 'anew'];

export interface AnsweredWait {
  /** Of the acknowledgement. */
  readonly at: number;
  /** Since the announcement, ms. */
  readonly wait: number;
}

/**
 * How long each announcement of an alarm waited until it was acknowledged: a level up while one waits is part of the
 * same. `waiting`: the last is not answered. An acknowledgement that was taken back answers nothing.
 */
export function answerTimes(lines: readonly AnswerLine[]): {
  readonly answers: readonly AnsweredWait[];
  readonly waiting: boolean;
} {
  const answers: AnsweredWait[] = [];
  let asked: number | null = null;
  let before: number | null = null;
  for (const { type, at } of lines) {
    if (announcing.includes(type)) asked ??= at;
    else if (type === 'acknowledge' && asked !== null) {
      answers.push({ at, wait: Math.max(0, at - asked) });
      before = asked;
      asked = null;
    } else if (type === 'undo' && before !== null && asked === null) {
      answers.pop();
      asked = before;
      before = null;
    }
  }
  return { answers, waiting: asked !== null };
}
