/** A mapping as the form edits it: texts by name. What the form cannot say is edited as JSON. */
import { kindByCode, rows, rtu } from '../../../catalogue/index.ts';
import type { Channel, RowId } from '../../../catalogue/model.ts';
import type { DataOf } from '../../../contract/call.ts';
import type { Mapping } from '../../../contract/mapping.ts';
import type { SiteStation } from '../../../contract/sites/sites.ts';
import type { trySample } from '../../../contract/sources.ts';
import { isOfFormula } from '../../state/own-kinds.ts';

export type Tried = DataOf<typeof trySample>;
export type Column = Tried['columns'][number];
export type MappingValues = Readonly<Record<string, string>>;
type SensorPart = Mapping['sensors'][number];

/** A channel of a station that a column can fill. */
export interface TargetChannel {
  /** `slot|row|channel`. */
  readonly value: string;
  readonly slot: number | 'rtu';
  readonly kindId: string | null;
  readonly row: RowId;
  readonly channel: Channel;
}

const fits = (channel: Channel) =>
  channel.type !== 'samples' && channel.type !== 'text' && channel.derived !== true;

/** Channels of a station's RTU and sensors, in the order of slots. */
export function placesOf(station: SiteStation | undefined): readonly TargetChannel[] {
  if (station?.rtu == null) return [];
  const sensors = station.rtu.sensors.filter(
    ({ retiredAt, kind }) => retiredAt === null && !isOfFormula(kind),
  );
  const own = [...sensors]
    .sort((a, b) => a.slot - b.slot)
    .flatMap(({ slot, kind: code }) => {
      const kind = kindByCode(code);
      return (kind?.rows ?? []).flatMap((row) =>
        rows[row].channels
          .filter((channel) => fits(channel) && kind?.without?.includes(`${row}/${channel.id}`) !== true)
          .map((channel) => placeOf(slot, kind?.id ?? null, row, channel)),
      );
    });
  const ofRtu = rtu.rows.flatMap((row) =>
    rows[row].channels.filter(fits).map((channel) => placeOf('rtu', null, row, channel)),
  );
  return [...own, ...ofRtu];
}

const placeOf = (
  slot: number | 'rtu',
  kindId: string | null,
  row: RowId,
  channel: Channel,
): TargetChannel => ({
  value: `${slot}|${row}|${channel.id}`,
  slot,
  kindId,
  row,
  channel,
});

/** Columns are named where all have names of their own, else numbered. */
export function refsOf(columns: readonly Column[], mapping: Partial<Mapping>): readonly (string | number)[] {
  const names = columns.map(({ name }) => name);
  const areNamed =
    (mapping.format !== 'delimited' || (mapping.header ?? 0) > 0) &&
    new Set(names).size === names.length &&
    !names.includes('');
  return columns.map(({ column, name }) => (areNamed ? name : column));
}

/** The mapping that a text is; null where it is none. */
export function readMapping(value: unknown): Mapping | null {
  const isMapping =
    typeof value === 'object' && value !== null && 'format' in value && 'sensors' in value && 'time' in value;
  // The server checks it whole; here its outline is enough to show it in the form.
  return isMapping ? (value as Mapping) : null;
}

/** True for a mapping that the form can say: one station, columns that are used once, the same device throughout. */
export function isPlain({ sensors }: Mapping): boolean {
  const stations = new Set(sensors.map(({ station }) => station));
  const devices = new Set(sensors.map(({ only }) => JSON.stringify(only ?? null)));
  const used = sensors.flatMap(({ channels }) =>
    Object.values(channels).flatMap(({ column }) => (column === undefined ? [] : [String(column)])),
  );
  return (
    stations.size <= 1 &&
    devices.size <= 1 &&
    new Set(used).size === used.length &&
    sensors.every(
      ({ element, channels }) =>
        element === undefined &&
        Object.values(channels).every(
          ({ column, tip, constant }) =>
            tip === undefined && (column !== undefined || constant !== undefined),
        ),
    )
  );
}

/** Sensors of a guess are those of the station: the first of its kind, then of its row, that is not taken. */
function adopt(
  sensor: SensorPart,
  channel: string,
  places: readonly TargetChannel[],
  taken: ReadonlySet<string>,
) {
  const open = places.filter(
    (place) => place.row === sensor.row && place.channel.id === channel && !taken.has(place.value),
  );
  const exact = open.find(({ slot }) => slot === sensor.slot);
  return (exact ?? open.find(({ kindId }) => kindId === (sensor.kind ?? null)) ?? open[0])?.value;
}

/** What the form shows of a mapping. */
export function valuesOf(
  mapping: Mapping,
  columns: readonly Column[],
  station: SiteStation | undefined,
  conflicts: string,
): MappingValues {
  const refs = refsOf(columns, mapping);
  const places = placesOf(station);
  const taken = new Set<string>();
  const { time } = mapping;
  const [first] = mapping.sensors;
  const values: Record<string, string> = {
    station: station?.code ?? '',
    timeZone: mapping.timeZone === '?' ? '' : mapping.timeZone,
    repeated: mapping.repeated ?? '',
    time: 'column' in time ? String(time.column) : '@kept',
    pattern: 'pattern' in time ? (time.pattern ?? '') : '',
    missing: (mapping.missing ?? []).join(' '),
    onlyColumn: first?.only === undefined ? '' : String(first.only.column),
    onlyValue: first?.only?.value ?? '',
    conflicts,
    json: '',
  };
  for (const [at, ref] of refs.entries()) {
    values[`to.${at}`] = '';
    values[`unit.${at}`] = '';
    values[`expression.${at}`] = '';
    for (const sensor of mapping.sensors)
      for (const [channel, from] of Object.entries(sensor.channels)) {
        if (from.column !== ref) continue;
        const place = adopt(sensor, channel, places, taken);
        if (place === undefined) continue;
        taken.add(place);
        values[`to.${at}`] = place;
        values[`unit.${at}`] = from.unit ?? '';
        values[`expression.${at}`] = from.expression ?? '';
      }
  }
  return values;
}

/** The mapping that the form says. `base`: what it began with, for what the form does not show. */
export function mappingOf(
  values: MappingValues,
  base: Mapping,
  columns: readonly Column[],
  places: readonly TargetChannel[],
  step: number | null,
): Mapping {
  const refs = refsOf(columns, base);
  const of = (name: string) => values[name] ?? '';
  const onlyRef = refs.find((ref) => String(ref) === of('onlyColumn'));
  const only =
    onlyRef !== undefined && of('onlyValue').trim() !== ''
      ? { only: { column: onlyRef, value: of('onlyValue').trim() } }
      : of('onlyColumn').startsWith('@') && of('onlyValue').trim() !== ''
        ? { only: { column: of('onlyColumn'), value: of('onlyValue').trim() } }
        : {};
  const sensors = new Map<string, SensorPart>();
  for (const [at, ref] of refs.entries()) {
    const place = places.find(({ value }) => value === of(`to.${at}`));
    if (place === undefined) continue;
    const { slot, row, kindId, channel } = place;
    const key = `${slot}|${row}`;
    const before = base.sensors.find((sensor) => sensor.slot === slot && sensor.row === row);
    const constants = Object.entries(before?.channels ?? {}).filter(
      ([, { constant }]) => constant !== undefined,
    );
    const sensor = sensors.get(key) ?? {
      station: of('station'),
      slot,
      row,
      ...(kindId === null ? {} : { kind: kindId }),
      ...only,
      channels: Object.fromEntries(constants),
    };
    sensors.set(key, sensor);
    const [unit, expression] = [of(`unit.${at}`), of(`expression.${at}`).trim()];
    sensor.channels[channel.id] = {
      column: ref,
      ...(expression === '' ? {} : { expression }),
      ...(unit === '' ? {} : { unit }),
    };
    // An amount belongs to the interval that ends at its time.
    if (channel.type === 'number' && channel.sum !== undefined)
      sensor.channels[channel.sum.interval] ??= { constant: Math.round((step ?? 3_600_000) / 1000) };
  }
  const timeRef =
    refs.find((ref) => String(ref) === of('time')) ??
    (of('time').startsWith('@received') ? '@received' : undefined);
  const pattern = of('pattern').trim();
  const time =
    timeRef === undefined ? base.time : { column: timeRef, ...(pattern === '' ? {} : { pattern }) };
  const missing = of('missing')
    .split(/\s+/)
    .filter((text) => text !== '');
  const { repeated: _repeated, missing: _missing, ...kept } = base;
  const repeated = (['order', 'first', 'second'] as const).find((rule) => rule === of('repeated'));
  return {
    ...kept,
    timeZone: of('timeZone').trim() || '?',
    time,
    ...(repeated === undefined ? {} : { repeated }),
    ...(missing.length === 0 ? {} : { missing }),
    sensors: [...sensors.values()],
  };
}

/** IANA zone in which times of a mapping's clock are shown. */
export function shownZone(timeZone: string): string {
  const match = /^(?:UTC|GMT)([+-])(\d{1,2})$/.exec(timeZone.trim());
  if (match !== null) return `Etc/GMT${match[1] === '+' ? '-' : '+'}${Number(match[2])}`;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
