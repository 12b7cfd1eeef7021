/** Orders as they are listed: of a station, of everything under way; and the parameters of a station. */
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { ParameterValue } from '../../catalogue/model.ts';
import type { DataOf } from '../../contract/call.ts';
import type { OrderView } from '../../contract/devices/orders.ts';
import type { ParameterChange, parameters } from '../../contract/devices/parameters.ts';
import type { NextContact } from '../../domain/link-state.ts';
import { expectedLanding } from '../../domain/rollout/expected-landing.ts';
import type { RtuLink } from '../gateway/links.ts';
import type { Board } from '../sites/board.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { ReportedValue } from '../storage/schema.ts';
import { groupOf, type OrderRow, ownerOf, parseValues, rtuSlot } from './row.ts';
import { parseReported } from './shadow.ts';
import type { Db, OrderStore } from './store.ts';
import { viewOf } from './view.ts';

/** The tray holds what ended within the last hour. */
const trayTime = 3_600_000;
const mostInTray = 200;
const openStates = ['queued', 'sending', 'retry'];

export interface ListOptions {
  readonly store: OrderStore;
  readonly board: Pick<Board, 'one' | 'sites'>;
  readonly link: (rtuId: number) => RtuLink | null;
}
type Place = { readonly stationId: number; readonly sn: string };
type Data = DataOf<typeof parameters>;

const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);

export class OrderLists {
  constructor(readonly options: ListOptions) {}

  /** When an order would reach an RTU now; null = not known. */
  landing(rtuId: number): NextContact | null {
    const facts = this.options.link(rtuId);
    return facts === null ? null : expectedLanding({ ...facts, now: this.options.store.now() });
  }

  /** Views of rows of any RTUs, in the rows' order. */
  async views(
    rows: readonly OrderRow[],
    placeOf: (rtuId: number) => Place | undefined,
  ): Promise<OrderView[]> {
    const rtus = [...new Set(rows.filter((row) => openStates.includes(row.state)).map((row) => row.rtu_id))];
    const open =
      rtus.length === 0
        ? []
        : await this.options.store.storage.db
            .selectFrom('orders')
            .select(['id', 'state', 'rtu_id'])
            .where('rtu_id', 'in', rtus)
            .where('state', 'in', openStates)
            .orderBy('position')
            .execute();
    const byRtu = groupBy(open, (row) => row.rtu_id);
    return rows.flatMap((row) => {
      const place = placeOf(row.rtu_id);
      if (place === undefined) return [];
      const facts = { ...place, landing: this.landing(row.rtu_id), open: byRtu.get(row.rtu_id) ?? [] };
      return [viewOf(row, facts)];
    });
  }

  /** @throws Refusal 404 for a station that does not exist, or belongs to another company */
  async ofStation(
    viewer: CompanyScope,
    stationId: number,
    { limit = 100, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
  ): Promise<{ orders: OrderView[]; total: number }> {
    const { site } = this.options.board.one(viewer, stationId);
    const { rtu } = site;
    if (rtu === null) return { orders: [], total: 0 };
    const own = this.options.store.storage.db
      .selectFrom('orders')
      .where('rtu_id', '=', rtu.id)
      .where('hidden', '=', 0);
    const page = before === undefined ? own : own.where('id', '<', before);
    const [rows, counted] = await Promise.all([
      page.selectAll().orderBy('id', 'desc').limit(limit).execute(),
      own.select((expression) => expression.fn.countAll().as('count')).executeTakeFirst(),
    ]);
    const place = { stationId, sn: rtu.sn };
    return { orders: await this.views(rows, () => place), total: Number(counted?.count ?? 0) };
  }

  /** What is under way, and what ended within the last hour. */
  async underWay(viewer: CompanyScope): Promise<{ orders: OrderView[]; open: number }> {
    const { store } = this.options;
    const since = store.now() - trayTime;
    const all = visibleStations(store.storage.db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('orders', 'orders.rtu_id', 'rtus.id')
      .where('orders.hidden', '=', 0);
    const [rows, counted] = await Promise.all([
      all
        .selectAll('orders')
        .select(['stations.id as station_id', 'rtus.sn'])
        .where((where) =>
          where.or([where('orders.state', 'in', openStates), where('orders.ended_at', '>', since)]),
        )
        .orderBy('orders.id', 'desc')
        .limit(mostInTray)
        .execute(),
      all
        .where('orders.state', 'in', openStates)
        .select((expression) => expression.fn.countAll().as('count'))
        .executeTakeFirst(),
    ]);
    const places = new Map(rows.map((row) => [row.rtu_id, { stationId: row.station_id, sn: row.sn }]));
    const orders = await this.views(rows, (rtuId) => places.get(rtuId));
    return { orders, open: Number(counted?.count ?? 0) };
  }

  /** @throws Refusal 404 for a station that does not exist or has no RTU, or belongs to another company */
  async parameters(viewer: CompanyScope, stationId: number): Promise<Data> {
    const { store } = this.options;
    const { db } = store.storage;
    const { site } = this.options.board.one(viewer, stationId);
    const { rtu, sensors } = site;
    if (rtu === null) throw new Refusal(404, 'api.notFound', { what: `rtu of station ${stationId}` });
    const [reported, versions, open, node] = await Promise.all([
      db.selectFrom('parameters').selectAll().where('rtu_id', '=', rtu.id).execute(),
      db.selectFrom('parameter_versions').selectAll().where('rtu_id', '=', rtu.id).execute(),
      store.open(rtu.id),
      nodeClass(db, viewer, rtu.id),
    ]);
    const ofSlot = new Map(reported.map((row) => [row.slot, parseReported(row.reported)]));
    const device = (
      slot: number | null,
      kind: number | null,
      sensorId: number | null,
      name: string | null,
    ) => ({
      target: { rtuId: rtu.id, slot },
      kind,
      sensorId,
      name,
      groups: (ownerOf(kind)?.groups ?? []).map((group) => ({
        group,
        version:
          versions.find((row) => row.slot === (slot ?? rtuSlot) && row.group_id === group)?.version ?? 0,
        fields: Object.fromEntries(
          (groupOf(group)?.fields ?? []).map((field) => {
            const known: ReportedValue | undefined = ofSlot.get(slot ?? rtuSlot)?.[`${group}/${field.id}`];
            return [
              field.id,
              {
                value: plain(known?.[0] ?? null),
                at: known?.[1] ?? null,
                pending: pendingOf(open, slot, group, field.id, field.type === 'secret'),
              },
            ];
          }),
        ),
      })),
    });
    const landing = this.landing(rtu.id);
    return {
      sn: rtu.sn,
      class: node === 'tracked' || node === 'plain' ? node : 'unknown',
      contact: landing === null ? null : { ...landing },
      devices: [
        device(null, null, null, null),
        ...sensors.map((sensor) => device(sensor.slot, sensor.kind, sensor.id, sensor.name)),
      ],
    };
  }

  /** Changes as they were ordered, newest first. @throws Refusal 404 */
  async history(
    viewer: CompanyScope,
    stationId: number,
    query: {
      readonly from?: number | undefined;
      readonly to?: number | undefined;
      readonly limit?: number | undefined;
    },
  ): Promise<{ changes: ParameterChange[] }> {
    const { site } = this.options.board.one(viewer, stationId);
    if (site.rtu === null) return { changes: [] };
    const rows = await this.options.store.storage.db
      .selectFrom('orders')
      .selectAll()
      .where('rtu_id', '=', site.rtu.id)
      .where('type', '=', 'set')
      .where('created_at', '>=', query.from ?? 0)
      .where('created_at', '<', query.to ?? Number.MAX_SAFE_INTEGER)
      .orderBy('id', 'desc')
      .limit(query.limit ?? 100)
      .execute();
    return { changes: rows.map(changeOf) };
  }
}

async function nodeClass(db: Db, viewer: CompanyScope, rtuId: number): Promise<string | null> {
  const row = await visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select('rtus.device_class')
    .where('rtus.id', '=', rtuId)
    .executeTakeFirst();
  return row?.device_class ?? null;
}

function pendingOf(
  open: readonly OrderRow[],
  slot: number | null,
  group: string,
  field: string,
  isSecret: boolean,
) {
  const sets = open.filter((row) => row.type === 'set' && row.slot === slot && row.name === group);
  const last = sets.findLast((row) => field in parseValues(row.body));
  if (last === undefined) return null;
  return { value: isSecret ? null : plain(parseValues(last.body)[field] ?? null), orderId: last.id };
}

function changeOf(row: OrderRow): ParameterChange {
  const fields = groupOf(row.name)?.fields ?? [];
  const previous = parseValues(row.previous);
  return {
    orderId: row.id,
    target: { rtuId: row.rtu_id, slot: row.slot },
    kind: row.kind,
    group: row.name,
    changes: Object.entries(parseValues(row.body)).map(([field, to]) => {
      const isSecret = fields.find(({ id }) => id === field)?.type === 'secret';
      return {
        field,
        from: isSecret ? null : plain(previous[field] ?? null),
        to: isSecret ? null : plain(to),
        isSecret,
      };
    }),
    at: row.created_at,
    by: row.account_name,
    reason: row.reason,
    state: row.state,
    verifiedAt: row.verified_at,
    appliedAt: row.applied_at,
  };
}
