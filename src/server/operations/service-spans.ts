/** Keeps from when to when the server ran, and the broker that devices speak to, so that a gap of readings has its reason. */
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';

/** ms between two marks. */
const often = 15_000;
/** A span goes on while its marks are no farther apart than this, ms: a write may have waited. */
export const markPatience = 60_000;
/** Spans are kept so long, ms. */
const kept = 800 * 86_400_000;

export type ServiceKind = 'server' | 'broker';

export interface Downtime {
  readonly kind: ServiceKind;
  readonly from: number;
  readonly to: number;
}

interface Options {
  readonly storage: Storage;
  /** Whether the gateway is on its broker now. */
  readonly isOnline: () => boolean;
  readonly failed: (error: unknown) => void;
  readonly now: () => number;
}

export class ServiceSpans {
  readonly #options: Options;
  readonly #loop: WorkLoop;

  constructor(options: Options) {
    this.#options = options;
    this.#loop = new WorkLoop({
      run: async () => {
        await this.mark();
        return often;
      },
      failed: options.failed,
      again: [often],
    });
  }

  start(): void {
    this.#loop.wake(undefined);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Notes that the server runs, and the broker where it is reached. @throws what the storage throws */
  async mark(): Promise<void> {
    const { storage, isOnline, now } = this.#options;
    const at = now();
    await storage.write(async (db) => {
      await extend(db, 'server', at);
      if (isOnline()) await extend(db, 'broker', at);
      await db
        .deleteFrom('service_spans')
        .where('to_at', '<', at - kept)
        .execute();
    });
  }
}

async function extend(db: Db, kind: ServiceKind, at: number): Promise<void> {
  const last = await db
    .selectFrom('service_spans')
    .select(['from_at', 'to_at'])
    .where('kind', '=', kind)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A clock that was set back marks nothing until it is past the last mark, unless it went far.
  const goesOn = last !== undefined && Math.abs(at - last.to_at) <= markPatience;
  if (goesOn)
    await db
      .updateTable('service_spans')
      .set({ to_at: Math.max(at, last.to_at) })
      .where('kind', '=', kind)
      .where('from_at', '=', last.from_at)
      .execute();
  else
    await db
      .insertInto('service_spans')
      .values({ kind, from_at: at, to_at: at })
      .onConflict((on) => on.doNothing())
      .execute();
}

/** When each was down in a range, and since when that is counted; null = it never was. A downtime of the server is none of the broker's. */
export async function readDowntimes(
  db: Db,
  from: number,
  to: number,
  now: number,
): Promise<{ readonly down: readonly Downtime[]; readonly since: number | null }> {
  const rows = await db.selectFrom('service_spans').selectAll().orderBy('from_at').execute();
  const between = (kind: ServiceKind): readonly Downtime[] => {
    const own = rows.filter((row) => row.kind === kind);
    return own.flatMap((row, i) => {
      const next = own[i + 1]?.from_at ?? now;
      const begin = row.to_at;
      return next - begin > markPatience && next > from && begin < to
        ? [{ kind, from: begin, to: next }]
        : [];
    });
  };
  const server = between('server');
  const broker = between('broker').filter(
    (own) =>
      !server.some((other) => other.from <= own.from + markPatience && other.to >= own.to - markPatience),
  );
  return { down: [...server, ...broker], since: rows[0]?.from_at ?? null };
}
