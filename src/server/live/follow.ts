/** What each change sends to the consoles that may see it. */
import { groupBy } from '../../base/group.ts';
import type { AlarmBook } from '../alarms/alarm-book.ts';
import type { ChangeFeed } from '../changes/feed.ts';
import type { OrderLists } from '../delivery/lists.ts';
import { keepNewest } from '../keep-newest.ts';
import type { Board } from '../sites/board.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { viewOf } from '../workflows/row.ts';
import { type LiveHub, ofSeveral } from './hub.ts';

/** Rows that one statement asks for. */
const together = 500;
/** Consoles are notified of one plan no more often, ms: each asks for it anew. */
const planEvery = 500;
/** Orders and plans of which is remembered what was sent last. */
const mostKnown = 5000;

interface Followed {
  readonly storage: Storage;
  readonly board: Board;
  readonly hub: LiveHub;
  readonly orders: OrderLists;
  readonly alarms: Pick<AlarmBook, 'byIds'>;
  readonly failed: (error: unknown) => void;
}

async function inParts<T>(
  keys: readonly string[],
  read: (part: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let from = 0; from < keys.length; from += together)
    rows.push(...(await read(keys.slice(from, from + together))));
  return rows;
}

/** Consoles of a plan's company; those who see every company where it concerns several. */
async function companyOfPlan({ storage, board }: Followed, planId: string): Promise<number> {
  const rtus = await storage.db
    .selectFrom('plan_items')
    .select('rtu_id')
    .distinct()
    .where('plan_id', '=', planId)
    .execute();
  const skips = await storage.db
    .selectFrom('plan_skips')
    .select('station_id')
    .distinct()
    .where('plan_id', '=', planId)
    .execute();
  const rules = await storage.db
    .selectFrom('plan_rules')
    .select('company_id')
    .distinct()
    .where('plan_id', '=', planId)
    .execute();
  // Stations that are out of use belong to nobody: those who follow the rest are notified as before.
  const companies = new Set([
    ...rtus.flatMap((row) => board.siteOfRtu(row.rtu_id)?.project.companyId ?? []),
    ...skips.flatMap((row) => board.companyOf(row.station_id) ?? []),
    ...rules.map((row) => row.company_id ?? ofSeveral),
  ]);
  const [only = ofSeveral] = companies;
  return companies.size === 1 ? only : ofSeveral;
}

/** Notifies of plans, of each at once and then at intervals. */
function planEvents(followed: Followed) {
  const sent = new Map<string, number>();
  const loop = new WorkLoop<string>({
    run: async (planId) => {
      sent.delete(planId);
      sent.set(planId, performance.now());
      keepNewest(sent, mostKnown);
      followed.hub.tell(await companyOfPlan(followed, planId), { type: 'plans', planId });
      return null;
    },
    failed: followed.failed,
  });
  return {
    changed: (planIds: Iterable<string>) => {
      for (const planId of planIds)
        loop.wake(
          planId,
          Math.max(0, (sent.get(planId) ?? Number.NEGATIVE_INFINITY) + planEvery - performance.now()),
        );
    },
    stop: () => loop.stop(),
  };
}

/**
 * Orders that changed, and those that wait with them: what is ahead of an order is part of its view. Answers their plans.
 */
function orderEvents({ storage, board, hub, orders }: Followed) {
  const reported = new Map<string, string>();
  return async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const changed = await inParts(ids, (part) =>
      storage.db
        .selectFrom('orders')
        .selectAll()
        .where('id', 'in', [...part])
        .execute(),
    );
    const sites = new Map(
      [...new Set(changed.map((row) => row.rtu_id))].flatMap((rtuId) => {
        const site = board.siteOfRtu(rtuId);
        return site === undefined || site.rtu === null ? [] : [[rtuId, site] as const];
      }),
    );
    const known = new Set(ids);
    const open = await inParts([...sites.keys()].map(String), (part) =>
      storage.db
        .selectFrom('orders')
        .selectAll()
        .where('rtu_id', 'in', part.map(Number))
        .where('state', 'in', ['queued', 'sending', 'retry'])
        .execute(),
    );
    const rows = [...changed, ...open.filter((row) => !known.has(row.id))];
    const hidden = new Set(rows.flatMap((row) => (row.hidden === 0 ? [] : [row.id])));
    // Newest first.
    rows.sort((a, b) => (a.id < b.id ? 1 : -1));
    const views = await orders.views(rows, (rtuId) => {
      const site = sites.get(rtuId);
      return site === undefined ? undefined : { stationId: site.station.id, sn: site.rtu?.sn ?? '' };
    });
    const fresh = views.filter((view) => {
      const text = JSON.stringify({ ...view, expected: view.expected?.at === undefined });
      if (reported.get(view.id) === text && !hidden.has(view.id)) return false;
      reported.delete(view.id);
      reported.set(view.id, text);
      return true;
    });
    keepNewest(reported, mostKnown);
    for (const [companyId, own] of groupBy(
      fresh,
      ({ target }) => sites.get(target.rtuId)?.project.companyId,
    )) {
      if (companyId === undefined) continue;
      for (let from = 0; from < own.length; from += together) {
        const part = own.slice(from, from + together);
        const deleted = part.flatMap(({ id }) => (hidden.has(id) ? [id] : []));
        hub.tell(companyId, { type: 'orders', orders: part.filter(({ id }) => !hidden.has(id)), deleted });
      }
    }
    return new Set(changed.flatMap((row) => row.plan_id ?? []));
  };
}

/** Stations of sensors. */
async function stationsOf({ storage }: Followed, sensorIds: readonly string[]): Promise<ReadonlySet<number>> {
  const rows = await inParts(sensorIds, (part) =>
    storage.db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .select('rtus.station_id')
      .where('sensors.id', 'in', part.map(Number))
      .execute(),
  );
  return new Set(rows.map((row) => row.station_id));
}

/** Sends what a feed hands on to the consoles; answers what ends it. */
export function followChanges(feed: ChangeFeed, followed: Followed): () => Promise<void> {
  const { storage, board, hub, alarms } = followed;
  const plans = planEvents(followed);
  const ordersChanged = orderEvents(followed);
  feed.on('order', async (ids) => plans.changed(await ordersChanged(ids)));
  feed.on('plan', (ids) => plans.changed(ids));
  feed.on('run', async (ids) => {
    const rows = await inParts(ids, (part) =>
      storage.db
        .selectFrom('workflow_runs')
        .selectAll()
        .where('id', 'in', [...part])
        .execute(),
    );
    for (const [company, runs] of groupBy(rows, (row) => row.company_id ?? ofSeveral))
      hub.tellOfRuns(company, { type: 'runs', runs: runs.map(viewOf) });
  });
  feed.on('parameters', (stationIds) => {
    for (const stationId of stationIds.map(Number)) {
      const companyId = board.companyOf(stationId);
      if (companyId !== null) hub.tell(companyId, { type: 'parameters', stationId });
    }
  });
  feed.on('remarks', (stationIds) => {
    for (const stationId of stationIds) hub.remarksChanged(Number(stationId));
  });
  feed.on('alarm', async (ids) => {
    for (const [companyId, views] of await alarms.byIds(ids.map(Number)))
      hub.tellOfAlarms(companyId, { type: 'alarms', alarms: views });
  });
  feed.on('alarmRule', async (ids) => {
    const rows = await inParts(ids, (part) =>
      storage.db
        .selectFrom('alarm_rules')
        .select(['id', 'company_id'])
        .where('id', 'in', part.map(Number))
        .execute(),
    );
    for (const row of rows) hub.tellOfAlarms(row.company_id, { type: 'alarmRules', ruleId: row.id });
  });
  for (const subject of ['joint', 'sirens'] as const)
    feed.on(subject, (companies) => {
      for (const companyId of companies) hub.tellOfSafety(Number(companyId) || ofSeveral, subject);
    });
  feed.on('folders', (companies) => {
    for (const companyId of companies) hub.foldersChanged(Number(companyId) || ofSeveral);
  });
  feed.on('schedules', (companies) => {
    for (const companyId of companies) hub.schedulesChanged(Number(companyId));
  });
  feed.on('notice', (userIds) => {
    for (const userId of userIds) hub.tellOfWork(Number(userId));
  });
  feed.on('baselines', async (sensorIds) => {
    for (const stationId of await stationsOf(followed, sensorIds)) hub.baselinesChanged(stationId);
  });
  return plans.stop;
}
