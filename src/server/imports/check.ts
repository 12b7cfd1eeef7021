/** The whole of a file is looked at before anything is made of it. */
import { Refusal } from '../../base/errors.ts';
import type { Reading } from '../storage/storage.ts';
import type { Encoding } from './encoding.ts';
import type { Mapping } from './mapping.ts';
import type { SensorPlan } from './plan.ts';
import { type BadReason, type BadRow, type Compiled, type RecordedLine, readRecording } from './recording.ts';

/** Bad rows that are kept to be listed; all are counted. */
const badKept = 1000;
/** Rows of a preview. */
const previewed = 10;

/** What a file would give. */
export interface Check {
  /** Lines below the header that are not empty. */
  readonly lines: number;
  /** Lines of which nothing could be taken, also those that hold no values. */
  readonly rejected: number;
  /** Lines of which something was refused: not those whose values are all missing. */
  readonly refused: number;
  /** Everything that was wrong, counted by reason, and the first 1,000 by line. */
  readonly badCounts: Readonly<Partial<Record<BadReason, number>>>;
  readonly bad: readonly BadRow[];
  readonly plans: readonly SensorPlan[];
  /** By plan: how many readings, and the first and last time of them. */
  readonly spans: readonly { readonly count: number; readonly from: number; readonly to: number }[];
  readonly preview: readonly { readonly line: number; readonly plan: number; readonly reading: Preview }[];
}
export type Preview = Pick<Reading, 'row' | 'element' | 't' | 'values'>;

class Tally {
  lines = 0;
  rejected = 0;
  refused = 0;
  width = 0;
  readonly badCounts: Partial<Record<BadReason, number>> = {};
  readonly bad: BadRow[] = [];
  readonly preview: Check['preview'][number][] = [];
  readonly #spans = new Map<number, { count: number; from: number; to: number }>();
  /** Numbers of each plan's channels, and those that the channel cannot be. */
  readonly #numbers = new Map<string, { all: number; outside: number }>();

  add(line: RecordedLine, compiled: Compiled): void {
    this.lines += 1;
    this.width = Math.max(this.width, line.width);
    for (const entry of line.bad) {
      this.badCounts[entry.reason] = (this.badCounts[entry.reason] ?? 0) + 1;
      if (this.bad.length < badKept) this.bad.push(entry);
    }
    if (line.readings.length === 0) this.rejected += 1;
    if (line.bad.some(({ reason }) => reason !== 'empty')) this.refused += 1;
    for (const { plan, reading } of line.readings) {
      if (this.preview.length < previewed) this.preview.push({ line: line.number, plan, reading });
      const span = this.#spans.get(plan) ?? { count: 0, from: reading.t, to: reading.t };
      this.#spans.set(plan, span);
      span.count += 1;
      span.from = Math.min(span.from, reading.t);
      span.to = Math.max(span.to, reading.t);
      for (const { channel, range, constant } of compiled.plans[plan]?.channels ?? []) {
        const value = reading.values[channel];
        if (range === null || constant || typeof value !== 'number') continue;
        const key = `${plan}/${channel}`;
        const numbers = this.#numbers.get(key) ?? { all: 0, outside: 0 };
        this.#numbers.set(key, numbers);
        numbers.all += 1;
        if (value < range[0] || value > range[1]) numbers.outside += 1;
      }
    }
  }

  spans(plans: readonly SensorPlan[]): Check['spans'] {
    return plans.map((_, plan) => this.#spans.get(plan) ?? { count: 0, from: 0, to: 0 });
  }

  /** @throws Refusal 422 for a column most of whose numbers the channel cannot be */
  refuseImplausible(plans: readonly SensorPlan[]): void {
    for (const [index, plan] of plans.entries()) {
      for (const { channel, columns, range, unit } of plan.channels) {
        const { all, outside } = this.#numbers.get(`${index}/${channel}`) ?? { all: 0, outside: 0 };
        if (range === null || outside * 2 < all || outside === 0) continue;
        const [least, most] = range;
        const params = {
          channel,
          column: columns.join(', '),
          count: outside,
          all,
          least,
          most,
          unit: unit ?? '',
        };
        throw new Refusal(422, 'import.check.implausible', params, `sensors.${index}.channels.${channel}`);
      }
    }
  }
}

/** @throws Refusal 400 for a column that no line of the file has */
function refuseColumns({ plans, time }: Compiled, width: number): void {
  const needed = [
    ...time.columns,
    ...plans.flatMap(({ channels }) => channels.flatMap(({ columns }) => columns)),
  ];
  const beyond = needed.find((column) => column >= width);
  if (beyond !== undefined) {
    throw new Refusal(400, 'import.mapping.columnNumber', { column: beyond, last: width - 1 });
  }
}

/**
 * Reads a whole file by a mapping and keeps nothing of it. `latest`: times after it are none of a recording.
 * @throws Refusal 400 and 422 where the mapping does not fit the file: a column that there is not, numbers in
 * hexadecimal, a column that holds something else than its channel
 */
export async function checkRecording(
  file: string,
  mapping: Mapping,
  encoding: Encoding,
  latest: number,
): Promise<Check> {
  const tally = new Tally();
  const found: { compiled: Compiled | null } = { compiled: null };
  const onCompiled = (made: Compiled) => {
    found.compiled = made;
  };
  for await (const line of readRecording(file, mapping, encoding, { latest, onCompiled })) {
    if (found.compiled !== null) tally.add(line, found.compiled);
  }
  const { compiled } = found;
  if (compiled === null || tally.lines === 0) throw new Refusal(422, 'import.check.nothing', { file });
  refuseColumns(compiled, tally.width);
  const hex = tally.bad.find(({ reason }) => reason === 'hexNumber');
  if (hex !== undefined) {
    throw new Refusal(422, 'import.check.hex', { line: hex.line, channel: hex.channel, cell: hex.detail });
  }
  tally.refuseImplausible(compiled.plans);
  const { lines, rejected, refused, badCounts, bad, preview } = tally;
  const spans = tally.spans(compiled.plans);
  return { lines, rejected, refused, badCounts, bad, preview, plans: compiled.plans, spans };
}

/** @throws Refusal 422, with the check as its data, where more than a share (in per cent) of the lines is refused */
export function refuseShare(check: Check, limit: number): void {
  const { lines, refused } = check;
  const percent = (refused / lines) * 100;
  if (percent <= limit) return;
  const shown = Math.ceil(percent * 10) / 10;
  throw new Refusal(422, 'import.check.share', { refused, lines, percent: shown, limit }, undefined, check);
}
