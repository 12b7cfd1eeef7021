/** The back-test of edited limits over the last 30 days. */
import type { GroupId, KindDefinition, ParameterValue } from '../../catalogue/model.ts';
import { daysFired, type Limit, limitsOf, moves, type Track } from '../../domain/back-test.ts';
import type { SensorRow, Site } from '../sites/structure.ts';
import type { Storage } from '../storage/storage.ts';

type Values = Readonly<Record<string, ParameterValue>>;

const looked = 30 * 86_400_000;
/** One reading a minute; more are put together in spans of five minutes, whose lowest and highest are kept. */
const mostRaw = 45_000;
const bins = looked / 300_000;

export interface Edited {
  /** null = the RTU itself. */
  readonly sensor: SensorRow | null;
  readonly kind: KindDefinition | undefined;
  readonly group: GroupId;
  readonly known: Values;
  readonly edits: Values;
}

async function tracksOf(
  storage: Storage,
  sourceId: number,
  limit: Limit,
  now: number,
): Promise<readonly Track[]> {
  const { row, channels } = limit;
  const elements = limit.elements
    ? [
        ...new Set(
          (await storage.readings.latest(row, [sourceId])).map(({ element }) => element).filter((n) => n > 0),
        ),
      ]
    : [0];
  const tracks: Track[] = [];
  for (const element of elements) {
    const query = { sourceId, row, element, channels, from: now - looked, to: now, bins, rawUpTo: mostRaw };
    const columns = await storage.readings.history(query);
    for (const { value, last, mean, min, max } of columns.channels) {
      // Sums have no last: their bin's sum stands in its mean.
      const values = value ?? (limit.test.type === 'sum' ? mean : last);
      if (values !== null && columns.t.length > 0)
        tracks.push({ t: columns.t, value: values, low: min, high: max });
    }
  }
  return tracks;
}

/**
 * Days of the last 30 (by the station's clocks) on which the edited limits would have fired, as they are and as they
 * would be. Null where no limit is edited, or nothing was read.
 */
export async function alarmDays(
  storage: Storage,
  { rtu, station }: Site,
  { sensor, kind, group, known, edits }: Edited,
  now: number,
): Promise<{ before: number | null; after: number | null } | null> {
  const sourceId = sensor?.id ?? rtu?.id;
  if (sourceId === undefined || rtu === null) return null;
  const after = { ...known, ...edits };
  const edited = limitsOf(group, kind, after).filter(({ field }) => moves(field, edits));
  if (edited.length === 0) return null;
  const zone = station.time_zone;
  const datum = await storage.db
    .selectFrom('datums')
    .select(({ fn }) => fn.max('t').as('t'))
    .where('sensor_id', '=', sensor?.id ?? 0)
    .executeTakeFirst();
  const terms = (values: Values) => ({
    collectionCycle: rtu.collection_cycle,
    datumAt: datum?.t ?? null,
    hold: typeof values['hold'] === 'number' ? values['hold'] : 0,
  });
  let seen = false;
  /** null = a limit's value is not known. */
  const daysOf = async (values: Values): Promise<number | null> => {
    const days = new Set<number>();
    const limits = limitsOf(group, kind, values).filter(({ field }) => moves(field, edits));
    for (const limit of limits) {
      const value = values[limit.field];
      if (value === undefined) return null;
      // Null means off.
      const tracks = await tracksOf(storage, sourceId, limit, now);
      seen ||= tracks.some(({ t }) => t.length > 0);
      if (typeof value !== 'number') continue;
      for (const track of tracks)
        for (const day of daysFired(track, limit, value, zone, terms(values))) days.add(day);
    }
    return days.size;
  };
  const pair = { before: await daysOf(known), after: await daysOf(after) };
  return seen ? pair : null;
}
