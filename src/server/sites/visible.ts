/** The one place where a company's data is kept apart from another's: every read of stations starts here (S28, S29). */
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../storage/schema.ts';

export type CompanyScope = Pick<Viewer, 'companyId'>;

/** True when the viewer may see what belongs to the company. */
export function sees(viewer: CompanyScope, companyId: number): boolean {
  return viewer.companyId === null || viewer.companyId === companyId;
}

/** Stations that a viewer may see, joined with their projects. */
export function visibleStations(db: Kysely<Database>, viewer: CompanyScope) {
  const stations = db.selectFrom('stations').innerJoin('projects', 'projects.id', 'stations.project_id');
  return viewer.companyId === null ? stations : stations.where('projects.company_id', '=', viewer.companyId);
}

/** What an entry of the audit may concern, with the table that its number is of. */
const subjects = {
  company: (db: Kysely<Database>, companyId: number) =>
    db.selectFrom('companies').select(subjectOf('company', 'companies.id')).where('id', '=', companyId),
  project: (db: Kysely<Database>, companyId: number) =>
    db
      .selectFrom('projects')
      .select(subjectOf('project', 'projects.id'))
      .where('projects.company_id', '=', companyId),
  station: (db: Kysely<Database>, companyId: number) =>
    visibleStations(db, { companyId }).select(subjectOf('station', 'stations.id')),
  rtu: (db: Kysely<Database>, companyId: number) =>
    visibleStations(db, { companyId })
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .select(subjectOf('rtu', 'rtus.id')),
  sensor: (db: Kysely<Database>, companyId: number) =>
    visibleStations(db, { companyId })
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
      .select(subjectOf('sensor', 'sensors.id')),
  /** What the server did by itself for the queues of the company's RTUs. */
  command: (db: Kysely<Database>, companyId: number) =>
    visibleStations(db, { companyId })
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('orders', 'orders.rtu_id', 'rtus.id')
      .select(subjectOf('command', 'orders.id')),
  /**
   * Plans that concern some station, and none but the company's: of others it learns by its own orders alone. What a
   * plan left out concerns it too.
   */
  plan: (db: Kysely<Database>, companyId: number) =>
    db
      .selectFrom('plans')
      .select(subjectOf('plan', 'plans.id'))
      .where('plans.id', 'in', plansWith(db, companyId, 'in'))
      .where('plans.id', 'not in', plansWith(db, companyId, 'not in')),
  user: (db: Kysely<Database>, companyId: number) =>
    db.selectFrom('users').select(subjectOf('user', 'users.id')).where('users.company_id', '=', companyId),
} as const;

/** Ids of plans with an item, a skip or an alarm rule of the company (`in`), or of another (`not in`). */
function plansWith(db: Kysely<Database>, companyId: number, operator: 'in' | 'not in') {
  const own = visibleStations(db, { companyId });
  const rtus = own.innerJoin('rtus', 'rtus.station_id', 'stations.id').select('rtus.id');
  return db
    .selectFrom('plan_items')
    .select('plan_id')
    .where('rtu_id', operator, rtus)
    .union(
      db.selectFrom('plan_skips').select('plan_id').where('station_id', operator, own.select('stations.id')),
    )
    .union(
      operator === 'in'
        ? db.selectFrom('plan_rules').select('plan_id').where('company_id', '=', companyId)
        : // One that nobody is known to own is nobody's to see but of those who see all.
          db
            .selectFrom('plan_rules')
            .select('plan_id')
            .where((on) => on.or([on('company_id', 'is', null), on('company_id', '!=', companyId)])),
    );
}

/** Ids of plans that concern some station of a company, and none of another. */
export const companyPlans = (db: Kysely<Database>, companyId: number) =>
  db
    .selectFrom('plans')
    .select('plans.id')
    .where('plans.id', 'in', plansWith(db, companyId, 'in'))
    .where('plans.id', 'not in', plansWith(db, companyId, 'not in'));

const subjectOf = (kind: string, id: string) =>
  sql<string>`${sql.lit(`${kind}:`)} || cast(${sql.ref(id)} as text)`.as('subject');

/** Entries of the audit that a viewer may read: of a company's users, and of what belongs to it. */
export function auditOf(db: Kysely<Database>, { companyId }: CompanyScope) {
  const all = db.selectFrom('audit');
  if (companyId === null) return all;
  return all.where((of) =>
    of.or([
      of(
        'audit.user_id',
        'in',
        db.selectFrom('users').select('users.id').where('users.company_id', '=', companyId),
      ),
      ...Object.values(subjects).map((ofKind) => of('audit.subject', 'in', ofKind(db, companyId))),
    ]),
  );
}

/** Messages that a viewer may see: of the company that their sender belonged to when they came. */
export function messagesOf(db: Kysely<Database>, { companyId }: CompanyScope) {
  const all = db.selectFrom('device_messages');
  return companyId === null ? all : all.where('device_messages.company_id', '=', companyId);
}

/** A source of readings: a sensor, or the RTU itself for row `status`. */
export interface VisibleSource {
  readonly id: number;
  readonly rtuId: number;
  readonly stationId: number;
  /** Seconds. */
  readonly collectionCycle: number;
  readonly sendCycle: number;
  /** Sensor type code; null for the RTU. */
  readonly kind: number | null;
}

/** @throws Refusal 404 for a source that does not exist, or belongs to another company. */
export async function visibleSource(
  db: Kysely<Database>,
  viewer: CompanyScope,
  row: RowId,
  sourceId: number,
): Promise<VisibleSource> {
  const rtus = visibleStations(db, viewer).innerJoin('rtus', 'rtus.station_id', 'stations.id');
  if (row === 'status') {
    const found = await rtus
      .select(['rtus.id', 'rtus.station_id', 'rtus.send_cycle'])
      .where('rtus.id', '=', sourceId)
      .executeTakeFirst();
    if (found === undefined) throw new Refusal(404, 'api.notFound', { what: `rtu ${sourceId}` });
    return {
      id: found.id,
      rtuId: found.id,
      stationId: found.station_id,
      collectionCycle: found.send_cycle,
      sendCycle: found.send_cycle,
      kind: null,
    };
  }
  const found = await rtus
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select([
      'sensors.id',
      'sensors.kind',
      'rtus.id as rtu_id',
      'rtus.station_id',
      'rtus.collection_cycle',
      'rtus.send_cycle',
    ])
    .where('sensors.id', '=', sourceId)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal(404, 'api.notFound', { what: `sensor ${sourceId}` });
  return {
    id: found.id,
    rtuId: found.rtu_id,
    stationId: found.station_id,
    collectionCycle: found.collection_cycle,
    sendCycle: found.send_cycle,
    kind: found.kind,
  };
}
