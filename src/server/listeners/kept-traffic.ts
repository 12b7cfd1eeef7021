/** Keeps what listeners count in the storage, so that a restart of the server does not begin at nothing. */
import { listenerIds } from '../../contract/listeners.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { Meters } from './listeners.ts';
import { type MinuteCount, minutesKept } from './meter.ts';

/** ms between two writes. */
const often = 30_000;
const minute = 60_000;
/** The row that says since when is counted. */
const began = '';

export interface KeptTrafficOptions {
  readonly storage: Storage;
  readonly meters: Meters;
  readonly now: () => number;
  readonly failed: (error: unknown) => void;
}

export class KeptTraffic {
  readonly #options: KeptTrafficOptions;
  readonly #loop: WorkLoop;
  #since: number;

  constructor(options: KeptTrafficOptions) {
    this.#options = options;
    this.#since = options.now();
    this.#loop = new WorkLoop({
      run: async () => {
        await this.flush();
        return often;
      },
      failed: options.failed,
      again: [often, 10 * minute],
    });
  }

  /** Since when is counted, UTC ms: the first start that kept its counts. */
  get since(): number {
    return this.#since;
  }

  /** Reads the counts of the last day, which the meters go on from. */
  async start(): Promise<void> {
    const { storage, meters, now } = this.#options;
    const first = Math.floor(now() / minute) - minutesKept + 1;
    const rows = await storage.db
      .selectFrom('listener_minutes')
      .selectAll()
      .where((on) => on.or([on('minute', '>=', first), on('listener', '=', began)]))
      .execute();
    const mark = rows.find(({ listener }) => listener === began);
    if (mark === undefined) {
      const row = {
        listener: began,
        minute: Math.floor(now() / minute),
        connections: 0,
        messages: 0,
        bytes: 0,
      };
      await storage.write((db) =>
        db
          .insertInto('listener_minutes')
          .values(row)
          .onConflict((on) => on.doNothing())
          .execute(),
      );
    } else this.#since = mark.minute * minute;
    for (const id of listenerIds) meters[id].add(rows.filter(({ listener }) => listener === id));
    this.#loop.wake(undefined);
  }

  /** Writes what was counted since the last time. @throws what the storage throws; nothing is lost by it */
  async flush(): Promise<void> {
    const { storage, meters, now } = this.#options;
    const counted = listenerIds.flatMap((id) =>
      meters[id].takeUnwritten().map((count) => ({ listener: id, ...count })),
    );
    if (counted.length === 0) return;
    const first = Math.floor(now() / minute) - minutesKept + 1;
    try {
      await storage.write(async (db) => {
        for (const count of counted) await addMinute(db, count);
        await db
          .deleteFrom('listener_minutes')
          .where('minute', '<', first)
          .where('listener', '!=', began)
          .execute();
      });
    } catch (error) {
      for (const { listener, ...count } of counted) meters[listener].giveBack(count);
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.flush().catch(this.#options.failed);
  }
}

async function addMinute(
  db: Db,
  { listener, ...count }: MinuteCount & { readonly listener: string },
): Promise<void> {
  const { minute: of, connections, messages, bytes } = count;
  await db
    .insertInto('listener_minutes')
    .values({ listener, minute: of, connections, messages, bytes })
    .onConflict((on) =>
      on.columns(['listener', 'minute']).doUpdateSet((row) => ({
        connections: row('listener_minutes.connections', '+', connections),
        messages: row('listener_minutes.messages', '+', messages),
        bytes: row('listener_minutes.bytes', '+', bytes),
      })),
    )
    .execute();
}
