/** What a column may measure, by its name and unit in three languages. */
import { rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { converter } from '../../domain/convert-unit.ts';
import type { ChannelMapping, ColumnName, SensorMapping } from './mapping.ts';

export interface NamedColumn {
  readonly column: ColumnName;
  readonly name: string;
  /** As the file writes it; empty where it does not. */
  readonly unit: string;
}

interface Known {
  readonly words: RegExp;
  readonly kind: string | null;
  readonly row: RowId;
  readonly channel: string;
}

/** The first that fits counts: the special before the general. */
const known: readonly Known[] = [
  { words: /batt|电池|電池|电源电压|電源電圧/i, kind: null, row: 'status', channel: 'batteryVoltage' },
  {
    words: /p_?temp|panel.?t|logger.?t|机箱温度|ロガー温度|筐体温度/i,
    kind: null,
    row: 'status',
    channel: 'ambientTemperature',
  },
  { words: /(?<!st)rain|precip|雨|降水/i, kind: 'rain', row: 'rain', channel: 'amount' },
  { words: /moist|vwc|含水|水分/i, kind: 'moisture', row: 'moisture', channel: 'moisture' },
  { words: /crack|fissure|裂|亀裂|ひび/i, kind: 'crackRs485', row: 'crack', channel: 'length' },
  { words: /barom|air.?press|气压|気圧/i, kind: 'air', row: 'air', channel: 'pressure' },
  { words: /humid|\brh\b|湿度/i, kind: 'air', row: 'air', channel: 'humidity' },
  { words: /earth.?press|土压|土圧/i, kind: 'earthPressure', row: 'stress', channel: 'stress' },
  { words: /pore|piezo|渗压|孔隙水|間隙水/i, kind: 'porePressure', row: 'pore', channel: 'pressure' },
  { words: /pressure|水压|水圧/i, kind: 'waterLevel', row: 'level', channel: 'pressure' },
  { words: /gust|阵风|瞬間風速/i, kind: 'wind', row: 'wind', channel: 'gust' },
  { words: /wind.?dir|风向|風向/i, kind: 'wind', row: 'wind', channel: 'direction' },
  { words: /wind(?!ow)|风速|風速/i, kind: 'wind', row: 'wind', channel: 'speed' },
  {
    words: /strain(?!.*temp)|应变(?!.*温)|ひずみ(?!.*温)/i,
    kind: 'strain',
    row: 'strain',
    channel: 'strain',
  },
  { words: /axial.?force|轴力|軸力/i, kind: 'axialForce', row: 'force', channel: 'force' },
  { words: /anchor|锚|アンカー/i, kind: 'anchorLoad', row: 'force', channel: 'force' },
  { words: /water.?level|level|stage|head|水位/i, kind: 'waterLevel', row: 'level', channel: 'level' },
  {
    words: /(?:tilt|incl|angle|倾|傾|角).*[_ -]?z|[_ -]z\b|z轴|z軸/i,
    kind: 'rt1030',
    row: 'tilt',
    channel: 'z',
  },
  {
    words: /(?:tilt|incl|angle|倾|傾|角).*[_ -]?y|[_ -]y\b|y轴|y軸/i,
    kind: 'rt1030',
    row: 'tilt',
    channel: 'y',
  },
  { words: /tilt|inc(?:l|-|\b)|angle|倾|傾|角|[_ -]x\b|x轴|x軸/i, kind: 'rt1030', row: 'tilt', channel: 'x' },
  { words: /temp|therm|温/i, kind: 'temperature', row: 'temperature', channel: 'temperature' },
];

const unitNames: Readonly<Record<string, string>> = {
  '℃': '°C',
  degc: '°C',
  'deg c': '°C',
  deg_c: '°C',
  c: '°C',
  '℉': '°F',
  degf: '°F',
  degrees: 'deg',
  volts: 'V',
  volt: 'V',
  v: 'V',
  mm: 'mm',
  毫米: 'mm',
  米: 'm',
  度: 'deg',
  '％': '%',
  percent: '%',
  kpa: 'kPa',
  hpa: 'hPa',
  hz: 'Hz',
  ue: 'με',
  µε: 'με',
  με: 'με',
  microstrain: 'με',
  'm/sec': 'm/s',
  kn: 'kN',
  knot: 'kt',
  knots: 'kt',
  mpa: 'MPa',
  mbar: 'mbar',
  inch: 'in',
  inches: 'in',
};

/** Name and unit of a header cell: `INC-01 [deg]`, `水位(m)`, `雨量（mm）`. */
export function splitName(text: string): { readonly name: string; readonly unit: string } {
  const match = /^(.*?)\s*[[(（［]([^\])）］]{1,12})[\])）］]\s*$/.exec(text);
  const unit = match?.[2] ?? '';
  // `Resist(3)` is the third of its kind.
  return match === null || /^\d+$/.test(unit) ? { name: text, unit: '' } : { name: match[1] ?? '', unit };
}

/** The mapping's word for a unit, where it can be converted to the channel's. */
function unitFor(text: string, row: RowId, channel: string): string | undefined {
  const own = rows[row].channels.find(({ id }) => id === channel);
  const unit = unitNames[text.trim().toLowerCase()] ?? text.trim();
  if (own?.type !== 'number' || unit === '' || unit === own.unit) return undefined;
  return converter(unit, own.unit) === null ? undefined : unit;
}

export interface ChannelGuess {
  readonly sensors: readonly SensorMapping[];
  /** By column: `kind row.channel`, null where nothing is known. */
  readonly said: ReadonlyMap<ColumnName, string | null>;
}

/** Sensors of the columns, as far as their names identify them; unknown ones have question marks to be filled in. */
export function guessChannels(columns: readonly NamedColumn[], stepSeconds: number | null): ChannelGuess {
  const sensors: SensorMapping[] = [];
  const said = new Map<ColumnName, string | null>();
  let slot = 0;
  let status: SensorMapping | null = null;
  let tilt: SensorMapping | null = null;
  for (const { column, name, unit } of columns) {
    const found = known.find(({ words }) => words.test(name));
    if (found === undefined) {
      said.set(column, null);
      sensors.push({ slot: Math.min(63, slot), kind: '?', name, row: '?', channels: { '?': { column } } });
      slot += 1;
      continue;
    }
    const { kind, row, channel } = found;
    const named = unitFor(unit, row, channel);
    const mapping: ChannelMapping = { column, ...(named === undefined ? {} : { unit: named }) };
    said.set(column, `${kind ?? 'rtu'} ${row}.${channel}`);
    if (kind === null) {
      if (status === null) {
        status = { slot: 'rtu', row, channels: {} };
        sensors.push(status);
      }
      status.channels[channel] ??= mapping;
      continue;
    }
    if (row === 'tilt' && tilt !== null && channel !== 'x' && tilt.channels[channel] === undefined) {
      tilt.channels[channel] = mapping;
      continue;
    }
    const sensor: SensorMapping = {
      slot: Math.min(63, slot),
      kind,
      ...(name === '' ? {} : { name: name.slice(0, 64) }),
      row,
      channels: { [channel]: mapping },
    };
    if (row === 'rain' && stepSeconds !== null) sensor.channels['interval'] = { constant: stepSeconds };
    if (row === 'tilt') tilt = sensor;
    sensors.push(sensor);
    slot += 1;
  }
  return { sensors, said };
}
