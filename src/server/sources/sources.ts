/** The room's door: sources take messages in by every way, one mapping reads them all (src/server/sources/README.md). */
import { Refusal } from '../../base/errors.ts';
import { sourceOfTopic } from '../gateway/connections/access.ts';
import { Allowance, guardDefaults } from '../gateway/connections/packet-guard.ts';
import type { MessageOrigin } from '../gateway/tap.ts';
import type { TrafficMeter } from '../listeners/meter.ts';
import { isShared } from '../processes/moment.ts';
import type { IngestResult, Reading, Storage } from '../storage/storage.ts';
import { ArrivingFiles } from './arriving.ts';
import { LoggerFiles } from './files.ts';
import { FolderWatch } from './folder.ts';
import { Intake, type SourceMessageReport, type Taken } from './intake.ts';
import type { Message } from './message.ts';
import type { SampleRoom } from './sample.ts';
import { admitsSource, type SourceEntry, sourceOfKey, sourcesOfWay } from './source.ts';
import { SourceTally } from './tally.ts';

/** Sustained rate of one source by HTTP (*assumed*: a gateway of a hundred loggers a minute, and its backlog at once). */
export const httpLimits = { messagesPerSecond: 20, bytesPerSecond: 1024 * 1024, burstSeconds: 10 } as const;
const { messagesPerSecond: packetsPerSecond, bytesPerSecond, burstSeconds } = httpLimits;
const limits = { ...guardDefaults, packetsPerSecond, bytesPerSecond, burstSeconds };

export interface SourcesOptions {
  readonly storage: Storage;
  readonly now: () => number;
  /** Folder with the watched folders; null = none is watched. */
  readonly watched: string | null;
  /** Folder of its own, for files that were uploaded. */
  readonly folder: string;
  /** What was not written or not read, for the log. */
  readonly failed: (error: unknown, what: string) => void;
  /** After each commit. */
  readonly stored: (batch: readonly Reading[], result: IngestResult) => void;
  /** Count messages by plain MQTT, and pieces of files. */
  readonly meters?: { readonly sources: TrafficMeter; readonly folders: TrafficMeter };
  /** Is notified of what is wrong with a file, or with a folder (an empty name). */
  readonly folderRefused?: (key: string, name: string) => void;
  /** Ends MQTT and FTP connections of a source. */
  readonly disconnect: (key: string) => void;
  /** RTUs were heard of by a source. */
  readonly heard: (rtuIds: ReadonlySet<number>, at: number) => void;
  /** Is notified of each message, and what became of it. */
  readonly reported?: (message: SourceMessageReport) => void;
}

export class DataSources {
  readonly tally: SourceTally;
  readonly intake: Intake;
  /** Files that were uploaded. */
  readonly files: LoggerFiles;
  /** Where samples are looked at. */
  readonly samples: SampleRoom;
  /** Files of watched folders that this server is writing. */
  readonly arriving = new ArrivingFiles();
  readonly #options: SourcesOptions;
  readonly #folders: FolderWatch | null;
  readonly #waiting = new Set<() => void>();
  #isStopped = false;
  readonly #allowances = new Map<number, Allowance>();

  constructor(options: SourcesOptions) {
    this.#options = options;
    const { storage, stored, heard, failed, folder, now, reported } = options;
    this.files = new LoggerFiles(folder, now, isShared(storage.db));
    this.samples = { storage, files: this.files, folder, now };
    this.tally = new SourceTally(storage, (error) => failed(error, 'counts of sources were not written'));
    this.intake = new Intake({ storage, tally: this.tally, stored, heard, reported });
    const { watched, meters, folderRefused } = options;
    this.#folders =
      watched === null
        ? null
        : new FolderWatch({
            ...{ storage, intake: this.intake, root: watched, now, failed, arriving: this.arriving },
            ...(meters === undefined ? {} : { meter: meters.folders }),
            ...(folderRefused === undefined ? {} : { refused: folderRefused }),
          });
  }

  /** Sensors, stations or sources were changed. */
  sitesChanged(): void {
    this.intake.sitesChanged();
    this.#lookAtCredentials().catch((error: unknown) =>
      this.#options.failed(error, 'credentials of sources were not read'),
    );
  }

  /**
   * The source that a key and a secret open.
   * @throws Refusal 401 for a wrong secret, and alike for a key that there is not; the source counts it
   */
  async admit(key: string, secret: string, way: 'http' | 'ftp' = 'http'): Promise<SourceEntry> {
    const { storage, now } = this.#options;
    const source = await sourceOfKey(storage.db, key);
    const wrong = new Refusal(401, 'sources.token');
    if (source === null || source.way !== way || secret === '') throw wrong;
    if (await admitsSource(storage, source, secret, now())) return source;
    this.intake.refuse(source, wrong, now());
    throw wrong;
  }

  /** Credentials of MQTT and FTP sources as they were, by name. */
  #credentials = new Map<string, string | null>();

  async start(): Promise<void> {
    await this.#lookAtCredentials();
    this.#folders?.start();
  }

  /** Looks at all watched folders anew. */
  async restartFolders(): Promise<void> {
    await this.#folders?.restart();
  }

  /** True where folders are watched. */
  get watchesFolders(): boolean {
    return this.#folders !== null;
  }

  /** Lets go of MQTT and FTP connections whose credential was taken back, or renewed without an overlap. */
  async #lookAtCredentials(): Promise<void> {
    const sources = await sourcesOfWay(this.#options.storage.db, 'mqtt', 'ftp');
    const now = new Map(sources.map((source) => [source.key, source]));
    for (const [key, hash] of this.#credentials) {
      const source = now.get(key);
      const isGone = source === undefined || source.credentialHash === null;
      if (isGone || (source.credentialHash !== hash && source.oldCredential === null))
        this.#options.disconnect(key);
    }
    this.#credentials = new Map(sources.map(({ key, credentialHash }) => [key, credentialHash]));
  }

  async admitsMqtt(key: string, password: Uint8Array): Promise<boolean> {
    const { storage, now } = this.#options;
    const source = await sourceOfKey(storage.db, key);
    if (source === null || source.way !== 'mqtt') return false;
    if (await admitsSource(storage, source, password, now())) return true;
    this.intake.refuse(source, new Refusal(401, 'sources.token'), now());
    return false;
  }

  /** A message that is refused is dealt with; one that cannot be stored is tried again until the stop. */
  async takeMqtt(topic: string, body: Uint8Array, origin?: MessageOrigin): Promise<void> {
    const { storage, now, failed } = this.#options;
    const receivedAt = now();
    this.#options.meters?.sources.took(1, body.length);
    for (let attempt = 0; ; attempt++) {
      try {
        const source = await sourceOfKey(storage.db, sourceOfTopic(topic) ?? '');
        if (source === null || source.way !== 'mqtt' || source.credentialHash === null) return;
        await this.intake.take(source, {
          ...{ body, name: topic, topic, receivedAt },
          ...(origin === undefined ? {} : { origin }),
        });
        return;
      } catch (error) {
        if (error instanceof Refusal) return;
        if (this.#isStopped) throw error;
        if (attempt === 0) failed(error, 'messages of a source wait for the storage');
        await this.#pause(Math.min(30_000, 500 * 2 ** attempt));
      }
    }
  }

  /** Resolves after a while, or at the stop. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Ends of requests by HTTP that are under way. */
  readonly #requests = new Set<() => void>();

  /** A request by HTTP is under way, which `end` breaks off. Answers what is to be called when it is over. */
  requested(end: () => void): () => void {
    this.#requests.add(end);
    return () => void this.#requests.delete(end);
  }

  /** Breaks off the requests that are under way, and begins anew: allowances of sources, sensors that were looked up. */
  restartHttp(): void {
    for (const end of this.#requests) end();
    this.#requests.clear();
    this.#allowances.clear();
    this.intake.sitesChanged();
  }

  /** ms that a source is to wait before it sends `bytes` more; 0 = it may. */
  pause({ id }: SourceEntry, bytes: number): number {
    const known = this.#allowances.get(id);
    const allowance = known ?? new Allowance(limits, this.#options.now());
    if (known === undefined) this.#allowances.set(id, allowance);
    const wait = allowance.pause(this.#options.now());
    if (wait > 0) return wait;
    allowance.packets -= 1;
    allowance.bytes -= bytes;
    return 0;
  }

  /** Counts what a source was refused by another room. */
  async notTaken(key: string, refusal: Refusal): Promise<void> {
    try {
      const source = await sourceOfKey(this.#options.storage.db, key);
      if (source !== null) this.intake.refuse(source, refusal, this.#options.now());
    } catch (error) {
      this.#options.failed(error, 'a refusal was not counted');
    }
  }

  /** Takes a message of a source in. @throws as `Intake.take` */
  take(source: SourceEntry, message: Message): Promise<Taken> {
    return this.intake.take(source, message);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const wake of this.#waiting) wake();
    await this.#folders?.stop();
    await this.tally.stop();
  }
}
