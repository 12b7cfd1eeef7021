/** Counts, behind everything else, what arrived on each day that is over, so that a fleet's month is one read. */
import { sql } from 'kysely';
import { dayNumber, dayStart } from '../../base/time.ts';
import { arrivalDays } from '../../contract/devices/faults.ts';
import { overdueCycles } from '../../domain/link-state.ts';
import { type ExpectedSource, expectedSources } from '../sites/overview.ts';
import type { Site } from '../sites/structure.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';

/** Sources that are counted between two looks at what else there is, and ms until then. */
const together = 100;
const pause = 20;
/** ms between looks for days that are over. */
const lookEvery = 300_000;

interface Options {
  readonly storage: Storage;
  /** Every site in use, of all companies. */
  readonly sites: () => readonly Site[];
  readonly contact: (
    rtuId: number,
  ) => { readonly lastContactAt: number | null; readonly sendCycle: number } | null;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

interface Count {
  readonly day: number;
  readonly row_id: string;
  readonly source_id: number;
  readonly expected: number;
  readonly received: number;
  readonly stale: 0;
}

type ArrivalsQuery = Parameters<Storage['readings']['arrivals']>[0];
/** A count with what it was taken of. */
interface Taken {
  readonly day: number;
  readonly query: ArrivalsQuery;
  /** Of the series before it was counted; undefined = it had no readings. */
  readonly revision: number | undefined;
  readonly count: { readonly expected: number; readonly received: number };
}

export class ArrivalCounter {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #loop: WorkLoop<'count'>;
  /** First readings of sources, as they were found. */
  readonly #first = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#loop = new WorkLoop({
      run: (_key, turn) => this.#run(() => turn.isOver),
      failed: options.failed,
      permit: options.permit,
      again: [5000, 60_000],
    });
  }

  start(): void {
    this.#loop.wake('count');
  }

  /** Counts all that is over now. */
  async settle(): Promise<void> {
    this.#loop.wake('count');
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #run(isOver: () => boolean): Promise<number> {
    const { storage, sites } = this.#options;
    const from = this.#now() - (arrivalDays + 2) * 86_400_000;
    const known = await this.#counted(from);
    let waiting: Taken[] = [];
    let looked = 0;
    for (const site of sites()) {
      if (isOver()) break;
      for (const { source, day, end } of await this.#missing(site, known)) {
        const query = {
          row: source.row,
          sourceId: source.id,
          from: Math.max(day, source.since),
          to: end,
          cycle: source.cycle,
        };
        const revision = (await storage.readings.revisions(source.row, [source.id])).get(source.id);
        waiting.push({ day, query, revision, count: await storage.readings.arrivals(query) });
        looked += 1;
        if (waiting.length >= together) waiting = await this.#write(waiting);
        if (looked % together === 0) await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    await this.#write(waiting);
    return lookEvery;
  }

  /** Days that need not be counted: they are, and nothing has changed since. */
  async #counted(from: number): Promise<ReadonlySet<string>> {
    const { db } = this.#options.storage;
    const rows = await db
      .selectFrom('arrival_days')
      .select(['day', 'row_id', 'source_id'])
      .where('day', '>=', from)
      .where('stale', '=', 0)
      .execute();
    const known = new Set(rows.map((row) => `${row.row_id}/${row.source_id}/${row.day}`));
    // Of a day that has no summary yet, or none any more, readings may come at any time.
    const open = await sql<Pick<Count, 'day' | 'row_id' | 'source_id'>>`
      SELECT day, row_id, source_id FROM rollup_days WHERE day_rows IS NULL AND day >= ${from}`.execute(db);
    for (const row of open.rows) known.delete(`${row.row_id}/${row.source_id}/${row.day}`);
    return known;
  }

  async #write(taken: readonly Taken[]): Promise<Taken[]> {
    if (taken.length > 0)
      await this.#options.storage.write(async (db) => {
        const counts: Count[] = [];
        for (const one of taken) counts.push(await this.#asOfNow(one));
        await db
          .insertInto('arrival_days')
          .values(counts)
          .onConflict((on) =>
            on.columns(['day', 'row_id', 'source_id']).doUpdateSet((row) => ({
              expected: row.ref('excluded.expected'),
              received: row.ref('excluded.received'),
              stale: 0,
            })),
          )
          .execute();
      });
    return [];
  }

  /** A count as it is while nothing else is written: what came since it was taken could not mark it. */
  async #asOfNow({ day, query, revision, count }: Taken): Promise<Count> {
    const { readings } = this.#options.storage;
    const { row, sourceId } = query;
    const isSame = (await readings.revisions(row, [sourceId])).get(sourceId) === revision;
    const { expected, received } = isSame ? count : await readings.arrivals(query);
    return { day, row_id: row, source_id: sourceId, expected, received, stale: 0 };
  }

  /** Days of a site's sources that are over, and not counted: their readings should have been sent by now. */
  async #missing(site: Site, known: ReadonlySet<string>) {
    const { rtu, project } = site;
    if (rtu === null) return [];
    const { timeZone, dayBoundary } = project;
    const now = this.#now();
    const { lastContactAt, sendCycle } = this.#options.contact(rtu.id) ?? {
      lastContactAt: rtu.last_contact_at,
      sendCycle: rtu.send_cycle,
    };
    const sent = Math.min(now, Math.max(lastContactAt ?? 0, now - overdueCycles * sendCycle * 1000));
    const today = dayNumber(timeZone, sent, dayBoundary);
    const days = Array.from({ length: arrivalDays }, (_, back) => {
      const number = today - 1 - back;
      return {
        day: dayStart(timeZone, number, dayBoundary),
        end: dayStart(timeZone, number + 1, dayBoundary),
      };
    });
    const sources = site.sensors.length === 0 ? [] : await expectedSources(this.#options.storage, site);
    const found = [];
    for (const source of sources) {
      const open = days.filter(({ day }) => !known.has(`${source.row}/${source.id}/${day}`));
      if (open.length === 0) continue;
      const since = await this.#since(source, rtu.id);
      // Before its first reading nothing was due of it.
      if (since === null) continue;
      for (const { day, end } of open)
        if (end > since) found.push({ source: { ...source, since }, day, end });
    }
    return found;
  }

  /** From when on readings of a source are due: its first one, else its RTU's first report. */
  async #since({ row, id }: ExpectedSource, rtuId: number): Promise<number | null> {
    const key = `${row}/${id}`;
    const known = this.#first.get(key);
    if (known !== undefined) return known;
    const { readings } = this.#options.storage;
    const [own] = await readings.overview(row, [id]);
    if (own?.firstAt != null) {
      this.#first.set(key, own.firstAt);
      return own.firstAt;
    }
    const [status] = await readings.overview('status', [rtuId]);
    return status?.firstAt ?? null;
  }
}
