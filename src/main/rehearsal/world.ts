/** One run of a rehearsal: the real gateway, delivery and rollout against twins, by a virtual clock. */
import { nextContact } from '../../domain/link-state.ts';
import { Delivery } from '../../server/delivery/delivery.ts';
import { Gateway } from '../../server/gateway/gateway.ts';
import { approvePlan } from '../../server/plans/change.ts';
import { PlanMarks } from '../../server/plans/marks.ts';
import { PlanIssuer } from '../../server/plans/rollout/issuer.ts';
import type { RehearsalJob, RunReport } from '../../server/rehearsal/job.ts';
import { openSqlite } from '../../server/storage/sqlite/storage.ts';
import type { Device } from '../../simulator/device/device.ts';
import { integer, seedOf } from '../../simulator/random.ts';
import { Air } from './air.ts';
import { reportOf } from './report.ts';
import { twinDevice } from './twin.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { approval, writeWorld } from './world-site.ts';

/** A plan that still goes after so long is looked at as it is then, ms. */
const longest = 120 * 86_400_000;
/** ms after which links are as they are known: connected ones are so again. */
const settle = 20_000;

/**
 * Runs a draft once in an empty folder; the clock must be installed. `reported` is called with how many devices have
 * ended.
 * @throws what the product's own code throws
 */
export async function runOnce(
  job: RehearsalJob,
  seed: number,
  { clock, dataDir, reported }: { clock: VirtualClock; dataDir: string; reported: (ended: number) => void },
): Promise<RunReport> {
  const problems: unknown[] = [];
  const failed = (error: unknown) => void problems.push(error);
  const log = {
    info: () => {},
    warn: () => {},
    error: (context: object) => failed('error' in context ? context.error : context),
  };
  const storage = await openSqlite({ dataDir, temporary: true });
  const approves = { ...job, now: clock.now + settle };
  await writeWorld(storage, approves);
  const air = new Air();
  const gateway = new Gateway({
    storage,
    // What twins measure is nobody's data.
    stores: false,
    log,
    broker: { source: air },
    flushTime: 60_000,
    tickTime: 10_000,
  });
  const delivery = new Delivery({ storage, gateway, log, sweepTime: 60_000 });
  const issuer = new PlanIssuer({ delivery, marks: new PlanMarks(), failed });
  await gateway.start();
  await issuer.start();
  const open = new Map<number, Device>();
  for (const facts of job.twins) {
    if (facts.silent || (facts.emptyAt !== null && facts.emptyAt <= approves.now)) continue;
    const device = twinDevice(facts, seed, air);
    open.set(facts.rtuId, device);
    device.start(facts.awake ? integer(seedOf(seed, facts.sn), 0, 0, settle / 2) : null);
    const left = facts.emptyAt === null ? null : facts.emptyAt - clock.now;
    // Timers reach no farther than 24 days; a run seldom lasts so long.
    if (left !== null && left < longest / 5) setTimeout(() => void device.stop(), left);
  }
  await clock.run(() => false, approves.now);
  const { by, body } = approval(approves);
  await approvePlan(delivery.store, by, job.plan.id, body, (rtuId) => {
    const link = gateway.link(rtuId);
    if (link === null) return null;
    return link.connected ? { at: clock.now, plusMinus: 0 } : nextContact({ now: clock.now, ...link });
  });
  issuer.issue(job.plan.id);
  let isOver = false;
  let touched = true;
  delivery.onChanged(() => {
    touched = true;
  });
  let looked = clock.now;
  await clock.run(async () => {
    if (problems.length > 0) throw problems[0];
    // Rows move when devices do, or by time: looked at then, and once in a while.
    if (!touched && clock.now - looked < 60_000) return isOver;
    if (clock.now - looked < 1000) return isOver;
    touched = false;
    looked = clock.now;
    const [plan, ended] = await Promise.all([
      storage.db.selectFrom('plans').select('ended_at').where('id', '=', job.plan.id).executeTakeFirst(),
      storage.db
        .selectFrom('plan_devices')
        .select('rtu_id')
        .where('plan_id', '=', job.plan.id)
        .where('ended_at', 'is not', null)
        .execute(),
    ]);
    for (const { rtu_id: rtuId } of ended) {
      // What it does afterwards says nothing of the plan any more.
      void open.get(rtuId)?.stop();
      open.delete(rtuId);
    }
    reported(ended.length);
    isOver = plan === undefined || plan.ended_at !== null;
    return isOver;
  }, approves.now + longest);
  const report = await reportOf(storage, approves, clock.now);
  clock.clear();
  await storage.close();
  return report;
}
