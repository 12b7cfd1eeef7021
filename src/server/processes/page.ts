/** What maintainers see of the processes over one database, and what they move between them by hand (README.md). */
import { sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { DataOf } from '../../contract/call.ts';
import {
  hostOfWork,
  hostWork,
  mostRtus,
  onlyProcess,
  type ProcessAct,
  type ProcessRtu,
  type ProcessView,
  type processes,
  type processRtus,
  singularWork,
  type WorkHolding,
  type WorkName,
} from '../../contract/processes.ts';
import { newestChange, noteChange } from '../changes/change-log.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Db, ProcessTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { ProcessFacts } from './facts.ts';
import type { Leases } from './leases.ts';
import { databaseNow, lifeTerm, mayTake, ofDrain, ofResume, takesPart } from './life.ts';
import { processName } from './place.ts';

/** An RTU that is connected to this process. */
interface OwnRtu {
  readonly id: number;
  readonly stationId: number;
  readonly sn: string;
  readonly since: number | null;
}

/** What this process knows of itself. */
export interface OwnProcess {
  readonly facts: () => Pick<ProcessFacts, 'connections' | 'streams' | 'behind' | 'change'>;
  /** Null with an external broker. */
  readonly rtus: () => readonly OwnRtu[] | null;
}

export interface ProcessBookOptions {
  readonly storage: Storage;
  /** Null: this process is the only one. */
  readonly leases: Leases | null;
  readonly version: string;
  readonly now?: () => number;
}

type ProcessRow = ProcessTable & { readonly lives: boolean };

/** Ids have a space, codes of things have none. */
const missing = (id: string) => new Refusal(404, 'api.notFound', { what: `process ${id.split(' ').at(-1)}` });

export class ProcessBook {
  readonly #options: ProcessBookOptions;
  readonly #startedAt: number;
  #own: OwnProcess = {
    facts: () => ({ connections: 0, streams: 0, behind: 0, change: 0 }),
    rtus: () => null,
  };

  constructor(options: ProcessBookOptions) {
    this.#options = options;
    this.#startedAt = (options.now ?? Date.now)();
  }

  /** What it is to say of its own process, once that is composed. */
  observe(own: OwnProcess): void {
    this.#own = own;
  }

  /** Every process with what it has. */
  async read(): Promise<DataOf<typeof processes>> {
    const { storage, leases } = this.#options;
    const newest = await newestChange(storage.db);
    if (leases === null) return this.#readAlone(newest);
    const rows = await this.#rows(storage.db);
    const holdings = await this.#holdings(storage.db);
    const counts = await this.#sessions(storage.db);
    const views = rows.map((row) => this.#view(row, newest, counts.get(row.id) ?? 0));
    const evaluates = holdings.find(({ work }) => work === 'alarms')?.holder;
    return {
      alone: false,
      processes: views.map((view) => (view.id === evaluates ? view : { ...view, behind: null })),
      work: [...holdings],
    };
  }

  #readAlone(newest: number): DataOf<typeof processes> {
    const { version, now = Date.now } = this.#options;
    const { change, streams, behind } = this.#own.facts();
    return {
      alone: true,
      processes: [
        {
          ...{ id: onlyProcess, name: processName(), version, state: 'running', own: true },
          ...{ startedAt: this.#startedAt, seenAt: now(), rtus: this.#own.rtus()?.length ?? null },
          ...{ host: null, streams, databaseConnections: null, memory: process.memoryUsage.rss() },
          ...{ clockAhead: null, takesPart: true, lag: Math.max(0, newest - change), behind },
        },
      ],
      work: singularWork.map(
        (work): WorkHolding => ({
          ...{ work, holder: onlyProcess, since: this.#startedAt, movesTo: null },
        }),
      ),
    };
  }

  #view(row: ProcessRow, newest: number, rtus: number): ProcessView {
    const { leases, storage, now = Date.now } = this.#options;
    const own = row.id === leases?.id;
    const said: ProcessFacts = {
      ...fromJson(row.facts),
      ...(own && leases !== null
        ? {
            ...this.#own.facts(),
            clockAhead: leases.clockAhead,
            databaseConnections: storage.shared?.connections ?? 0,
            memory: process.memoryUsage.rss(),
          }
        : {}),
    };
    const isElsewhere = this.#own.rtus() === null;
    return {
      ...{ id: row.id, name: row.name, version: row.version, own },
      state: !row.lives ? 'silent' : row.state === 'draining' ? 'draining' : 'running',
      startedAt: Number(row.started_at),
      seenAt: own ? now() : Number(row.until_at) === 0 ? null : Number(row.until_at) - lifeTerm,
      rtus: !row.lives || isElsewhere ? null : rtus,
      host: said.host?.id ?? null,
      streams: row.lives ? said.streams : 0,
      databaseConnections: said.databaseConnections,
      memory: said.memory,
      clockAhead: said.clockAhead,
      takesPart: own && leases !== null ? leases.isFit : takesPart(row),
      lag: row.lives ? Math.max(0, newest - said.change) : 0,
      behind: said.behind,
    };
  }

  async #rows(db: Db): Promise<readonly ProcessRow[]> {
    return db
      .selectFrom('processes')
      .selectAll()
      .select(sql<boolean>`until_at > ${databaseNow}`.as('lives'))
      .orderBy('started_at')
      .orderBy('id')
      .execute();
  }

  async #holdings(db: Db): Promise<readonly WorkHolding[]> {
    const rows = await db
      .selectFrom('leases')
      .leftJoin('processes', (on) =>
        on.onRef('processes.id', '=', 'leases.holder').on('processes.until_at', '>', databaseNow),
      )
      .select(['leases.name', 'leases.taken_at', 'leases.wanted_by', 'processes.id as holder'])
      .where(({ or, eb }) =>
        or([eb('leases.name', 'in', [...singularWork]), eb('leases.name', 'like', `${hostWork('')}%`)]),
      )
      .execute();
    const known = new Map(rows.map((row) => [row.name, row]));
    const living = (await this.#rows(db)).filter(({ lives }) => lives);
    const hosts = new Set(living.flatMap(({ facts }) => fromJson(facts).host?.id ?? []));
    const named: readonly WorkName[] = [...singularWork, ...[...hosts].sort().map(hostWork)];
    return named.map((work) => {
      const { holder = null, taken_at: takenAt = 0, wanted_by: movesTo = null } = known.get(work) ?? {};
      const since = holder === null ? null : Number(takenAt);
      return { work, holder, since, movesTo: movesTo === holder ? null : movesTo };
    });
  }

  /** RTUs with a session, by process. */
  async #sessions(db: Db): Promise<ReadonlyMap<string, number>> {
    const rows = await db
      .selectFrom('leases')
      .select(({ fn }) => ['holder', fn.countAll().as('count')])
      .where('name', 'like', 'rtu:%')
      .where('holder', '!=', '')
      .groupBy('holder')
      .execute();
    return new Map(rows.map(({ holder, count }) => [holder, Number(count)]));
  }

  /** RTUs that are connected to a process. @throws Refusal 404 */
  async rtusOf(viewer: CompanyScope, id: string): Promise<DataOf<typeof processRtus>> {
    const { storage, leases } = this.#options;
    if (leases === null) return this.#ownRtus(viewer, id);
    const row = await this.#find(storage.db, id);
    if (!row.lives) return { total: 0, rtus: [] };
    const found = () =>
      visibleStations(storage.db, viewer)
        .innerJoin('rtus', 'rtus.station_id', 'stations.id')
        .innerJoin('leases', (on) => on.on('leases.name', '=', sql<string>`'rtu:' || rtus.id`))
        .where('leases.holder', '=', id);
    const total = await found()
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await found()
      .select(['stations.id', 'stations.name', 'rtus.sn', 'leases.taken_at'])
      .orderBy('stations.name')
      .orderBy('rtus.id')
      .limit(mostRtus)
      .execute();
    return {
      total: Number(total.count),
      rtus: rows.map(
        (rtu): ProcessRtu => ({
          ...{ stationId: rtu.id, stationName: rtu.name, sn: rtu.sn, since: Number(rtu.taken_at) },
        }),
      ),
    };
  }

  async #ownRtus(viewer: CompanyScope, id: string): Promise<DataOf<typeof processRtus>> {
    if (id !== onlyProcess) throw missing(id);
    const own = this.#own.rtus() ?? [];
    const rows = await visibleStations(this.#options.storage.db, viewer)
      .select(['stations.id', 'stations.name'])
      .execute();
    const names = new Map(rows.map(({ id: stationId, name }) => [stationId, name]));
    const rtus = own
      .flatMap((rtu): ProcessRtu[] => {
        const stationName = names.get(rtu.stationId);
        return stationName === undefined
          ? []
          : [{ stationId: rtu.stationId, stationName, sn: rtu.sn, since: rtu.since }];
      })
      .sort((a, b) => (a.stationName < b.stationName ? -1 : a.stationName > b.stationName ? 1 : 0));
    return { total: rtus.length, rtus: rtus.slice(0, mostRtus) };
  }

  /** ms by which evaluation of alarms is behind, at the process that evaluates; of another one at most 3 s old. */
  async behind(): Promise<number> {
    const { storage, leases } = this.#options;
    if (leases === null || leases.mayAct('alarms')) return this.#own.facts().behind;
    const row = await storage.db
      .selectFrom('leases')
      .innerJoin('processes', 'processes.id', 'leases.holder')
      .select(['processes.facts', 'processes.until_at', databaseNow.as('now')])
      .where('leases.name', '=', 'alarms')
      .executeTakeFirst();
    if (row === undefined) return 0;
    const { behind } = fromJson(row.facts);
    // Of one that is dead and that nobody has followed yet, nothing was evaluated since its last sign of life.
    const silent = Number(row.now) - (Number(row.until_at) - lifeTerm);
    return Number(row.until_at) > Number(row.now) || Number(row.until_at) === 0 ? behind : behind + silent;
  }

  /** What monitoring asks of this process. */
  async standing() {
    const { storage, leases } = this.#options;
    const newest = await newestChange(storage.db);
    const alive = leases === null ? 1 : (await this.#rows(storage.db)).filter(({ lives }) => lives).length;
    return { alive, lag: Math.max(0, newest - this.#own.facts().change) };
  }

  /** Work that this process has, beyond doubt. */
  has(work: (typeof singularWork)[number]): boolean {
    return this.#options.leases?.mayAct(work) ?? true;
  }

  /** RTUs connected to this process; 0 with an external broker. */
  get sessions(): number {
    return this.#own.rtus()?.length ?? 0;
  }

  /** ms by which its clock is before the database's; 0 where there is no other clock. */
  get clockAhead(): number {
    return this.#options.leases?.clockAhead ?? 0;
  }

  async #find(db: Db, id: string): Promise<ProcessRow> {
    const row = (await this.#rows(db)).find((one) => one.id === id);
    if (row === undefined) throw missing(id);
    return row;
  }

  /** @throws Refusal 404, or 409 with why it cannot be done now */
  async mayDo(
    { processAct, process: id, work }: ProcessAct,
    db: Db = this.#options.storage.db,
  ): Promise<void> {
    const { leases } = this.#options;
    if (leases === null) throw new Refusal(409, 'processes.alone');
    const rows = await this.#rows(db);
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw missing(id);
    const { name } = row;
    if (!row.lives) throw new Refusal(409, 'processes.notAlive', { name });
    const isDraining = row.state === 'draining';
    if (processAct === 'resume') {
      if (!isDraining) throw new Refusal(409, 'processes.notDraining', { name });
      return;
    }
    if (isDraining) throw new Refusal(409, 'processes.isDraining', { name });
    if (processAct === 'drain') {
      if (!rows.some((other) => other.id !== id && other.lives && mayTake(other)))
        throw new Refusal(409, 'processes.onlyOne', { name });
      return;
    }
    if (work === undefined) throw new Refusal(422, 'processes.noWork', {}, 'work');
    if (!takesPart(row)) throw new Refusal(409, 'processes.clockOff', { name });
    const host = hostOfWork(work);
    if (host !== null && fromJson(row.facts).host?.id !== host)
      throw new Refusal(409, 'processes.otherHost', { name, host });
    const holding = (await this.#holdings(db)).find((one) => one.work === work);
    if (holding?.holder === id && holding.movesTo === null)
      throw new Refusal(409, 'processes.hasIt', { name });
  }

  /** Does it, within a write: each process concerned follows the log of changes. @throws as `mayDo` */
  async act(db: Db, asked: ProcessAct): Promise<void> {
    await this.mayDo(asked, db);
    const { processAct, process: id, work } = asked;
    if (processAct === 'move' && work !== undefined) {
      await db
        .insertInto('leases')
        .values({
          ...{ name: work, holder: '', epoch: 1, taken_at: databaseNow, born_at: null, wanted_by: id },
        })
        .onConflict((on) =>
          on.column('name').doUpdateSet({
            wanted_by: sql<string | null>`CASE WHEN leases.holder = ${id} THEN NULL ELSE ${id} END`,
          }),
        )
        .execute();
    } else
      await db
        .updateTable('processes')
        .set({ state: processAct === 'drain' ? 'draining' : 'running' })
        .where('id', '=', id)
        .execute();
    await noteChange(db, 'lease', keyOf(asked));
  }

  /** Follows what was done here, which the log hands on to the others alone. */
  async done(asked: ProcessAct): Promise<void> {
    await this.#options.leases?.changed([keyOf(asked)]);
  }
}

const keyOf = ({ processAct, process: id, work }: ProcessAct): string =>
  processAct === 'drain' ? ofDrain(id) : processAct === 'resume' ? ofResume(id) : (work ?? '');
