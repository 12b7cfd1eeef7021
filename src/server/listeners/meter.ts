/** What passes a listener, by minute, for a day. In memory: it begins anew with the process. */

const minute = 60_000;
const minutesOfDay = 1440;
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

/**
 * Counts connections, messages and bytes. The last hour is the last 60 minutes, the running one included; the last day
 * 1440 of them.
 */
export class TrafficMeter {
  readonly #now: () => number;
  /** The minute that each place is of. */
  readonly #minutes = new Float64Array(minutesOfDay).fill(-1);
  readonly #connections = new Float64Array(minutesOfDay);
  readonly #messages = new Float64Array(minutesOfDay);
  readonly #bytes = new Float64Array(minutesOfDay);
  #open = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A connection was let in. Answers what is to be called when it ends; more than once does no harm. */
  connected(): () => void {
    this.#connections[this.#place()] = (this.#connections[this.#place()] ?? 0) + 1;
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
    };
  }

  took(messages: number, bytes: number): void {
    const place = this.#place();
    this.#messages[place] = (this.#messages[place] ?? 0) + messages;
    this.#bytes[place] = (this.#bytes[place] ?? 0) + bytes;
  }

  read(): Traffic {
    const now = Math.floor(this.#now() / minute);
    const sum = (counts: Float64Array, minutes: number) =>
      counts.reduce((total, count, place) => {
        const age = now - (this.#minutes[place] ?? -1);
        return age >= 0 && age < minutes ? total + count : total;
      }, 0);
    return {
      open: this.#open,
      connectionsDay: sum(this.#connections, minutesOfDay),
      messagesHour: sum(this.#messages, minutesOfHour),
      messagesDay: sum(this.#messages, minutesOfDay),
      bytesHour: sum(this.#bytes, minutesOfHour),
      bytesDay: sum(this.#bytes, minutesOfDay),
    };
  }

  /** Where the running minute is counted. A place that was an earlier day's begins at 0. */
  #place(): number {
    const now = Math.floor(this.#now() / minute);
    const place = ((now % minutesOfDay) + minutesOfDay) % minutesOfDay;
    if (this.#minutes[place] !== now) {
      this.#minutes[place] = now;
      this.#connections[place] = 0;
      this.#messages[place] = 0;
      this.#bytes[place] = 0;
    }
    return place;
  }
}
