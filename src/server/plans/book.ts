/** Plans as they are shown: the list, and one with its items. */
import { hasPermission } from '../../base/permissions.ts';
import type { DataOf } from '../../contract/call.ts';
import type { OrderView } from '../../contract/devices/orders.ts';
import type { Plan, plans } from '../../contract/plans/plans.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import type { OrderLists } from '../delivery/lists.ts';
import type { OrderStore } from '../delivery/store.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import { beforeOf, type Prospect, prospectsOf, readFacts } from './facts.ts';
import { headsOf } from './head.ts';
import { type ItemPlace, itemView, skipView } from './item-view.ts';
import type { PlanMarks } from './marks.ts';
import { forecastDraft, progressOfPlan } from './rollout/progress.ts';
import {
  devicesOfPlan,
  itemsOf,
  type PlanDeviceRow,
  type PlanItemRow,
  type PlanRow,
  type PlanSkipRow,
  skipsOf,
} from './row.ts';
import { ruleViews } from './rules.ts';
import { reported, soundingsLeft, soundingsOfDraft } from './soundings.ts';
import { ownPlan, visiblePlans } from './visible.ts';

const free: Prospect = { problems: [], obstacle: null };

export class PlanBook {
  constructor(
    readonly store: OrderStore,
    readonly lists: OrderLists,
    readonly marks: PlanMarks,
    readonly ruleBook: RuleBook | null = null,
  ) {}

  /** Newest first. */
  async list(
    viewer: CompanyScope,
    { limit = 100, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
  ): Promise<DataOf<typeof plans>> {
    const { db } = this.store.storage;
    const own = visiblePlans(db, viewer);
    const page = before === undefined ? own : own.where('plans.id', '<', before);
    const [rows, counted] = await Promise.all([
      page.selectAll('plans').orderBy('plans.id', 'desc').limit(limit).execute(),
      own.select((expression) => expression.fn.countAll().as('count')).executeTakeFirst(),
    ]);
    return { plans: await headsOf(db, rows), total: Number(counted?.count ?? 0) };
  }

  /**
   * A plan with its items; with the mark of an earlier answer only with those of devices that moved since.
   * @throws Refusal 404 for a plan that does not exist, or holds devices of another company
   */
  async one(
    viewer: CompanyScope & { readonly permissions?: readonly string[] },
    planId: string,
    since?: string,
  ): Promise<{ plan: Plan }> {
    const { db } = this.store.storage;
    const row = await ownPlan(db, viewer, planId);
    const isDraft = row.state === 'draft';
    const known = since === undefined || isDraft ? null : this.marks.since(since, row.revision);
    const mark = this.marks.mark(row.revision, known?.whole);
    const [heads, devices, items, skips] = await Promise.all([
      headsOf(db, [row]),
      known === null ? devicesOfPlan(db, planId) : this.#devicesAt(planId, known.moved),
      known === null ? itemsOf(db, planId) : this.#itemsAt(planId, known.moved),
      known === null ? skipsOf(db, planId) : [],
    ]);
    const [head] = heads;
    if (head === undefined) throw new Error(`no head of plan ${planId}`);
    // Until it is approved a plan shows what its devices have now; then what they had.
    const facts = isDraft ? await readFacts(db, items) : null;
    const [atRtu, atStation, orders, prospects, progress] = await Promise.all([
      this.#rtuPlaces(viewer, items),
      this.#stationPlaces(viewer, skips),
      this.#orders(items),
      facts === null ? () => free : prospectsOf(db, items, facts),
      progressOfPlan(db, row, (rtuId) => this.lists.options.link(rtuId), this.store.now()),
    ]);
    const views = await this.#views(orders, atRtu);
    const byRtu = new Map(devices.map((device) => [device.rtu_id, device]));
    const landing = (rtuId: number) => this.lists.landing(rtuId);
    const going = items.filter((item) => {
      const { problems, obstacle } = prospects(item);
      return item.excluded === 0 && problems.length === 0 && obstacle === null;
    });
    const forecast = isDraft
      ? forecastDraft(row, going, landing, this.lists.options.link, this.store.now())
      : null;
    const shown = [
      ...items.map((item) => {
        const prospect = prospects(item);
        const expected = forecast?.ofItem(item.position);
        return itemView(item, {
          plan: row,
          place: atRtu.get(item.rtu_id),
          order: views.get(item.order_id ?? ''),
          device: item.excluded === 0 ? byRtu.get(item.rtu_id) : undefined,
          before: facts === null ? fromJson(item.previous) : beforeOf(item, facts),
          prospect: { ...prospect, obstacle: prospect.obstacle ?? expected?.obstacle ?? null },
          late: expected?.late ?? null,
          landing: expected?.landing ?? (item.order_id === null ? landing(item.rtu_id) : null),
        });
      }),
      ...skips.map((skip) => skipView(skip, atStation.get(skip.station_id))),
    ];
    if (skips.length > 0) shown.sort((a, b) => a.position - b.position);
    const expectedEnd = forecast?.end ?? null;
    const soundings = await reported(
      db,
      forecast !== null
        ? soundingsOfDraft(going, forecast)
        : row.state === 'paused'
          ? await soundingsLeft(db, row, this.lists.options.link, this.store.now())
          : [],
    );
    const partial = known !== null;
    const proposals = await this.#rules(viewer, row, head.rules);
    return { plan: { ...head, items: shown, proposals, progress, expectedEnd, soundings, mark, partial } };
  }

  /** The alarm rules of a plan, for who may look at rules. */
  async #rules(
    viewer: CompanyScope & { readonly permissions?: readonly string[] },
    row: PlanRow,
    count: number,
  ) {
    if (count === 0 || !hasPermission(viewer.permissions ?? [], 'alarm:event:view')) return [];
    return ruleViews(this.store.storage.db, row, this.ruleBook);
  }

  async #itemsAt(planId: string, rtus: readonly number[]): Promise<PlanItemRow[]> {
    if (rtus.length === 0) return [];
    return this.store.storage.db
      .selectFrom('plan_items')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('rtu_id', 'in', rtus)
      .orderBy('position')
      .execute();
  }

  async #devicesAt(planId: string, rtus: readonly number[]): Promise<PlanDeviceRow[]> {
    if (rtus.length === 0) return [];
    return this.store.storage.db
      .selectFrom('plan_devices')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('rtu_id', 'in', rtus)
      .execute();
  }

  async #rtuPlaces(
    viewer: CompanyScope,
    items: readonly PlanItemRow[],
  ): Promise<ReadonlyMap<number, ItemPlace>> {
    const rtus = [...new Set(items.map((item) => item.rtu_id))];
    if (rtus.length === 0) return new Map();
    const rows = await visibleStations(this.store.storage.db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .select(['rtus.id as rtuId', 'rtus.sn', 'stations.id as stationId', 'stations.code', 'stations.name'])
      .where('rtus.id', 'in', rtus)
      .execute();
    return new Map(rows.map((row) => [row.rtuId, row]));
  }

  async #stationPlaces(
    viewer: CompanyScope,
    skips: readonly PlanSkipRow[],
  ): Promise<ReadonlyMap<number, ItemPlace>> {
    const ids = [...new Set(skips.map((skip) => skip.station_id))];
    if (ids.length === 0) return new Map();
    const rows = await visibleStations(this.store.storage.db, viewer)
      .leftJoin('rtus', 'rtus.station_id', 'stations.id')
      .select(['rtus.id as rtuId', 'rtus.sn', 'stations.id as stationId', 'stations.code', 'stations.name'])
      .where('stations.id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.stationId, { ...row, sn: row.sn ?? '' }]));
  }

  async #orders(items: readonly PlanItemRow[]) {
    const ids = items.flatMap((item) => item.order_id ?? []);
    if (ids.length === 0) return [];
    return this.store.storage.db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  }

  async #views(
    rows: Parameters<OrderLists['views']>[0],
    places: ReadonlyMap<number, ItemPlace>,
  ): Promise<ReadonlyMap<string, OrderView>> {
    if (rows.length === 0) return new Map();
    const views = await this.lists.views(rows, (rtuId) => places.get(rtuId));
    return new Map(views.map((view) => [view.id, view]));
  }
}
