/** The items of a plan as they are proposed, checked by what can be said of them without a device. */
import { Refusal } from '../../base/errors.ts';
import type {
  PlanObstacle,
  PlanOrder,
  PlanProposal,
  PlanSend,
  PlanSkip,
} from '../../contract/plans/plans.ts';
import { overtaken, SetAgain, type SetStep } from '../../domain/parameters/set-again.ts';
import { parseValues } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { PlanItemRow } from './row.ts';

/** A station, or a group of it, that is left out for a reason of the server's own. */
export interface NamedSkip {
  readonly type: 'left';
  readonly rtuId: number;
  readonly slot: number | null;
  readonly group: string;
  readonly why: PlanObstacle;
}
/** A station that is left out for a reason that the server once gave. */
export interface KnownSkip extends PlanSkip {
  readonly known?: PlanObstacle;
}
export type AnyProposal = Exclude<PlanProposal, PlanSkip> | KnownSkip | NamedSkip;
/** What is meant to be sent. */
export type Sendable = PlanOrder | PlanSend;

/** The review names unknown fields; a text that cannot be a field need not be named. */
const longestField = 60;

export const isSendable = (item: AnyProposal): item is Sendable =>
  item.type !== 'skip' && item.type !== 'left';

/** Names a field, unique over all devices. */
const nameOf = (rtuId: number, slot: number | null, group: string, field: string) =>
  `${rtuId}/${slot}/${group}/${field}`;
const namesOf = (rtuId: number, slot: number | null, group: string, fields: readonly string[]) =>
  fields.map((field) => nameOf(rtuId, slot, group, field));

/** An item as one that may set again what was set before it. */
export function setStep(item: AnyProposal): SetStep {
  if (!isSendable(item)) return { device: null, sets: [], waits: false };
  const { rtuId, slot } = item.target;
  const sets = item.type === 'send' ? [] : namesOf(rtuId, slot, item.group, Object.keys(item.edits));
  return { device: rtuId, sets, waits: (item.after ?? null) !== null };
}

/** The items with each field set once, by its last value, unless an item between waits. */
export function lastSets(items: readonly AnyProposal[]): AnyProposal[] {
  const found = overtaken(items.map(setStep));
  return items.flatMap((item, at): AnyProposal[] => {
    if (!isSendable(item)) return [item];
    const { lost, waitsAs } = found[at] ?? { lost: new Set<string>(), waitsAs: null };
    const waited = waitsAs === null ? item : items[waitsAs];
    const { after = null } = waited !== undefined && isSendable(waited) ? waited : item;
    if (item.type === 'send') return [{ ...item, after }];
    const { rtuId, slot } = item.target;
    const edits = Object.fromEntries(
      Object.entries(item.edits).filter(([field]) => !lost.has(nameOf(rtuId, slot, item.group, field))),
    );
    return Object.keys(edits).length === 0 ? [] : [{ ...item, edits, after }];
  });
}

/**
 * Says what items are refused beside those that the plan has already.
 * @throws Refusal 422 for a set without edits, a field of a device that is set twice without a step between that waits,
 *   or what is no name
 */
export function refuseUnclear(items: readonly AnyProposal[], known: readonly PlanItemRow[] = []): void {
  const looking = new SetAgain();
  for (const { type, rtu_id: rtuId, slot, group_id: group, edits, after } of known) {
    const sets = type === 'set' ? namesOf(rtuId, slot, group, Object.keys(parseValues(edits))) : [];
    looking.next({ device: rtuId, sets, waits: after !== null });
  }
  for (const item of items) {
    if (!isSendable(item)) continue;
    const fields = Object.keys(item.type === 'send' ? item.args : item.edits);
    if (fields.some((field) => field.length > longestField))
      throw new Refusal(422, 'parameterProblem.unknownField', {}, 'items');
    if (item.type !== 'send' && fields.length === 0) throw new Refusal(422, 'set.nothing', {}, 'items');
    const [name] = looking.next(setStep(item)).keys();
    if (name !== undefined) {
      const field = name.slice(name.lastIndexOf('/') + 1);
      throw new Refusal(422, 'plans.twice', {}, 'items', { field });
    }
  }
}

export interface ProposalTargets {
  /** Sensor type code; null for the RTU. */
  readonly kindOf: (target: { readonly rtuId: number; readonly slot: number | null }) => number | null;
  readonly stationOf: (rtuId: number) => number;
}

/** Looks all targets up at once. @throws Refusal 404 for one that does not exist, or is of another company */
export async function findTargets(
  db: Db,
  viewer: CompanyScope,
  items: readonly AnyProposal[],
): Promise<ProposalTargets> {
  const wanted = new Set(items.flatMap((item) => targetOf(item)?.rtuId ?? []));
  const own = () => visibleStations(db, viewer).innerJoin('rtus', 'rtus.station_id', 'stations.id');
  const ids = wanted.size === 0 ? [0] : [...wanted];
  const stationIds = new Set(items.flatMap((item) => (item.type === 'skip' ? item.stationId : [])));
  const [rtus, sensors, stations] = await Promise.all([
    own().select(['rtus.id', 'stations.id as stationId']).where('rtus.id', 'in', ids).execute(),
    own()
      .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
      .select(['rtus.id', 'sensors.slot', 'sensors.kind'])
      .where('rtus.id', 'in', ids)
      .where('sensors.retired_at', 'is', null)
      .execute(),
    visibleStations(db, viewer)
      .select('stations.id')
      .where('stations.id', 'in', stationIds.size === 0 ? [0] : [...stationIds])
      .execute(),
  ]);
  const missing = (what: string) => new Refusal(404, 'api.notFound', { what });
  const stationOfRtu = new Map(rtus.map((row) => [row.id, row.stationId]));
  const kinds = new Map(sensors.map((row) => [`${row.id}/${row.slot}`, row.kind]));
  const known = new Set(stations.map(({ id }) => id));
  for (const rtuId of wanted) if (!stationOfRtu.has(rtuId)) throw missing(`rtu ${rtuId}`);
  for (const stationId of stationIds) if (!known.has(stationId)) throw missing(`station ${stationId}`);
  for (const item of items) {
    if (!isSendable(item)) continue;
    const { rtuId, slot } = item.target;
    if (slot !== null && !kinds.has(`${rtuId}/${slot}`)) throw missing(`slot ${slot}`);
  }
  return {
    kindOf: ({ rtuId, slot }) => (slot === null ? null : (kinds.get(`${rtuId}/${slot}`) ?? null)),
    stationOf: (rtuId) => stationOfRtu.get(rtuId) ?? 0,
  };
}

const targetOf = (item: AnyProposal) =>
  item.type === 'skip' ? null : item.type === 'left' ? { rtuId: item.rtuId } : item.target;
