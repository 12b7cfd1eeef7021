import { randomInt } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import { companyBounds } from '../../contract/company/company-bounds.ts';
import {
  mostTwins,
  type Rehearsal,
  type RehearsalResult,
  rehearsalRuns,
  rehearsalStates,
  type startRehearsal,
} from '../../contract/plans/rehearsal.ts';
import { nextContact } from '../../domain/link-state.ts';
import { samplePlan } from '../../domain/rollout/plan-sample.ts';
import type { Rollout } from '../../domain/rollout/rollout.ts';
import { auditBy, type By } from '../audit/by.ts';
import { parseValues } from '../delivery/row.ts';
import type { OrderStore } from '../delivery/store.ts';
import type { RtuLink } from '../gateway/links.ts';
import { deviceOrder } from '../plans/rollout/device-order.ts';
import { itemsOf, type PlanItemRow, type PlanRow, rolloutOf, secretsOf } from '../plans/row.ts';
import { ownPlan } from '../plans/visible.ts';
import type { RunningJobs } from '../processes/running-jobs.ts';
import { shareOf } from '../shares.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { steady } from '../steady.ts';
import { fromJson, type Json, toJson } from '../storage/json.ts';
import { twinFacts } from './facts.ts';
import { RehearsalEnded, type Rehearse, type RunningRehearsal } from './job.ts';
import { ofWhole, summaryOf } from './summary.ts';

/** Rehearsals at once: each keeps a core busy. */
const atOnce = 2;
/** ms that one may take. */
const longest = 240_000;
/** How often it is looked at what another process does, ms. */
const lookEvery = 200;

export interface RehearsalsOptions {
  readonly store: OrderStore;
  readonly link: (rtuId: number) => RtuLink | null;
  readonly rehearse: Rehearse;
  readonly failed: (error: unknown) => void;
  readonly jobs: RunningJobs;
  /** ms that one may take. */
  readonly longest?: number;
  /** Devices that one takes; of a larger plan a sample of so many. */
  readonly most?: number;
}

interface Going {
  readonly company: string;
  readonly seed: number;
  progress: number;
  running: RunningRehearsal | null;
  ended: 'cancelled' | 'limit' | 'lost' | null;
  over: Promise<void>;
  /** Gives its place up, for all processes. */
  release: () => Promise<void>;
}

/** A result as it was stored: those of earlier versions were of all devices. */
function resultOf(text: Json<RehearsalResult>): RehearsalResult {
  const result = fromJson(text);
  return { ...result, sample: result.sample ?? null };
}

/** An item in which each secret is another text of the same length: secrets stay where they are. */
function withoutSecrets(item: PlanItemRow): PlanItemRow {
  const secrets = secretsOf(item);
  if (secrets.length === 0) return item;
  const edits = Object.entries(parseValues(item.edits)).map(([id, value]) => [
    id,
    secrets.includes(id) && typeof value === 'string' ? 'x'.repeat(value.length) : value,
  ]);
  return { ...item, edits: JSON.stringify(Object.fromEntries(edits)) };
}

/** Rehearsals of drafts: started, watched, ended; the last one of each plan is kept. */
export class Rehearsals {
  readonly #going = new Map<string, Going>();
  readonly #options: RehearsalsOptions;

  constructor(options: RehearsalsOptions) {
    this.#options = options;
  }

  /** What was under way when a process ended is lost: whatever no process works on. */
  async start(): Promise<void> {
    const { store, jobs } = this.#options;
    await store.storage.write(async (db) => {
      const living = await jobs.subjects(db, 'rehearsal');
      const open = db
        .updateTable('rehearsals')
        .set({ state: 'lost', ended_at: store.now() })
        .where('state', '=', 'running');
      await (living.length === 0 ? open : open.where('plan_id', 'not in', living)).execute();
    });
  }

  /** Ends all that are under way. */
  async stop(): Promise<void> {
    const all = [...this.#going.values()];
    for (const going of all) this.#end(going, 'lost');
    await Promise.all(all.map(({ over }) => over));
  }

  /** The last rehearsal of a plan; null = none. @throws Refusal 404 */
  async one(viewer: CompanyScope, planId: string): Promise<{ rehearsal: Rehearsal | null }> {
    const { db } = this.#options.store.storage;
    await ownPlan(db, viewer, planId);
    const row = await db
      .selectFrom('rehearsals')
      .selectAll()
      .where('plan_id', '=', planId)
      .executeTakeFirst();
    if (row === undefined) return { rehearsal: null };
    const stored = rehearsalStates.find((one) => one === row.state) ?? 'failed';
    const progress = stored === 'running' ? await this.#progressOf(planId) : 0;
    const state = progress === null ? 'lost' : stored;
    return {
      rehearsal: {
        planId,
        revision: row.revision,
        seed: row.seed,
        state,
        startedAt: row.started_at,
        startedBy: row.account_name,
        endedAt: row.ended_at,
        progress: state === 'done' ? 1 : (progress ?? 0),
        result: row.result === null ? null : resultOf(row.result),
      },
    };
  }

  /** Of one that runs, here or at another process; null = its process is gone. */
  async #progressOf(planId: string): Promise<number | null> {
    const own = this.#going.get(planId);
    if (own !== undefined) return own.progress;
    const other = await this.#options.jobs.one('rehearsal', planId);
    return other === null ? null : Number(other.progress);
  }

  /** @throws Refusal 409 where another process rehearses the plan, or the company has as many as it may at all */
  async #claim(planId: string, going: Going): Promise<void> {
    const most = companyBounds.rehearsals;
    const claimed = await this.#options.jobs.begin({
      ...{ kind: 'rehearsal', subject: planId, share: going.company, most },
      progress: () => going.progress,
      end: (why) => this.#end(going, why === 'wanted' ? 'cancelled' : 'lost'),
    });
    if (claimed === 'busy') throw new Refusal(409, 'rehearsal.busy', { most: atOnce });
    if (claimed === 'full') throw new Refusal(409, 'rehearsal.companyBusy', { most });
    going.release = claimed.over;
  }

  /** Begins one, behind. @throws Refusal 404, 409, 422 */
  async begin(by: By, planId: string, { revision, seed }: BodyOf<typeof startRehearsal>): Promise<void> {
    const { store, link, rehearse } = this.#options;
    const { db } = store.storage;
    const plan = await ownPlan(db, by.viewer, planId);
    if (plan.state !== 'draft') throw new Refusal(409, 'plans.notDraft');
    if (plan.revision !== revision)
      throw new Refusal(409, 'plans.stale', {}, 'revision', { revision: plan.revision });
    const items = (await itemsOf(db, planId)).filter(({ excluded }) => excluded === 0);
    const ids = [...new Set(items.map((item) => item.rtu_id))];
    if (ids.length === 0) throw new Refusal(422, 'plans.nothing');
    this.#refuseBusy(by, planId);
    const company = shareOf(by.viewer);
    const luck = seed ?? randomInt(2_147_483_647);
    const going: Going = {
      company,
      seed: luck,
      progress: 0,
      running: null,
      ended: null,
      over: Promise.resolve(),
      release: async () => {},
    };
    this.#going.set(planId, going);
    const now = store.now();
    const part = this.#sampleOf(plan, ids, luck, now);
    const of = new Set(part?.devices ?? ids);
    try {
      await this.#claim(planId, going);
      const row = {
        plan_id: planId,
        revision,
        seed: luck,
        state: 'running',
        started_at: now,
        account_name: by.viewer.accountName,
        ended_at: null,
        result: null,
      };
      await store.storage.write(async (write) => {
        await write
          .insertInto('rehearsals')
          .values(row)
          .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(row))
          .execute();
        await auditBy(write, by, {
          at: now,
          action: 'plan.rehearse',
          subject: `plan:${planId}`,
          detail: JSON.stringify({
            title: plan.title,
            revision,
            devices: ids.length,
            ...(part === null ? {} : { sample: part.devices.length }),
            seed: luck,
          }),
        });
      });
    } catch (error) {
      this.#going.delete(planId);
      await going.release();
      throw error;
    }
    going.over = this.#run(planId, going, async () => {
      const { twins, unlike } = await twinFacts({ storage: store.storage, viewer: by.viewer, link, now }, [
        ...of,
      ]);
      if (going.ended !== null) throw new RehearsalEnded(going.ended);
      const began = steady();
      const own = items.filter((item) => of.has(item.rtu_id)).map(withoutSecrets);
      const stretch = part?.stretch ?? 1;
      const rollout =
        part === null
          ? plan.rollout
          : toJson<Rollout>({ ...rolloutOf(plan), batches: part.batches, concurrency: part.concurrency });
      const job = { plan: { ...plan, rollout }, items: own, twins, now, seed: luck, runs: rehearsalRuns };
      going.running = rehearse(job, (part) => {
        going.progress = part;
      });
      const runs = await going.running.done;
      const summary = ofWhole(summaryOf(runs), stretch, ids.length / of.size);
      const sample = part === null ? null : { devices: of.size, of: ids.length };
      const simulated = runs.reduce((sum, run) => sum + run.duration, 0);
      const speed = Math.max(1, Math.round(simulated / Math.max(1, steady() - began)));
      return this.#result(by.viewer, { ...summary, sample, speed }, unlike);
    });
  }

  /** Ends one that is under way. @throws Refusal 404 */
  async cancel(by: By, planId: string): Promise<void> {
    await ownPlan(this.#options.store.storage.db, by.viewer, planId);
    const going = this.#going.get(planId);
    if (going === undefined) {
      await this.#cancelElsewhere(planId);
      return;
    }
    this.#end(going, 'cancelled');
    await going.over;
  }

  /** Resolves when the process that does it has ended it, or is gone. */
  async #cancelElsewhere(planId: string): Promise<void> {
    const { jobs } = this.#options;
    if (!(await jobs.askEnd('rehearsal', planId))) return;
    while ((await jobs.one('rehearsal', planId)) !== null)
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }

  #end(going: Going, why: 'cancelled' | 'limit' | 'lost'): void {
    going.ended ??= why;
    going.running?.end(why);
  }

  async #run(planId: string, going: Going, work: () => Promise<RehearsalResult>): Promise<void> {
    const { store, failed } = this.#options;
    const limit = setTimeout(() => this.#end(going, 'limit'), this.#options.longest ?? longest);
    let [state, result]: [Rehearsal['state'], Json<RehearsalResult> | null] = ['failed', null];
    try {
      result = toJson(await work());
      state = 'done';
    } catch (error) {
      if (error instanceof RehearsalEnded) state = error.why;
      else failed(error);
    } finally {
      clearTimeout(limit);
    }
    try {
      const ended = { state, result, ended_at: store.now() };
      await store.storage.write((db) =>
        db
          .updateTable('rehearsals')
          .set(ended)
          .where('plan_id', '=', planId)
          .where('state', '=', 'running')
          .where('seed', '=', going.seed)
          .execute(),
      );
    } catch (error) {
      failed(error);
    } finally {
      this.#going.delete(planId);
      await going.release();
    }
  }

  /** @throws Refusal 409 */
  #refuseBusy({ viewer }: By, planId: string): void {
    const going = [...this.#going.values()];
    const own = going.filter(({ company }) => company === shareOf(viewer));
    if (own.length >= companyBounds.rehearsals)
      throw new Refusal(409, 'rehearsal.companyBusy', { most: companyBounds.rehearsals });
    if (this.#going.has(planId) || going.length >= atOnce)
      throw new Refusal(409, 'rehearsal.busy', { most: atOnce });
  }

  /** The part of a plan that is rehearsed; null = all of it. */
  #sampleOf(plan: PlanRow, ids: readonly number[], seed: number, now: number) {
    const { link, most = mostTwins } = this.#options;
    const rollout = rolloutOf(plan);
    const ordered = deviceOrder(rollout, ids, (rtuId) => {
      const facts = link(rtuId);
      if (facts === null) return null;
      return facts.connected ? { at: now, plusMinus: 0 } : nextContact({ now, ...facts });
    });
    return samplePlan(
      ordered.map(({ rtuId }) => rtuId),
      rollout,
      most,
      (seed % 1000) / 1000,
    );
  }

  async #result(
    viewer: CompanyScope,
    summary: ReturnType<typeof summaryOf> & Pick<RehearsalResult, 'sample' | 'speed'>,
    unlike: ReadonlySet<number>,
  ): Promise<RehearsalResult> {
    const ids = summary.devices.map(({ rtuId }) => rtuId);
    const rows = await visibleStations(this.#options.store.storage.db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .select(['rtus.id', 'rtus.sn', 'stations.code', 'stations.name'])
      .where('rtus.id', 'in', ids)
      .execute();
    const places = new Map(rows.map((row) => [row.id, row]));
    return {
      ...summary,
      devices: summary.devices.map((device) => {
        const place = places.get(device.rtuId);
        return {
          ...device,
          sn: place?.sn ?? '',
          stationCode: place?.code ?? '',
          stationName: place?.name ?? '',
          unlike: unlike.has(device.rtuId),
        };
      }),
    };
  }
}
