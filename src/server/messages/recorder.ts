/** Keeps messages as they came: beside the way of readings, never in it (README.md). */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type DecodedMetric,
  type DeviceMessageKind,
  keptBody,
  type MessageProblem,
  type MessageWay,
} from '../../contract/messages.ts';
import type { MetricTable } from '../../protocol/metric-table.ts';
import type { RtuEntry } from '../gateway/directory.ts';
import type { TappedMessage, TappedRefusal, TrafficTap } from '../gateway/tap.ts';
import { startTimer, type WorkClock } from '../work/clock.ts';
import { decodeSparkplug } from './decode.ts';
import { isHeldBack, isWhole, kindOf } from './reasons.ts';
import type { MessageStoreRoom, WrittenMessage } from './store.ts';

/** Messages and bytes that wait to be written; of more the oldest are dropped (*assumed*: seconds of a busy fleet). */
export const waitingBounds = { messages: 4000, bytes: 16 * 1024 * 1024 } as const;
/** ms between two writings, and messages of one: a thousand a second at most. */
const every = 250;
const together = 250;
/** ms that reading what is written may hold up the loop at once. */
const longestTurn = 8;
const longestDetail = 200;
/** What the ids of reasons begin with. */
const prefix = 'messages.reason.';
const longestSender = 80;

/** What came, until it is written. */
interface Noted {
  readonly at: number;
  readonly entry: RtuEntry | undefined;
  readonly companyId: number | null;
  readonly sourceId: number | null;
  /** Of a source: the RTU that all of it is of. */
  readonly rtuId: number | null;
  readonly sender: string;
  readonly address: string;
  readonly isOut: boolean;
  readonly way: MessageWay;
  readonly kind: DeviceMessageKind;
  readonly topic: string;
  readonly qos: number | null;
  readonly bytes: Uint8Array;
  readonly device: string | null;
  table: MetricTable | undefined;
  /** Null: they are read of the bytes. */
  readonly metrics: readonly DecodedMetric[] | null;
  readings: number;
  problems: MessageProblem[] | null;
  isRefused: boolean;
}
type Note = Partial<Noted> & Pick<Noted, 'at' | 'sender' | 'way' | 'kind' | 'bytes'>;

/** A message of a source, or of a foreign device, with what became of it. */
export interface ReportedMessage {
  readonly at: number;
  readonly sender: string;
  /** One of both: whose it is. */
  readonly entry?: RtuEntry | undefined;
  readonly source?: { readonly id: number; readonly companyId: number; readonly rtuId: number | null };
  readonly way: MessageWay;
  readonly kind: DeviceMessageKind;
  readonly topic: string;
  readonly qos?: number | null;
  readonly address?: string;
  readonly bytes: Uint8Array;
  readonly metrics: readonly DecodedMetric[];
  readonly readings: number;
  readonly problems: readonly MessageProblem[];
  readonly isRefused: boolean;
}

export interface RecorderOptions {
  readonly store: MessageStoreRoom;
  /** The RTU of a serial number; undefined for one that is not registered. */
  readonly find: (sn: string) => RtuEntry | undefined;
  /** Company of a station; null where it is not known (yet). */
  readonly companyOf: (stationId: number) => number | null;
  /** Messages of these companies were written; 0 = of unknown senders. */
  readonly written: (companies: ReadonlySet<number>) => void;
  readonly failed: (error: unknown) => void;
  readonly after?: WorkClock['after'];
}

export class MessageRecorder implements TrafficTap {
  readonly #options: RecorderOptions;
  readonly #after: WorkClock['after'];
  #queue: Noted[] = [];
  #bytes = 0;
  #current: Noted | null = null;
  /** Company → how many were dropped, and when. */
  #dropped = new Map<number, { count: number; from: number; to: number }>();
  #forget: (() => void) | null = null;
  #isStarted = false;
  #isStopped = false;
  #hasFailed = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#after = options.after ?? startTimer;
  }

  /** Begins to write: companies of stations are known from now on. */
  start(): void {
    this.#isStarted = true;
    this.#wake();
  }

  begins({ topic, parsed, bytes, origin, at }: TappedMessage): void {
    const { node, device, type } = parsed;
    const entry = this.#options.find(node);
    this.#current = this.#noted({
      ...{ at, entry, sender: node, way: origin.way, kind: kindOf(type), topic, qos: origin.qos, bytes },
      device,
    });
  }

  flagged(reason: string, detail: string): void {
    const current = this.#current;
    if (current === null) return;
    current.problems ??= [];
    if (current.problems.length < 16)
      current.problems.push({
        id: `${prefix}${reason}`,
        params: { detail: detail.slice(0, longestDetail) },
      });
    if (isWhole(reason)) current.isRefused = true;
  }

  brought(readings: number): void {
    if (this.#current !== null) this.#current.readings += readings;
  }

  ends(table: MetricTable | undefined): void {
    const current = this.#current;
    this.#current = null;
    if (current === null) return;
    current.table = table;
    this.#push(current);
  }

  sent({ topic, parsed, bytes, at }: Omit<TappedMessage, 'origin'>, table: MetricTable | undefined): void {
    const { node, device } = parsed;
    const entry = this.#options.find(node);
    this.#push(
      this.#noted({
        ...{ at, entry, sender: node, way: 'mqtt', kind: 'order', topic, qos: 0, bytes, device, table },
        isOut: true,
      }),
    );
  }

  refused({ sn, isKnown, code, detail, address, way, at }: TappedRefusal): void {
    // Only who has shown its credential is who it says it is; what a stranger says is nobody's.
    const entry = sn !== null && isKnown ? this.#options.find(sn) : undefined;
    this.#push(
      this.#noted({
        ...{ at, entry, sender: sn ?? '', address, way, kind: 'refusal', bytes: new Uint8Array() },
        problems: [{ id: `messages.reason.${code}`, params: { detail } }],
        isRefused: true,
        metrics: [],
      }),
    );
  }

  /** Notes a message whose outcome is known already. */
  reported({ source, problems, ...message }: ReportedMessage): void {
    const bytes = message.bytes.subarray(0, keptBody);
    this.#push(
      this.#noted({
        ...message,
        bytes: source === undefined ? bytes : Uint8Array.from(bytes),
        ...{
          sourceId: source?.id ?? null,
          companyId: source?.companyId ?? null,
          rtuId: source?.rtuId ?? null,
        },
        problems: problems.length === 0 ? null : problems.slice(0, 16),
      }),
      message.bytes.length,
    );
  }

  #noted(note: Note): Noted {
    return {
      ...{
        entry: undefined,
        companyId: null,
        sourceId: null,
        rtuId: null,
        address: '',
        isOut: false,
        topic: '',
        qos: null,
      },
      ...{ device: null, table: undefined, metrics: null, readings: 0, problems: null, isRefused: false },
      ...note,
    };
  }

  readonly #sizes = new WeakMap<Noted, number>();

  #push(noted: Noted, size = noted.bytes.length): void {
    if (this.#isStopped) return;
    if (size !== noted.bytes.length) this.#sizes.set(noted, size);
    this.#queue.push(noted);
    this.#bytes += noted.bytes.length;
    if (this.#queue.length > waitingBounds.messages || this.#bytes > waitingBounds.bytes) this.#dropOldest();
    this.#wake();
  }

  /** A tenth goes at once, so that a flood does not move the whole queue for each message. */
  #dropOldest(): void {
    const gone = this.#queue.splice(0, Math.max(1, Math.floor(this.#queue.length / 10)));
    for (const noted of gone) {
      this.#bytes -= noted.bytes.length;
      const company = this.#companyOf(noted);
      const known = this.#dropped.get(company);
      if (known === undefined) this.#dropped.set(company, { count: 1, from: noted.at, to: noted.at });
      else {
        known.count += 1;
        known.to = noted.at;
      }
    }
  }

  #companyOf({ companyId, entry }: Noted): number {
    return companyId ?? (entry === undefined ? 0 : (this.#options.companyOf(entry.stationId) ?? 0));
  }

  #wake(): void {
    if (!this.#isStarted || this.#isStopped) return;
    this.#forget ??= this.#after(every, () => {
      this.#forget = null;
      void this.flush();
    });
  }

  /** Writes what waits, some hundreds at most. What cannot be written waits on, up to the bounds. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes all that waits. */
  async settle(): Promise<void> {
    do await this.flush();
    while (this.#queue.length > 0 && !this.#hasFailed);
  }

  async #write(): Promise<void> {
    if (this.#queue.length + this.#dropped.size === 0) return;
    const noted = this.#queue.splice(0, together);
    for (const { bytes } of noted) this.#bytes -= bytes.length;
    const dropped = this.#dropped;
    this.#dropped = new Map();
    try {
      const written: WrittenMessage[] = [];
      let since = performance.now();
      for (const one of noted) {
        written.push(this.#read(one));
        if (performance.now() - since < longestTurn) continue;
        await turn();
        since = performance.now();
      }
      await this.#options.store.write(written, dropped);
      this.#hasFailed = false;
      this.#options.written(new Set(written.map(({ companyId }) => companyId)));
    } catch (error) {
      this.#queue.unshift(...noted);
      for (const { bytes } of noted) this.#bytes += bytes.length;
      for (const [company, one] of dropped) {
        const since = this.#dropped.get(company);
        const { count = 0, to = one.to } = since ?? {};
        this.#dropped.set(company, { count: one.count + count, from: one.from, to });
      }
      if (this.#queue.length > waitingBounds.messages || this.#bytes > waitingBounds.bytes)
        this.#dropOldest();
      // Said once: a storage that refuses refuses for a while.
      if (!this.#hasFailed) this.#options.failed(error);
      this.#hasFailed = true;
    }
    if (this.#queue.length > 0) this.#wake();
  }

  #read(noted: Noted): WrittenMessage {
    const { bytes, entry, device, table, isOut, problems, readings, kind } = noted;
    const decoded =
      noted.metrics === null
        ? decodeSparkplug(bytes, { entry, device, table, isOut })
        : { metrics: noted.metrics, isSecret: false };
    const isFlawed = problems !== null;
    // Data of which nothing could be stored is refused as a whole.
    const isRefused =
      noted.isRefused || (isFlawed && kind === 'data' && readings === 0 && !isWaiting(problems));
    return {
      ...{
        at: noted.at,
        companyId: this.#companyOf(noted),
        rtuId: entry?.id ?? noted.rtuId,
        sourceId: noted.sourceId,
      },
      ...{
        sender: noted.sender.slice(0, longestSender),
        address: noted.address,
        isOut,
        way: noted.way,
        kind,
      },
      ...{ topic: noted.topic.slice(0, 300), qos: noted.qos, bytes: this.#sizes.get(noted) ?? bytes.length },
      level: isRefused ? 2 : isFlawed ? 1 : 0,
      readings,
      isSecret: decoded.isSecret,
      problems: problems ?? [],
      metrics: decoded.metrics,
      body: decoded.isSecret ? null : bytes.subarray(0, keptBody),
    };
  }

  /** Writes what waits, once, and takes nothing more. */
  async stop(): Promise<void> {
    this.#forget?.();
    this.#isStopped = true;
    if (this.#isStarted) await this.settle();
  }
}

const isWaiting = (problems: readonly MessageProblem[]) =>
  problems.some(({ id }) => isHeldBack(id.slice(prefix.length)));
