/** Files that go with something that is being written: sent one after the other, kept until they have arrived. */
import { mostAttached, mostUploadBytes, type UploadView } from '../../../contract/sites/uploads.ts';
import { ApiError } from '../connection/api-error.ts';
import { sendUpload } from './send.ts';
import { shrink } from './shrink.ts';

export interface QueuedFile {
  /** Of its sending: a repeat is the same file. */
  readonly key: string;
  readonly name: string;
  /** Address of its picture in this browser; null = it is none. */
  readonly preview: string | null;
  /** `held`: the connection is lost, it is sent again; `refused`: it is not, unless asked for. */
  readonly state: 'waiting' | 'sending' | 'held' | 'refused' | 'done';
  /** How much has gone, 0 to 1. */
  readonly share: number;
  readonly problem: ApiError | null;
  readonly upload: UploadView | null;
}

/** ms before a file is sent again whose way was cut; the last for all further ones. */
const pauses = [1000, 3000, 8000, 20_000] as const;
/** Statuses after which the same again may go well. */
const isPassing = ({ status }: ApiError) => status === 0 || status === 408 || status === 429 || status >= 500;

type Sender = typeof sendUpload;

export class UploadQueue {
  #items: readonly QueuedFile[] = [];
  readonly #files = new Map<string, File>();
  readonly #listeners = new Set<() => void>();
  #working: AbortController | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly stationId: number,
    readonly sender: Sender = sendUpload,
  ) {}

  get items(): readonly QueuedFile[] {
    return this.#items;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(items: readonly QueuedFile[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }

  #set(key: string, part: Partial<QueuedFile>): void {
    this.#change(this.#items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  }

  /** Takes files, as many as there is room for; answers how many there was none for. */
  add(files: readonly File[]): number {
    const room = Math.max(0, mostAttached - this.#items.length);
    const taken = files.slice(0, room).map((file): QueuedFile => {
      const key = crypto.randomUUID();
      this.#files.set(key, file);
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
      return { key, name: file.name, preview, state: 'waiting', share: 0, problem: null, upload: null };
    });
    this.#change([...this.#items, ...taken]);
    void this.#work();
    return files.length - taken.length;
  }

  /** Sends one that was refused or is held; without a key all that are held. */
  retry(key?: string): void {
    clearTimeout(this.#timer);
    this.#change(
      this.#items.map((item) =>
        item.key === key || (key === undefined && item.state === 'held')
          ? { ...item, state: 'waiting' as const, problem: null }
          : item,
      ),
    );
    void this.#work();
  }

  remove(key: string): void {
    const item = this.#items.find((one) => one.key === key);
    if (item === undefined) return;
    this.#forget(item);
    this.#change(this.#items.filter((one) => one.key !== key));
    if (item.state === 'sending') this.#working?.abort();
  }

  clear(): void {
    clearTimeout(this.#timer);
    for (const item of this.#items) this.#forget(item);
    this.#change([]);
    this.#working?.abort();
  }

  #forget({ key, preview }: QueuedFile): void {
    this.#files.delete(key);
    if (preview !== null) URL.revokeObjectURL(preview);
  }

  /** Sends what waits, one file at a time: a weak connection is not shared. */
  async #work(): Promise<void> {
    if (this.#working !== null) return;
    const next = this.#items.find(({ state }) => state === 'waiting');
    const file = next === undefined ? undefined : this.#files.get(next.key);
    if (next === undefined || file === undefined) return;
    const { key } = next;
    this.#working = new AbortController();
    this.#set(key, { state: 'sending', share: 0, problem: null });
    try {
      const small = await shrink(file);
      if (small.size > mostUploadBytes)
        throw new ApiError(422, '', 'uploads.tooLarge', { limit: mostUploadBytes / 1024 / 1024 }, 'file', '');
      const upload = await this.sender(
        this.stationId,
        small,
        key,
        (share) => this.#set(key, { share }),
        this.#working.signal,
      );
      this.#failures = 0;
      this.#set(key, { state: 'done', share: 1, upload });
    } catch (error) {
      this.#failed(key, error);
    } finally {
      this.#working = null;
    }
    void this.#work();
  }

  #failed(key: string, error: unknown): void {
    // It was taken out meanwhile.
    if (!(error instanceof ApiError)) return;
    if (!isPassing(error)) {
      this.#set(key, { state: 'refused', share: 0, problem: error });
      return;
    }
    // The others would go the same way: all wait together.
    this.#change(
      this.#items.map((item) =>
        item.state === 'waiting' || item.key === key
          ? { ...item, state: 'held' as const, share: 0, problem: error }
          : item,
      ),
    );
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), pause);
  }
}
