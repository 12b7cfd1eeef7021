/** Takes messages in: by whatever way they came, read by the source's mapping, stored, counted, answered row by row. */
import { Refusal } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import type { DecodedMetric, MessageProblem } from '../../contract/messages.ts';
import type { RecordedLine } from '../imports/recording.ts';
import type { IngestResult, Reading, Storage } from '../storage/storage.ts';
import type { Message } from './message.ts';
import { MessageReader } from './reader.ts';
import type { SourceEntry } from './source.ts';
import { StreamRuns } from './stream-runs.ts';
import { type Stored, StreamStore } from './stream-store.ts';
import type { SourceTally } from './tally.ts';
import { type PlanTarget, TargetBook } from './targets.ts';

/** Something of a row that was not taken: a message id with what it says, and the channel concerned. */
export interface IntakeProblem {
  readonly messageId: MessageId;
  readonly params: Refusal['params'];
  readonly channel: string;
}
export type RowOutcome = 'stored' | 'filled' | 'known' | 'refused';
/** What became of one row of a message; the best of its readings counts. */
export interface RowResult {
  /** Line of a text, or place in a JSON list, from 1. */
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly problems: readonly IntakeProblem[];
}
/** What became of a message. */
export interface Taken {
  readonly rows: readonly RowResult[];
  /** Readings by what became of them. */
  readonly stored: number;
  readonly filled: number;
  readonly known: number;
  /** Values that differ from stored ones. */
  readonly conflicts: number;
}

export interface IntakeOptions {
  readonly storage: Storage;
  readonly tally: SourceTally;
  /** After each commit. */
  readonly stored: (batch: readonly Reading[], result: IngestResult) => void;
  /** RTUs were heard of, by another way than their own. */
  readonly heard: (rtuIds: ReadonlySet<number>, at: number) => void;
  /** Is notified of each message, and what became of it. */
  readonly reported?: ((message: SourceMessageReport) => void) | undefined;
}

/** A message of a source with what became of it. */
export interface SourceMessageReport {
  readonly source: SourceEntry;
  /** Null: it was refused before it was read. */
  readonly message: Message | null;
  readonly at: number;
  /** Readings as the mapping reads them, with the sensor that it names. */
  readonly metrics: readonly DecodedMetric[];
  readonly readings: number;
  /** The RTU that all of it is of; null where there are several. */
  readonly rtuId: number | null;
  readonly problems: readonly MessageProblem[];
  readonly isRefused: boolean;
}

/** Metrics of one message that are reported. */
const mostReported = 200;

interface Part {
  readonly line: RecordedLine;
  readonly problems: IntakeProblem[];
  /** Places of its readings in the batch. */
  readonly places: number[];
}

export class Intake {
  readonly #options: IntakeOptions;
  readonly #targets: TargetBook;
  readonly #runs: StreamRuns;
  /** By source and version of its mapping. */
  readonly #readers = new Map<string, MessageReader>();
  readonly #stores = new Map<number, StreamStore>();

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#targets = new TargetBook(options.storage.db);
    this.#runs = new StreamRuns(options.storage);
  }

  /** Sites have changed: sensors are looked up again. */
  sitesChanged(): void {
    this.#targets.forget();
  }

  /**
   * Takes a message of a source that was admitted. Committed on return.
   * @throws Refusal 409 where the source is paused or has no mapping yet, 422 where the message cannot be read, or does not
   * fit the mapping; StorageProblem where it cannot be stored. What was refused is counted and kept.
   */
  async take(source: SourceEntry, message: Message): Promise<Taken> {
    const { tally } = this.#options;
    try {
      const taken = await this.#take(source, message);
      const isTaken = taken.rows.some(({ outcome }) => outcome !== 'refused');
      this.#keep(source, message, isTaken ? 200 : 422);
      return taken;
    } catch (error) {
      if (error instanceof Refusal) {
        this.#keep(source, message, error.status);
        this.#refused(source, message, error, message.receivedAt);
        tally.count(source.id, {
          at: message.receivedAt,
          stored: 0,
          known: 0,
          rejected: 1,
          refused: [refusedOf(error)],
        });
      }
      throw error;
    }
  }

  /** Counts a refusal before the message was read. */
  refuse(source: SourceEntry, refusal: Refusal, at: number): void {
    this.#refused(source, null, refusal, at);
    this.#options.tally.count(source.id, {
      at,
      stored: 0,
      known: 0,
      rejected: 1,
      refused: [refusedOf(refusal)],
    });
  }

  #refused(source: SourceEntry, message: Message | null, { messageId, params }: Refusal, at: number): void {
    this.#options.reported?.({
      ...{ source, message, at, metrics: [], readings: 0, rtuId: null, isRefused: true },
      problems: [{ id: messageId, params }],
    });
  }

  #report(source: SourceEntry, message: Message, parts: readonly Part[], heard: ReadonlySet<number>): void {
    const { reported } = this.#options;
    if (reported === undefined) return;
    const sensors = source.mapping?.mapping.sensors ?? [];
    const metrics: DecodedMetric[] = [];
    for (const { line } of parts) {
      if (metrics.length >= mostReported) break;
      for (const { plan, reading } of line.readings) {
        const sensor = sensors[plan];
        for (const [channel, value] of Object.entries(reading.values)) {
          const own: unknown = sensor?.channels[channel];
          const column =
            typeof own === 'object' && own !== null && 'column' in own ? String(own.column) : channel;
          const place = {
            slot: String(sensor?.slot ?? ''),
            element: reading.element,
            kind: null,
            row: reading.row,
          };
          metrics.push({
            ...{ name: column.slice(0, 200), ...place, channel, t: reading.t },
            value: value instanceof Uint8Array ? null : value,
          });
        }
      }
    }
    const [rtuId = null, ...others] = heard;
    const problems = parts.flatMap((part) => part.problems);
    reported({
      ...{ source, message, at: message.receivedAt, metrics: metrics.slice(0, mostReported) },
      readings: parts.reduce((sum, { places }) => sum + places.length, 0),
      rtuId: others.length === 0 ? rtuId : null,
      problems: problems.map(({ messageId, params }) => ({ id: messageId, params })),
      isRefused: parts.every(({ places }) => places.length === 0),
    });
  }

  #keep(source: SourceEntry, { body, name, receivedAt, topic }: Message, status: number): void {
    this.#options.tally.keep(source.id, { at: receivedAt, name: topic ?? name, status, body });
  }

  async #take(source: SourceEntry, message: Message): Promise<Taken> {
    if (source.isPaused) throw new Refusal(409, 'sources.paused');
    const { mapping } = source;
    if (mapping === null) throw new Refusal(409, 'sources.noMapping');
    const lines = this.#reader(source).read(message);
    if (lines.length === 0) throw new Refusal(422, 'sources.empty');
    const targets = await this.#targets.of(source);
    const readings: Reading[] = [];
    const heard = new Set<number>();
    const newest = lines.reduce((most, { readings: [first] }) => Math.max(most, first?.reading.t ?? 0), 0);
    const parts = lines.map((line): Part => {
      const problems = line.bad.map<IntakeProblem>(({ reason, detail, channel }) => ({
        messageId: `import.reason.${reason}` as const,
        params: { detail, channel, zone: mapping.mapping.timeZone },
        channel,
      }));
      const part: Part = { line, problems, places: [] };
      for (const { plan, reading } of line.readings) {
        const target: PlanTarget | undefined = targets[plan];
        if (target === undefined) continue;
        if ('refusal' in target) {
          const { messageId, params } = target.refusal;
          problems.push({ messageId, params, channel: '' });
          continue;
        }
        heard.add(target.rtuId);
        part.places.push(readings.length);
        const historical = reading.t < newest;
        const receivedAt = message.isRecording === true ? reading.t : message.receivedAt;
        readings.push({ ...reading, historical, sourceId: target.sourceId, receivedAt });
      }
      return part;
    });
    const first = targets.find((target) => 'stationId' in target);
    const rejected = parts.filter(({ places }) => places.length === 0).length;
    const stored =
      readings.length === 0
        ? { each: new Uint8Array(), conflicts: [], conflictCount: 0 }
        : await this.#store(source.id).store({
            source,
            readings,
            stationId: first !== undefined && 'stationId' in first ? first.stationId : null,
            lines: lines.length,
            rejected,
            now: message.receivedAt,
          });
    if (heard.size > 0) this.#options.heard(heard, message.receivedAt);
    this.#report(source, message, parts, heard);
    return this.#answer(source, message, parts, stored);
  }

  #answer(
    source: SourceEntry,
    message: Message,
    parts: readonly Part[],
    { each, conflictCount }: Stored,
  ): Taken {
    const outcomes = ['known', 'stored', 'filled'] as const;
    const rows = parts.map(({ line, problems, places }): RowResult => {
      const own = new Set(places.map((place) => outcomes[each[place] ?? 0]));
      const best = (['stored', 'filled', 'known'] as const).find((outcome) => own.has(outcome));
      return { row: line.number, outcome: best ?? 'refused', problems };
    });
    const counts = { stored: 0, filled: 0, known: 0 };
    for (const fate of each) counts[outcomes[fate] ?? 'known'] += 1;
    this.#options.tally.count(source.id, {
      at: message.receivedAt,
      stored: counts.stored + counts.filled,
      known: counts.known,
      rejected: rows.filter(({ outcome }) => outcome === 'refused').length,
      refused: parts.flatMap(({ problems }) =>
        problems.map(({ messageId, params, channel }) => ({ messageId, params, about: channel })),
      ),
    });
    return { rows, ...counts, conflicts: conflictCount };
  }

  #reader({ id, mapping }: SourceEntry): MessageReader {
    const key = `${id} ${mapping?.version ?? 0}`;
    const known = this.#readers.get(key);
    if (known !== undefined) return known;
    if (mapping === null) throw new Refusal(409, 'sources.noMapping');
    if (this.#readers.size > 1000) this.#readers.clear();
    const reader = new MessageReader(mapping.mapping);
    this.#readers.set(key, reader);
    return reader;
  }

  #store(sourceId: number): StreamStore {
    const known = this.#stores.get(sourceId);
    if (known !== undefined) return known;
    const { storage, stored } = this.#options;
    const store = new StreamStore({ storage, runs: this.#runs, stored });
    this.#stores.set(sourceId, store);
    return store;
  }
}

const refusedOf = ({ messageId, params, field = '' }: Refusal) => ({ messageId, params, about: field });
