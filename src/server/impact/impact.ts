/** What edits of parameters would cost and cause, from what this RTU did so far. */
import { Refusal } from '../../base/errors.ts';
import { enumValues, groups, kindByCode, rtu as rtuDefinition } from '../../catalogue/index.ts';
import type { GroupId, ParameterValue } from '../../catalogue/model.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { Impact, impact as impactCall } from '../../contract/devices/parameters.ts';
import { kindChannels } from '../../derive/kind-channels.ts';
import {
  batteryDays,
  bytesPerDay,
  type ChargeReading,
  type Cycles,
  dailyDraw,
  ownDischarge,
  type ReadingSize,
  reportsPerDay,
} from '../../domain/impact.ts';
import { checkField } from '../../domain/parameters/parameter-rules.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import type { Site } from '../sites/structure.ts';
import type { Storage } from '../storage/storage.ts';
import { alarmDays } from './alarms.ts';
import { type Known, readKnown } from './known.ts';

type Values = Readonly<Record<string, ParameterValue>>;

const day = 86_400_000;
/** Days of the battery that are looked at, and hours of a step where its readings are many. */
const batteryLooked = 60 * day;
const notCharging = enumValues.chargeState.indexOf('notCharging');

const numberOf = (value: ParameterValue | undefined) => (typeof value === 'number' ? value : null);

/** The group's definition, where the device has it. @throws Refusal 404 */
function groupOf(id: string, of: readonly GroupId[]): GroupId {
  const group = of.find((one) => one === id);
  if (group === undefined) throw new Refusal(404, 'api.notFound', { what: `group ${id}` });
  return group;
}

/** Edits that the group's bounds allow: of a value that may not be set nothing is said. */
function fitting(group: GroupId, edits: Values): Values {
  return Object.fromEntries(
    Object.entries(edits).filter(([id, value]) => {
      const field = groups[group].fields.find((one) => one.id === id);
      return field !== undefined && checkField(field, value) === null;
    }),
  );
}

function cyclesOf(site: Site, values: Values): Cycles {
  return {
    sendCycle: numberOf(values['sendCycle']) ?? site.rtu?.send_cycle ?? null,
    collectionCycle: numberOf(values['collectionCycle']) ?? site.rtu?.collection_cycle ?? null,
    fastCollect: values['fastCollect'] === true,
    fastCollectCycle: numberOf(values['fastCollectCycle']),
    fastCollectDuration: numberOf(values['fastCollectDuration']),
  };
}

/** How many values a reading of each sensor has; `slot` with its edits, where a sensor is edited. */
async function sizesOf(
  storage: Storage,
  site: Site,
  known: Known,
  edited: { readonly slot: number | null; readonly group: GroupId; readonly edits: Values },
): Promise<readonly ReadingSize[]> {
  const ids = site.sensors.map(({ id }) => id);
  const latest = ids.length === 0 ? [] : await storage.readings.latest(null, ids);
  return site.sensors.flatMap((sensor) => {
    const kind = kindByCode(sensor.kind);
    if (kind === undefined) return [];
    const channels = kindChannels(kind).filter(
      ({ channel }) => channel.type !== 'samples' && channel.derived === undefined,
    );
    const elements = Math.max(
      0,
      ...latest
        .filter(({ sourceId, row }) => sourceId === sensor.id && row !== 'status')
        .map((row) => row.element),
    );
    const ofElement = channels.filter(({ element }) => element).length;
    const values = channels.length - ofElement + ofElement * elements;
    const group = kind.groups.find((id) => groups[id].fields.some((field) => field.id === 'collectionCycle'));
    const own =
      group === undefined
        ? null
        : numberOf(
            {
              ...known(sensor.slot, group),
              ...(edited.slot === sensor.slot && edited.group === group ? edited.edits : {}),
            }['collectionCycle'],
          );
    return [{ values, collectionCycle: own }];
  });
}

/** The battery as the status rows of the last weeks report it. */
async function chargesOf(storage: Storage, rtuId: number, now: number): Promise<readonly ChargeReading[]> {
  const columns = await storage.readings.history({
    sourceId: rtuId,
    row: 'status',
    element: 0,
    channels: ['batteryCharge', 'chargeState'],
    from: now - batteryLooked,
    to: now,
    bins: batteryLooked / 3_600_000,
  });
  const [charge, state] = columns.channels.map((channel) => channel.value ?? channel.last);
  return Array.from(columns.t, (t, index) => ({
    t,
    charge: charge?.[index] ?? Number.NaN,
    discharging: state?.[index] === notCharging,
  })).filter((reading) => !Number.isNaN(reading.charge));
}

/** @throws Refusal 404 for a foreign station, or a device or a group that the station does not have */
export async function readImpact(
  { storage, board, now }: { storage: Storage; board: Pick<Board, 'one'>; now: () => number },
  viewer: Viewer,
  stationId: number,
  body: BodyOf<typeof impactCall>,
): Promise<{ impact: Impact }> {
  const { site } = board.one(viewer, stationId);
  const { rtuId, slot } = body.target;
  if (site.rtu === null || site.rtu.id !== rtuId)
    throw new Refusal(404, 'api.notFound', { what: `rtu ${rtuId}` });
  const sensor = slot === null ? null : site.sensors.find((one) => one.slot === slot);
  if (sensor === undefined) throw new Refusal(404, 'api.notFound', { what: `slot ${slot}` });
  const kind = sensor === null ? undefined : kindByCode(sensor.kind);
  const group = groupOf(body.group, sensor === null ? rtuDefinition.groups : (kind?.groups ?? []));
  const edits = fitting(group, body.edits);
  const known = await readKnown(storage.db, rtuId);

  const ofRtu = known(null, 'rtu');
  const before = cyclesOf(site, ofRtu);
  const after = cyclesOf(site, group === 'rtu' ? { ...ofRtu, ...edits } : ofRtu);
  const sizes = {
    before: await sizesOf(storage, site, known, { slot, group, edits: {} }),
    after: await sizesOf(storage, site, known, { slot, group, edits }),
  };
  const statusValues = kindChannels(rtuDefinition).length;
  const charges = await chargesOf(storage, rtuId, now());
  const draw = { before: dailyDraw(before, sizes.before), after: dailyDraw(after, sizes.after) };
  const pair = (one: number | null, other: number | null) =>
    one === null && other === null ? null : { before: one, after: other };
  const battery = batteryDays(charges.at(-1)?.charge ?? null, ownDischarge(charges), draw);
  return {
    impact: {
      reportsPerDay: pair(reportsPerDay(before), reportsPerDay(after)),
      batteryDays: battery.before === null ? null : battery,
      dataPerDay: pair(
        bytesPerDay(before, statusValues, sizes.before),
        bytesPerDay(after, statusValues, sizes.after),
      ),
      alarms: await alarmDays(
        storage,
        site,
        { sensor, kind, group, known: known(slot, group), edits },
        now(),
      ),
    },
  };
}
