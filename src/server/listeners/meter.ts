/** What passes a listener, by minute, for a day. In memory; `kept-traffic` writes it down. */

const minute = 60_000;
/** Minutes that are kept: a day. */
export const minutesKept = 1440;
const minutesOfHour = 60;

export interface Traffic {
  /** Connections that stand open now. */
  readonly open: number;
  /** Connections that were let in within the last 24 hours. */
  readonly connectionsDay: number;
  readonly messagesHour: number;
  readonly messagesDay: number;
  readonly bytesHour: number;
  readonly bytesDay: number;
}

/** What passed in a minute, which is counted from 1970 on. */
export interface MinuteCount {
  readonly minute: number;
  readonly connections: number;
  readonly messages: number;
  readonly bytes: number;
}

/**
 * Counts connections, messages and bytes. The last hour is the last 60 minutes, the running one included; the last day
 * 1440 of them.
 */
export class TrafficMeter {
  readonly #now: () => number;
  /** The minute that each place is of. */
  readonly #minutes = new Float64Array(minutesKept).fill(-1);
  readonly #connections = new Float64Array(minutesKept);
  readonly #messages = new Float64Array(minutesKept);
  readonly #bytes = new Float64Array(minutesKept);
  /** What was not written down yet, by minute. */
  #unwritten = new Map<number, MinuteCount>();
  #open = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A connection was let in. Answers what is to be called when it ends; more than once does no harm. */
  connected(): () => void {
    this.#count({ minute: this.#minute(), connections: 1, messages: 0, bytes: 0 });
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
    };
  }

  took(messages: number, bytes: number): void {
    this.#count({ minute: this.#minute(), connections: 0, messages, bytes });
  }

  read(): Traffic {
    const now = this.#minute();
    const sum = (counts: Float64Array, minutes: number) =>
      counts.reduce((total, count, place) => {
        const age = now - (this.#minutes[place] ?? -1);
        return age >= 0 && age < minutes ? total + count : total;
      }, 0);
    return {
      open: this.#open,
      connectionsDay: sum(this.#connections, minutesKept),
      messagesHour: sum(this.#messages, minutesOfHour),
      messagesDay: sum(this.#messages, minutesKept),
      bytesHour: sum(this.#bytes, minutesOfHour),
      bytesDay: sum(this.#bytes, minutesKept),
    };
  }

  /** Adds what a process before this one counted. */
  add(counts: readonly MinuteCount[]): void {
    for (const count of counts) this.#add(count);
  }

  /** What was counted since the last call. */
  takeUnwritten(): readonly MinuteCount[] {
    const counts = [...this.#unwritten.values()];
    this.#unwritten = new Map();
    return counts;
  }

  /** It could not be written down: it comes with the next call. */
  giveBack(count: MinuteCount): void {
    const since = this.#unwritten.get(count.minute);
    this.#unwritten.set(count.minute, since === undefined ? count : sumOf(since, count));
  }

  #count(count: MinuteCount): void {
    this.#add(count);
    this.giveBack(count);
  }

  #add({ minute: of, connections, messages, bytes }: MinuteCount): void {
    const place = ((of % minutesKept) + minutesKept) % minutesKept;
    // A place that was an earlier day's begins at 0.
    if (this.#minutes[place] !== of) {
      this.#minutes[place] = of;
      this.#connections[place] = 0;
      this.#messages[place] = 0;
      this.#bytes[place] = 0;
    }
    this.#connections[place] = (this.#connections[place] ?? 0) + connections;
    this.#messages[place] = (this.#messages[place] ?? 0) + messages;
    this.#bytes[place] = (this.#bytes[place] ?? 0) + bytes;
  }

  #minute(): number {
    return Math.floor(this.#now() / minute);
  }
}

const sumOf = (one: MinuteCount, other: MinuteCount): MinuteCount => ({
  minute: one.minute,
  connections: one.connections + other.connections,
  messages: one.messages + other.messages,
  bytes: one.bytes + other.bytes,
});
