/** The room's door: messages of RTUs and sources are noted, kept for some days and shown (README.md). */
import type { ForeignMessage } from '../drivers/driver.ts';
import type { RtuEntry } from '../gateway/directory.ts';
import type { Board } from '../sites/board.ts';
import type { SourceMessageReport } from '../sources/intake.ts';
import type { Storage } from '../storage/storage.ts';
import { DeviceMessageBook } from './book.ts';
import { decodeForeign } from './decode.ts';
import { MessageRecorder } from './recorder.ts';
import { MessageStoreRoom } from './store.ts';

export interface DeviceMessagesOptions {
  readonly storage: Storage;
  readonly board: Board;
  /** The RTU of a serial number; undefined for one that is not registered. */
  readonly find: (sn: string) => RtuEntry | undefined;
  readonly now: () => number;
  readonly failed: (error: unknown) => void;
  /** Messages of a company were written; 0 = of senders that nobody knows. */
  readonly written: (companyId: number) => void;
}

/** Consoles are notified no more often, ms. */
const tellEvery = 1000;

export class DeviceMessages {
  readonly store: MessageStoreRoom;
  readonly recorder: MessageRecorder;
  readonly book: DeviceMessageBook;
  readonly #find: DeviceMessagesOptions['find'];
  readonly #written: DeviceMessagesOptions['written'];
  #fresh = new Set<number>();
  #timer: NodeJS.Timeout | null = null;

  constructor({ storage, board, find, now, failed, written }: DeviceMessagesOptions) {
    this.#find = find;
    this.#written = written;
    this.store = new MessageStoreRoom(storage, now, failed);
    this.recorder = new MessageRecorder({
      store: this.store,
      find,
      companyOf: (stationId) => board.companyOf(stationId),
      written: (companies) => {
        for (const companyId of companies) this.#fresh.add(companyId);
      },
      failed,
    });
    this.book = new DeviceMessageBook(storage, board, this.store);
  }

  /** To be called once the board has its stations. */
  async start(): Promise<void> {
    await this.store.start();
    this.recorder.start();
    this.#timer = setInterval(() => {
      const fresh = this.#fresh;
      this.#fresh = new Set();
      for (const companyId of fresh) this.#written(companyId);
    }, tellEvery);
  }

  /** Takes a frame of a driver. */
  foreign({ sn, protocol, topic, address, bytes, values, problem, at }: ForeignMessage): void {
    const entry = this.#find(sn);
    const metrics = decodeForeign(entry, values);
    this.recorder.reported({
      ...{ at, sender: sn, entry, way: protocol, kind: 'report', topic, address, bytes, metrics },
      readings: metrics.filter(({ channel }) => channel !== null).length,
      problems:
        problem === null ? [] : [{ id: `messages.reason.${problem[0]}`, params: { detail: problem[1] } }],
      isRefused: problem !== null && problem[0] !== 'waits' && values.length === 0,
    });
  }

  /** Takes what came by a source. */
  ofSource({
    source,
    message,
    at,
    metrics,
    readings,
    rtuId,
    problems,
    isRefused,
  }: SourceMessageReport): void {
    const { id, companyId, key, way } = source;
    this.recorder.reported({
      ...{ at, sender: key, source: { id, companyId, rtuId }, metrics, readings, problems, isRefused },
      way: way === 'mqtt' ? (message?.origin?.way ?? 'mqtt') : way === 'http' ? 'http' : 'folder',
      kind: message === null ? 'refusal' : 'batch',
      topic: message?.topic ?? message?.name ?? '',
      qos: message?.origin?.qos ?? null,
      bytes: message?.body ?? new Uint8Array(),
    });
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.recorder.stop();
    await this.store.stop();
  }
}
