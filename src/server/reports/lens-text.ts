/** What lenses say in a report, in words, pictures and a table. */
import type { MessageId } from '../../base/messages.ts';
import { formatNumber } from '../../base/number-text.ts';
import type { QuantityLens } from '../../base/quantity-lenses.ts';
import { leastReadings } from '../../domain/lenses/failure.ts';
import { lenses } from '../../domain/lenses/index.ts';
import { tangentBands } from '../../domain/lenses/tangent.ts';
import { leastFit } from '../../domain/readings/temperature-fit.ts';
import type { ReportLens, ReportSensor, ReportStation } from '../../domain/reports/model.ts';
import type { CurveBlock, PaperBlock, PaperCell, PaperColumn, TableBlock } from './document.ts';
import { type ReportVoice, signed } from './voice.ts';

interface Said {
  readonly station: ReportStation;
  readonly sensor: ReportSensor;
  readonly own: ReportLens;
}

const saidBy = (said: ReportVoice, lens: QuantityLens): readonly Said[] =>
  said.model.stations.flatMap((station) =>
    station.sensors.flatMap((sensor) =>
      (sensor.lenses ?? []).filter((own) => own.lens === lens).map((own) => ({ station, sensor, own })),
    ),
  );

const nameOf = (said: ReportVoice, { station, sensor }: Said) =>
  `${station.code} ${station.name} · ${said.channel(sensor)}`;

/** A number that may be unknown. */
const shown = (value: number | null | undefined, digits: number) =>
  value == null ? '–' : formatNumber(value, digits);
const moment = (said: ReportVoice, t: number | null | undefined) => (t == null ? '–' : said.time(t));
const perDay = (said: ReportVoice, value: number | null | undefined, sensor: ReportSensor) =>
  value == null ? '–' : said.rate(value, sensor);

/** The answer in a sentence, with the level that it stands for. */
function answerOf(
  said: ReportVoice,
  { sensor, own }: Said,
): { readonly text: string; readonly rank: number } {
  const { values } = own;
  const { text } = said;
  const { digits, unit } = sensor;
  switch (own.lens) {
    case 'failure':
      return {
        rank: 4,
        text: text(values['isOpen'] === 1 ? 'reports.lens.failure.open' : 'reports.lens.failure', {
          ...{ low: moment(said, values['low']), high: moment(said, values['high']) },
          ...{ middle: moment(said, values['middle']), onset: moment(said, values['onset']) },
          ...{ r2: shown(values['r2'], 2), since: values['since'] ?? 0 },
        }),
      };
    case 'tangent': {
      const rank = values['level'] ?? 0;
      return {
        rank: rank > 1 ? rank : 0,
        text: text('reports.lens.tangent', {
          ...{
            angle: shown(values['angle'], 1),
            band: text(`analysis.tangent.band.${(rank || 1) as 1 | 2 | 3 | 4}`),
          },
          ...{ rate: perDay(said, values['rate'], sensor), steady: perDay(said, values['steady'], sensor) },
          ...{ from: moment(said, values['from']), to: moment(said, values['to']) },
        }),
      };
    }
    case 'rate':
      return {
        rank: 0,
        text: text('reports.lens.rate', {
          ...{ rate: perDay(said, values['rate'], sensor), low: perDay(said, values['low'], sensor) },
          ...{ high: perDay(said, values['high'], sensor), peak: perDay(said, values['peak'], sensor) },
          peakAt: moment(said, values['peakAt']),
        }),
      };
    case 'temperature': {
      const [coefficient, uncertainty] = [values['coefficient'] ?? 0, values['uncertainty'] ?? 0];
      // A coefficient that may as well be 0 is no effect.
      const isSure = Math.abs(coefficient) > uncertainty;
      return {
        rank: 0,
        text: text(isSure ? 'reports.lens.temperature' : 'reports.lens.temperature.unsure', {
          coefficient: said.withUnit(signed(coefficient, digits + 1), `${unit ?? ''}/°C`),
          ...{ uncertainty: formatNumber(uncertainty, digits + 1), lag: shown(values['lag'], 0) },
          share: shown((values['explained'] ?? 0) * 100, 0),
          ...{ before: shown(values['before'], digits + 1), after: shown(values['after'], digits + 1) },
        }),
      };
    }
    default:
      return {
        rank: 0,
        text: text('reports.lens.rain', {
          ...{ soil: shown(values['soil'], 0), most: shown(values['soilMost'], 0) },
          ...{ events: values['events'] ?? 0, above: values['above'] ?? 0 },
          line: `I = ${shown(values['lineFactor'], 2)} D^${shown(values['lineExponent'], 2)}`,
          ...{
            days3: shown(values['days3'], 1),
            days7: shown(values['days7'], 1),
            days15: shown(values['days15'], 1),
          },
          wetted: shown((values['wetted'] ?? 0) * 60, 0),
        }),
      };
  }
}

/** Why there is no answer. */
function whyOf(said: ReportVoice, lens: QuantityLens, why: string): string {
  if (lens === 'failure')
    return said.text(`analysis.failure.${why}.title` as MessageId, { least: leastReadings });
  if (lens === 'tangent' && why === 'still') return said.text('analysis.tangent.still.title');
  if (lens === 'rain') return said.text(why === 'many' ? 'reports.lens.many' : 'analysis.rain.none');
  if (lens === 'temperature')
    return why === 'none'
      ? said.text('analysis.temperature.none')
      : said.text(`calibration.noFit.${why}` as MessageId, {
          ...{ readings: leastFit.readings, range: leastFit.range, hours: leastFit.span / 3_600_000 },
        });
  return said.text('analysis.few.title');
}

/** What the picture is of, with its unit. */
const picturedAs = (said: ReportVoice, lens: QuantityLens, sensor: ReportSensor): string => {
  const unit = sensor.unit ?? '';
  if (lens === 'failure') return said.text('analysis.failure.inverseTitle', { unit });
  if (lens === 'tangent') return said.text('analysis.tangent.angle');
  if (lens === 'rate') return said.text('analysis.velocityTitle', { unit });
  return lens === 'rain'
    ? `${said.text('analysis.rain.soil')}, mm`
    : `${said.text('calibration.corrected')}, ${unit}`;
};

function pictureOf(said: ReportVoice, one: Said, short: string): CurveBlock | null {
  const { sensor, own } = one;
  if (own.curve === null || own.curve.t.length === 0) return null;
  const { from, to, timeZone } = said.model;
  const { low, middle } = own.values;
  // A failure that lies near ahead is in the picture.
  const end =
    own.lens === 'failure' && middle != null ? Math.min(Math.max(to, middle), to + (to - from) / 2) : to;
  return {
    type: 'curve',
    title: `${nameOf(said, one)}: ${picturedAs(said, own.lens, sensor)}`,
    aside: short,
    ...{ curve: own.curve, from, to: Math.max(end, from + 1), timeZone },
    digits: own.lens === 'tangent' || own.lens === 'rain' ? 1 : sensor.digits + 1,
    limits:
      own.lens === 'tangent'
        ? tangentBands.map((limit, at) => ({ rank: at + 2, limit, label: `${limit}°` }))
        : [],
    ...(own.lens === 'failure' && low != null && middle != null
      ? { marks: [{ rank: 4, at: middle, label: said.text('analysis.failure.median') }] }
      : {}),
  };
}

const short = (said: ReportVoice, { sensor, own: { lens, values } }: Said): string => {
  if (lens === 'failure') return moment(said, values['middle']);
  if (lens === 'tangent') return `${shown(values['angle'], 1)}°`;
  if (lens === 'rate') return perDay(said, values['rate'], sensor);
  if (lens === 'rain') return `${shown(values['soil'], 0)} mm`;
  return said.withUnit(signed(values['coefficient'] ?? 0, sensor.digits + 1), `${sensor.unit ?? ''}/°C`);
};

const methodOf = {
  failure: 'analysis.failure.method',
  tangent: 'analysis.tangent.method',
  rate: 'analysis.rate.about.theilSen',
  rain: 'analysis.rain.method',
  temperature: 'calibration.method',
} as const satisfies Record<QuantityLens, MessageId>;

/** A section: each answer with its picture, then what has none by its reason, and where the method is from. */
export function lensBlocks(said: ReportVoice, lens: QuantityLens): readonly PaperBlock[] {
  const all = saidBy(said, lens);
  if (all.length === 0)
    return [{ type: 'paragraph', text: said.text('reports.lens.nothing'), isFaint: true }];
  const blocks: PaperBlock[] = [];
  const silent = new Map<string, string[]>();
  for (const one of all) {
    const { why } = one.own;
    if (why !== null) {
      const reason = whyOf(said, lens, why);
      const names = silent.get(reason) ?? [];
      names.push(nameOf(said, one));
      silent.set(reason, names);
      continue;
    }
    blocks.push({ type: 'paragraph', lead: nameOf(said, one), ...answerOf(said, one) });
    const picture = pictureOf(said, one, short(said, one));
    if (picture !== null) blocks.push(picture);
  }
  for (const [reason, names] of silent)
    blocks.push({ type: 'paragraph', lead: reason, text: names.join(said.text('reports.lens.between')) });
  const sources = said.text('analysis.sources', { sources: lenses[lens].sources.join('; ') });
  blocks.push({ type: 'paragraph', text: `${said.text(methodOf[lens])} ${sources}`, isFaint: true });
  return blocks;
}

/** Columns of a lens's table: values by name, with their digits; `more` are so many more than those of the sensor's value. */
const valuesOf: Readonly<
  Record<
    QuantityLens,
    readonly {
      readonly name: string;
      readonly id: MessageId;
      readonly digits?: number;
      readonly isTime?: true;
      readonly unit?: string;
    }[]
  >
> = {
  failure: [
    { name: 'low', id: 'reports.lens.column.low', isTime: true },
    { name: 'middle', id: 'reports.lens.column.middle', isTime: true },
    { name: 'high', id: 'reports.lens.column.high', isTime: true },
    { name: 'onset', id: 'analysis.failure.onset', isTime: true },
    { name: 'r2', id: 'analysis.failure.r2', digits: 2 },
    { name: 'since', id: 'analysis.failure.since', digits: 0 },
  ],
  tangent: [
    { name: 'angle', id: 'analysis.tangent.angle', digits: 1 },
    { name: 'rate', id: 'analysis.velocityNow', digits: 5 },
    { name: 'steady', id: 'analysis.tangent.steady', digits: 5 },
    { name: 'from', id: 'analysis.tangent.from', isTime: true },
    { name: 'to', id: 'analysis.tangent.to', isTime: true },
  ],
  rate: [
    { name: 'rate', id: 'analysis.velocityNow', digits: 5 },
    { name: 'low', id: 'reports.lens.column.rateLow', digits: 5 },
    { name: 'high', id: 'reports.lens.column.rateHigh', digits: 5 },
    { name: 'acceleration', id: 'analysis.acceleration', digits: 6 },
    { name: 'peak', id: 'reports.lens.column.peak', digits: 5 },
    { name: 'peakAt', id: 'reports.lens.column.peakAt', isTime: true },
  ],
  temperature: [
    { name: 'coefficient', id: 'reports.lens.column.coefficient', digits: 6 },
    { name: 'uncertainty', id: 'reports.lens.column.uncertainty', digits: 6 },
    { name: 'lag', id: 'calibration.lag', digits: 0, unit: 'min' },
    { name: 'explained', id: 'reports.lens.column.explained', digits: 3 },
    { name: 'before', id: 'calibration.before', digits: 5 },
    { name: 'after', id: 'calibration.after', digits: 5 },
  ],
  rain: [
    { name: 'soil', id: 'analysis.rain.soil', digits: 1, unit: 'mm' },
    { name: 'soilMost', id: 'reports.lens.column.soilMost', digits: 1, unit: 'mm' },
    { name: 'events', id: 'analysis.rain.events', digits: 0 },
    { name: 'above', id: 'reports.lens.column.above', digits: 0 },
    { name: 'most1h', id: 'analysis.rain.most1h', digits: 1, unit: 'mm' },
    { name: 'days3', id: 'reports.lens.column.days3', digits: 1, unit: 'mm' },
    { name: 'days7', id: 'reports.lens.column.days7', digits: 1, unit: 'mm' },
    { name: 'days15', id: 'reports.lens.column.days15', digits: 1, unit: 'mm' },
  ],
};

/** The answers of a lens as numbers, with those that have none and why: a sheet of the workbook. */
export function lensTable(said: ReportVoice, lens: QuantityLens): TableBlock {
  const named = valuesOf[lens];
  const column = (id: MessageId, part: number): PaperColumn => ({ title: said.text(id), part, kind: 'text' });
  return {
    type: 'table',
    title: said.text('reports.lens.sheet', { lens: said.text(`analysis.${lens}.title`) }),
    columns: [
      column('reports.column.station', 10),
      column('reports.column.name', 18),
      column('reports.column.quantity', 18),
      ...named.map(
        ({ id, digits, isTime, unit }): PaperColumn => ({
          ...{ title: said.text(id), part: 10, kind: isTime === true ? 'time' : 'number' },
          ...(digits === undefined ? {} : { digits }),
          ...(unit === undefined ? {} : { unit }),
        }),
      ),
      column('reports.lens.column.answer', 40),
    ],
    rows: saidBy(said, lens).map((one): readonly PaperCell[] => {
      const { station, sensor, own } = one;
      const text = own.why === null ? answerOf(said, one).text : whyOf(said, lens, own.why);
      return [
        { text: station.code },
        { text: station.name },
        { text: `${said.channel(sensor)}${sensor.unit === null ? '' : `, ${sensor.unit}`}` },
        ...named.map(({ name, digits = 0, isTime }): PaperCell => {
          const value = own.values[name] ?? null;
          return { text: isTime === true ? moment(said, value) : shown(value, digits), value };
        }),
        { text },
      ];
    }),
    note: '',
  };
}
