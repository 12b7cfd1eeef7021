import type { ServerResponse } from 'node:http';
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { LiveEvent } from '../../contract/live.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import { plainValues } from '../sites/facts.ts';
import { sees } from '../sites/visible.ts';
import type { IngestResult, Reading } from '../storage/storage.ts';

const perUser = 12;
const mostBuffered = 4 * 1024 * 1024;
const ringSize = 2000;
/** Readings kept for streams that resume: hours of a fleet of thousands, and a bound when one sends all at once. */
const ringReadings = 50_000;
const readingsEvery = 250;
const stationsEvery = 1000;
const checkEvery = 400;
const beatEvery = 15_000;

type ReadingEvent = Extract<LiveEvent, { type: 'readings' }>['readings'][number];
interface Fresh {
  readonly stationId: number;
  readonly reading: Reading;
}
interface Stream {
  readonly viewer: Viewer;
  readonly response: ServerResponse;
  readonly stillAllowed: () => Promise<Viewer | null>;
}

const message = (event: LiveEvent, id: number | null) =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const readingEvent = ({ stationId, reading }: Fresh): ReadingEvent => {
  const { sourceId, row, element, t, receivedAt, values } = reading;
  return { stationId, sourceId, row, element, t, receivedAt, values: plainValues(values) };
};

/** An event that was sent, or would have been: its text is written when the first stream asks for it. */
class Past {
  #text: string | null = null;
  #make: (() => LiveEvent) | null;

  constructor(
    readonly id: number,
    readonly companyId: number,
    /** Readings inside. */
    readonly weight: number,
    make: () => LiveEvent,
  ) {
    this.#make = make;
  }

  get text(): string {
    if (this.#make !== null) this.#text = message(this.#make(), this.id);
    this.#make = null;
    return this.#text ?? '';
  }
}

/** The live streams of all consoles: readings at most four times a second, stations at most once. */
export class LiveHub {
  readonly #streams = new Set<Stream>();
  readonly #ring: Past[] = [];
  #weight = 0;
  readonly #readings = new Map<number, Fresh[]>();
  readonly #timers: NodeJS.Timeout[];
  #last: number;

  constructor(
    readonly board: Board,
    readonly now: () => number = Date.now,
  ) {
    // Ids go on after a restart, so that an id of before is never taken for one of now.
    this.#last = now();
    this.#timers = [
      setInterval(() => this.#sendReadings(), readingsEvery),
      setInterval(() => this.#sendStations(), stationsEvery),
      setInterval(() => void this.#check(), checkEvery),
      setInterval(() => this.#beat(), beatEvery),
    ];
  }

  /** Streams open now. */
  get count(): number {
    return this.#streams.size;
  }

  /** Takes in a committed batch. */
  stored(result: IngestResult): void {
    const stations = this.board.stored(result.newest);
    result.newest.forEach((reading, index) => {
      const stationId = stations[index];
      const companyId = stationId == null ? null : this.board.companyOf(stationId);
      if (stationId == null || companyId === null) return;
      const list = this.#readings.get(companyId) ?? [];
      if (list.length === 0) this.#readings.set(companyId, list);
      list.push({ stationId, reading });
    });
  }

  /**
   * Opens a stream on a raw response. `lastEventId` resumes it where the ring still reaches back to it.
   * @throws Refusal 429 when the user has too many streams
   */
  open(
    viewer: Viewer,
    response: ServerResponse,
    lastEventId: string | undefined,
    stillAllowed: () => Promise<Viewer | null>,
  ): void {
    const own = [...this.#streams].filter((stream) => stream.viewer.userId === viewer.userId);
    if (own.length >= perUser) throw new Refusal(429, 'api.streams');
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    const stream = { viewer, response, stillAllowed };
    const from = this.#ring.findIndex((past) => String(past.id) === lastEventId);
    response.write(message({ type: 'hello', at: this.now(), resumed: from >= 0 }, null));
    if (from >= 0) {
      for (const past of this.#ring.slice(from + 1)) {
        if (sees(viewer, past.companyId)) this.#write(stream, past.text);
      }
    }
    this.#streams.add(stream);
    response.on('close', () => this.#streams.delete(stream));
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#streams) stream.response.end();
    this.#streams.clear();
  }

  #write(stream: Stream, text: string): void {
    const { response } = stream;
    if (response.writableLength > mostBuffered) this.#drop(stream);
    else response.write(text);
  }

  /** Ends a stream whose reader is too slow, or no longer allowed. */
  #drop(stream: Stream): void {
    this.#streams.delete(stream);
    stream.response.destroy();
  }

  #send(companyId: number, weight: number, make: () => LiveEvent): void {
    this.#last += 1;
    const past = new Past(this.#last, companyId, weight, make);
    this.#ring.push(past);
    this.#weight += weight;
    let gone = 0;
    while (this.#ring.length - gone > ringSize || this.#weight > ringReadings) {
      const oldest = this.#ring[gone];
      if (oldest === undefined) break;
      this.#weight -= oldest.weight;
      gone += 1;
    }
    if (gone > 0) this.#ring.splice(0, gone);
    for (const stream of this.#streams) if (sees(stream.viewer, companyId)) this.#write(stream, past.text);
  }

  #sendReadings(): void {
    for (const [companyId, readings] of this.#readings) {
      this.#send(companyId, readings.length, () => ({
        type: 'readings',
        readings: readings.map(readingEvent),
      }));
    }
    this.#readings.clear();
  }

  #sendStations(): void {
    const byCompany = groupBy(this.board.takeChanged(), (change) => change.companyId);
    for (const [companyId, changes] of byCompany) {
      const stations = changes.map((change) => change.summary);
      this.#send(companyId, 0, () => ({ type: 'stations', stations }));
    }
  }

  #beat(): void {
    for (const { response } of this.#streams) response.write(message({ type: 'beat', at: this.now() }, null));
  }

  /** Streams of sessions that ended, of disabled users and of changed roles end here (S15, S44). */
  async #check(): Promise<void> {
    for (const stream of this.#streams) {
      const now = await stream.stillAllowed().catch(() => stream.viewer);
      const same =
        now !== null &&
        now.roleId === stream.viewer.roleId &&
        now.companyId === stream.viewer.companyId &&
        now.permissions.length === stream.viewer.permissions.length;
      if (!same) this.#drop(stream);
    }
  }
}
