import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import { hasPermission, type Permission } from '../../base/permissions.ts';
import type { LiveEvent } from '../../contract/live.ts';
import type { LogLine } from '../../contract/workflows.ts';
import { sameRights, type Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import { plainNotGood, plainValues } from '../sites/facts.ts';
import { sees } from '../sites/visible.ts';
import type { IngestResult, Reading } from '../storage/storage.ts';
import type { RunRow } from '../workflows/row.ts';
import { Past, Ring } from './ring.ts';

/** The permission that a viewer needs for events of stations and readings: the same as to request them. */
const needed: Permission = 'station:data:view';
/** A company that no user has: only those who see every company are notified. */
export const ofSeveral = 0;
const perUser = 12;
const mostBuffered = 4 * 1024 * 1024;
const ringEvents = 2000;
/** Readings kept for streams that resume: hours of a fleet of thousands, and a bound when one sends all at once. */
const ringReadings = 50_000;
const readingsEvery = 250;
const stationsEvery = 1000;
const checkEvery = 250;
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

const message = (event: LiveEvent, id: string | null) =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const readingEvent = ({ stationId, reading }: Fresh): ReadingEvent => {
  const { sourceId, row, element, t, receivedAt, values, notGood } = reading;
  const event = { stationId, sourceId, row, element, t, receivedAt, values: plainValues(values) };
  return notGood === undefined ? event : { ...event, notGood: plainNotGood(notGood) };
};

/** What an event's own call needs besides. */
const ofOrders: Permission = 'device:parameter:view';
const ofRuns: Permission = 'device:workflow:view';
const ofAlarms: Permission = 'alarm:event:view';
const ofMaintenance: Permission = 'device:maintenance:view';

const concerns = (viewer: Viewer, { companyId, permission }: Pick<Past, 'companyId' | 'permission'>) =>
  sees(viewer, companyId) &&
  hasPermission(viewer.permissions, needed) &&
  hasPermission(viewer.permissions, permission);

/** The live streams of all consoles: readings at most four times a second, stations at most once. */
export class LiveHub {
  readonly #streams = new Set<Stream>();
  readonly #ring: Ring;
  readonly #readings = new Map<number, Fresh[]>();
  readonly #timers: NodeJS.Timeout[];
  /**
   * Stands behind the number of each event: ids of another process, or of this one before a restart, are never taken for
   * its own, so that a stream that moves here learns that it may have missed something.
   */
  readonly #name = randomBytes(4).toString('hex');
  #last: number;
  #checking = false;

  constructor(
    readonly board: Board,
    readonly now: () => number = Date.now,
  ) {
    this.#last = now();
    this.#ring = new Ring(ringEvents, ringReadings, this.#last);
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

  /** Id of the newest event: what changed before it is in whatever is read now. */
  get lastEventId(): string {
    return this.#idOf(this.#last);
  }

  #idOf(number: number): string {
    return `${number}.${this.#name}`;
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

  /** Notifies every console that stations were added, moved or taken out of use. */
  sitesChanged(): void {
    const event = message({ type: 'sites', at: this.now() }, null);
    for (const stream of this.#streams) this.#write(stream, event);
  }

  /** Notifies those who may see a station that its remarks changed. */
  remarksChanged(stationId: number): void {
    const companyId = this.board.companyOf(stationId);
    if (companyId !== null) this.#send(companyId, 1, () => ({ type: 'remarks', stationId }));
  }

  /** Notifies those who may see a station that initial values of its sensors changed. */
  baselinesChanged(stationId: number): void {
    const companyId = this.board.companyOf(stationId);
    if (companyId !== null) this.#send(companyId, 1, () => ({ type: 'baselines', stationId }));
  }

  /** Notifies the consoles of a company that folders of stations changed. */
  foldersChanged(companyId: number): void {
    this.#send(companyId, 1, () => ({ type: 'folders', companyId }));
  }

  /** Notifies the consoles of a company that schedules or their runs changed. */
  schedulesChanged(companyId: number): void {
    this.#send(companyId, 1, () => ({ type: 'schedules', companyId }));
  }

  /** @throws Refusal 429 when the user has as many streams as one may have */
  refuseFull(viewer: Viewer): void {
    const own = [...this.#streams].filter((stream) => stream.viewer.userId === viewer.userId);
    if (own.length >= perUser) throw new Refusal(429, 'api.streams');
  }

  /** Opens a stream on a raw response. `lastEventId` resumes it where the ring still reaches back to it. */
  open(
    viewer: Viewer,
    response: ServerResponse,
    lastEventId: string | undefined,
    stillAllowed: () => Promise<Viewer | null>,
  ): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    const stream = { viewer, response, stillAllowed };
    this.#streams.add(stream);
    response.on('close', () => this.#streams.delete(stream));
    const missed = this.#missed(viewer, lastEventId);
    // Also drops a reader that went while its session was looked up: no `close` would ever report it.
    const hello = message(
      { type: 'hello', at: this.now(), resumed: missed !== null },
      missed === null ? this.lastEventId : null,
    );
    this.#write(stream, hello + (missed ?? []).map((past) => past.text).join(''));
  }

  /** What consoles missed is not known: each opens its stream again, and asks for everything. */
  startAnew(): void {
    this.#last += ringEvents + 1;
    this.#ring.clear(this.#last);
    for (const stream of this.#streams) stream.response.end();
    this.#streams.clear();
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#streams) stream.response.end();
    this.#streams.clear();
  }

  /** What a viewer missed; null where that is unknown, or more than is sooner fetched anew. */
  #missed(viewer: Viewer, lastEventId: string | undefined): readonly Past[] | null {
    const [number, name] = lastEventId?.split('.') ?? [];
    if (name !== this.#name) return null;
    const past = this.#ring.after(number)?.filter((event) => concerns(viewer, event));
    const size = past?.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
    return past === undefined || size > mostBuffered / 4 ? null : past;
  }

  #write(stream: Stream, text: string): void {
    const { response } = stream;
    if (response.destroyed || response.writableLength > mostBuffered) this.#drop(stream);
    else response.write(text);
  }

  /** Ends a stream whose reader is gone, too slow, or no longer allowed. */
  #drop(stream: Stream): void {
    this.#streams.delete(stream);
    stream.response.destroy();
  }

  /** Notifies the consoles of a company of orders, parameters and plans. */
  tell(companyId: number, event: Extract<LiveEvent, { type: 'orders' | 'parameters' | 'plans' }>): void {
    this.#send(companyId, 'orders' in event ? event.orders.length : 1, () => event, ofOrders);
  }

  /** Sends lines that a run has logged. */
  logged(run: RunRow, lines: readonly LogLine[]): void {
    if (lines.length === 0) return;
    const sent = lines.map(({ line, at, kind, text }) => ({ line, at, kind, text }));
    this.tellOfRuns(run.company_id ?? ofSeveral, {
      type: 'runLog',
      runId: run.id,
      lines: sent,
      more: run.more,
    });
  }

  /** Notifies the consoles of a company of runs of scripts and what they log. */
  tellOfRuns(companyId: number, event: Extract<LiveEvent, { type: 'runs' | 'runLog' }>): void {
    const weight = event.type === 'runs' ? event.runs.length : event.lines.length;
    this.#send(companyId, weight, () => event, ofRuns);
  }

  /** Notifies the consoles of a company of alarms and their rules. */
  tellOfAlarms(companyId: number, event: Extract<LiveEvent, { type: 'alarms' | 'alarmRules' }>): void {
    this.#send(companyId, event.type === 'alarms' ? event.alarms.length : 1, () => event, ofAlarms);
  }

  /** Notifies the consoles of a company that what two persons sign, or sirens, have changed: what, is asked for. */
  tellOfSafety(companyId: number, type: 'joint' | 'sirens'): void {
    this.#send(companyId, 1, () => ({ type, companyId }));
  }

  /** Notifies the consoles of a company that messages were kept: they ask for the newest. Not repeated later. */
  tellOfMessages(companyId: number): void {
    const past = { companyId, permission: ofMaintenance };
    const event = message({ type: 'messages', companyId }, null);
    for (const stream of this.#streams) if (concerns(stream.viewer, past)) this.#write(stream, event);
  }

  /** Notifies the consoles of an account of news of its work: they ask for it. Not repeated later. */
  tellOfWork(userId: number): void {
    const event = message({ type: 'work', at: this.now() }, null);
    for (const stream of this.#streams) if (stream.viewer.userId === userId) this.#write(stream, event);
  }

  #send(companyId: number, weight: number, make: () => LiveEvent, permission = needed): void {
    this.#last += 1;
    const id = this.#last;
    const past = new Past(id, companyId, weight, () => message(make(), this.#idOf(id)), permission);
    this.#ring.push(past);
    for (const stream of this.#streams) if (concerns(stream.viewer, past)) this.#write(stream, past.text);
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
      this.#send(companyId, stations.length, () => ({ type: 'stations', stations }));
    }
  }

  #beat(): void {
    const beat = message({ type: 'beat', at: this.now() }, null);
    for (const stream of this.#streams) this.#write(stream, beat);
  }

  /**
   * Streams of sessions that ended, of disabled users and of changed roles end here (S15, S44); also where that
   * cannot be determined, since the console opens its stream again by itself.
   */
  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await Promise.all(
        [...this.#streams].map(async (stream) => {
          const now = await stream.stillAllowed().catch(() => null);
          if (now === null || !sameRights(now, stream.viewer)) this.#drop(stream);
        }),
      );
    } finally {
      this.#checking = false;
    }
  }
}
