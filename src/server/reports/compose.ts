/** From the model and a template to a report in words. */
import type { Language } from '../../base/messages.ts';
import { formatNumber } from '../../base/number-text.ts';
import { zoneOffset } from '../../base/time.ts';
import { formatOffset } from '../../base/time-text.ts';
import type { ReportSection, ReportSignature, ReportTemplate } from '../../contract/reports.ts';
import { arrivalOf, levelOf, rainOf } from '../../domain/reports/conclusion.ts';
import type { ReportSensor, ReportStation } from '../../domain/reports/model.ts';
import { lensesAsked, lensOf } from '../../domain/reports/template.ts';
import { conclusionOf } from './conclusion-text.ts';
import type { BarsBlock, CurveBlock, PaperBlock, ReportDocument } from './document.ts';
import { lensBlocks, lensTable } from './lens-text.ts';
import {
  alarmsTable,
  arrivalsTable,
  devicesTable,
  rainTable,
  remarksTable,
  stationsTable,
} from './tables.ts';
import { type PaperModel, ReportVoice, signed } from './voice.ts';

/** What files are made of. */
export interface ReportParts {
  readonly model: PaperModel;
  readonly template: ReportTemplate;
  readonly templateRevision: number;
  readonly signatures: readonly ReportSignature[];
  /** SHA-256 of model and template, hex. */
  readonly checksum: string;
}

const day = 86_400_000;
/** Days of rain that are drawn as bars beside each other; more are put together to weeks. */
const mostBars = 35;

/** Number of the week by ISO 8601, with its year. */
function weekOf(t: number, zone: string): { week: number; year: number } {
  const local = new Date(t + zoneOffset(zone, t));
  const thursday = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()));
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  return { year, week: Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / day + 1) / 7) };
}

function kindOf(said: ReportVoice, template: ReportTemplate): string {
  const { from, to, timeZone } = said.model;
  const middle = from + (to - from) / 2;
  if (template.name !== '') return template.name;
  if (template.period === 'weekly') return said.text('reports.kind.weekly', weekOf(middle, timeZone));
  if (template.period === 'monthly')
    return said.text('reports.kind.monthly', { month: said.date(middle).slice(0, 7) });
  return said.text('reports.kind.event');
}

function coverOf(said: ReportVoice, section: ReportSection, parts: ReportParts): PaperBlock {
  const { model, template } = parts;
  const { stations, from, to, timeZone } = model;
  const rank = levelOf(stations);
  const arrival = arrivalOf(stations);
  const rain = Math.max(
    -1,
    ...stations.flatMap(({ sensors }) =>
      sensors.filter(({ isSum }) => isSum).map((one) => rainOf(one) ?? -1),
    ),
  );
  const sentences = conclusionOf(said);
  const line = (id: 'reports.client' | 'reports.author', name: string | undefined) =>
    name === undefined || name.trim() === '' ? [] : [said.text(id, { name: name.trim() })];
  return {
    type: 'cover',
    kind: kindOf(said, template),
    title: model.project.name,
    span: `${said.time(from)} – ${said.time(to)}, ${formatOffset(timeZone, from)}`,
    mark: section.mark?.trim() ?? '',
    verdict: {
      rank,
      title: said.text('reports.verdict', {
        level: rank === 0 ? said.text('reports.steady') : said.level(rank),
      }),
      text: sentences
        .slice(0, 3)
        .map(({ lead, text }) => (lead === '' ? text : `${lead}: ${text}`))
        .join(' '),
    },
    figures: [
      { label: said.text('reports.figure.stations'), value: String(stations.length) },
      {
        label: said.text('reports.figure.arrival'),
        value:
          arrival.expected === 0 ? '–' : `${formatNumber((arrival.received / arrival.expected) * 100, 1)} %`,
      },
      { label: said.text('reports.figure.rain'), value: rain < 0 ? '–' : `${formatNumber(rain, 1)} mm` },
      {
        label: said.text('reports.figure.alarms'),
        value: String(model.raised.reduce((sum, one) => sum + one, 0)),
      },
    ],
    lines: [
      ...line('reports.client', section.client),
      ...line(
        'reports.author',
        section.author?.trim() === '' ? undefined : (section.author ?? model.project.company),
      ),
      said.text('reports.made', {
        ...{ time: said.time(model.madeAt), by: model.madeBy, revision: parts.templateRevision },
        template: template.name === '' ? said.text(`reports.template.${template.period}`) : template.name,
      }),
    ],
  };
}

function curveOf(said: ReportVoice, station: ReportStation, sensor: ReportSensor): CurveBlock | null {
  const { curve, figures, unit, digits } = sensor;
  if (curve === null || figures === null) return null;
  const { from, to, timeZone } = said.model;
  // One line for a limit, though several rules may have it.
  const limits = new Map<string, CurveBlock['limits'][number]>();
  for (const { quantity, rank, limit, either } of sensor.limits) {
    if (quantity !== 'value') continue;
    for (const at of either ? [limit, -limit] : [limit])
      limits.set(`${rank} ${at}`, { rank, limit: at, label: formatNumber(at, digits) });
  }
  return {
    type: 'curve',
    title: `${station.code} ${station.name} · ${said.channel(sensor)}${unit === null ? '' : `, ${unit}`}`,
    aside: said.text('reports.inPeriod', { change: said.withUnit(signed(figures.change, digits), unit) }),
    ...{ curve, from, to, timeZone, digits },
    limits: [...limits.values()].toSorted((a, b) => a.limit - b.limit),
  };
}

function curvesOf(said: ReportVoice, least: number): readonly PaperBlock[] {
  const drawn = said.model.stations.flatMap((station) =>
    station.sensors
      .filter(({ peak }) => peak >= least)
      .flatMap((sensor) => curveOf(said, station, sensor) ?? []),
  );
  if (drawn.length === 0) return [{ type: 'paragraph', text: said.text('reports.noCurves'), isFaint: true }];
  return [...drawn, { type: 'paragraph', text: said.text('reports.curve.note'), isFaint: true }];
}

function rainOfGauges(said: ReportVoice): readonly PaperBlock[] {
  const gauges = said.model.stations.flatMap((station) =>
    station.sensors.filter(({ isSum }) => isSum).map((sensor) => ({ station, sensor })),
  );
  if (gauges.length === 0) return [{ type: 'paragraph', text: said.text('reports.noGauges'), isFaint: true }];
  return gauges.map(({ station, sensor }): BarsBlock => {
    const { days, digits, unit } = sensor;
    const per = days.length > mostBars ? 7 : 1;
    const bars: BarsBlock['bars'][number][] = [];
    for (let at = 0; at < days.length; at += per) {
      const own = days.slice(at, at + per);
      const amount = rainOf({ days: own });
      bars.push({ label: said.date(own[0]?.from ?? 0).slice(5), value: amount });
    }
    const sum = rainOf(sensor);
    return {
      type: 'bars',
      title: `${station.code} ${station.name} · ${said.channel(sensor)}, ${said.text(per === 7 ? 'reports.perWeek' : 'reports.perDay', { unit: unit ?? '' })}`,
      aside: sum === null ? '–' : said.withUnit(formatNumber(sum, digits), unit),
      ...{ bars, digits },
    };
  });
}

function signaturesOf(
  said: ReportVoice,
  { lines = [] }: ReportSection,
  { signatures, checksum }: ReportParts,
): PaperBlock {
  const own =
    lines.filter((line) => line.trim() !== '').length > 0
      ? lines.filter((line) => line.trim() !== '')
      : [
          said.text('reports.sign.made'),
          said.text('reports.sign.checked'),
          said.text('reports.sign.released'),
        ];
  const detail = (one: ReportSignature) =>
    said.text('reports.sign.detail', { time: said.time(one.at), checksum: one.checksum.slice(0, 16) });
  // Signatures stand on the lines in their order; those beyond have lines of their own.
  const count = Math.max(own.length, signatures.length);
  return {
    type: 'signatures',
    checksum: said.text('reports.checksum', { checksum }),
    lines: Array.from({ length: count }, (_, at) => {
      const one = signatures[at];
      return {
        role: one?.role !== undefined && one.role !== '' ? one.role : (own[at] ?? ''),
        signed:
          one === undefined
            ? ''
            : one.name === one.accountName
              ? one.name
              : `${one.name} (${one.accountName})`,
        detail: one === undefined ? '' : detail(one),
      };
    }),
  };
}

function blocksOf(said: ReportVoice, section: ReportSection, parts: ReportParts): readonly PaperBlock[] {
  const { model } = parts;
  const empty = (id: 'reports.noAlarms' | 'reports.noRemarks'): PaperBlock => ({
    ...{ type: 'paragraph', text: said.text(id), isFaint: true },
  });
  switch (section.type) {
    case 'cover':
      return [coverOf(said, section, parts)];
    case 'conclusion':
      return conclusionOf(said).map(({ lead, text, rank }) => ({ type: 'paragraph', lead, text, rank }));
    case 'stations':
      return [stationsTable(said)];
    case 'curves':
      return curvesOf(said, section.least ?? 0);
    case 'lens':
      return lensBlocks(said, lensOf(section));
    case 'rain':
      return rainOfGauges(said);
    case 'alarms': {
      const table = alarmsTable(said, section.least ?? 1);
      return table.rows.length === 0 ? [empty('reports.noAlarms')] : [table];
    }
    case 'arrivals':
      return [arrivalsTable(said)];
    case 'devices':
      return [devicesTable(said)];
    case 'remarks':
      return model.remarks.length === 0 ? [empty('reports.noRemarks')] : [remarksTable(said)];
    case 'text':
      return (section.text ?? '')
        .split(/\n{2,}/)
        .filter((text) => text.trim() !== '')
        .map((text) => ({ type: 'paragraph', text: text.trim() }));
    default:
      return [signaturesOf(said, section, parts)];
  }
}

/** A report in a language. */
export function composeReport(parts: ReportParts, language: Language): ReportDocument {
  const { model, template } = parts;
  const said = new ReportVoice(model, language);
  const blocks: PaperBlock[] = [];
  let number = 0;
  for (const section of template.sections) {
    const own = blocksOf(said, section, parts);
    if (section.type !== 'cover') {
      const heading =
        section.type === 'text'
          ? (section.heading?.trim() ?? '')
          : section.type === 'lens'
            ? said.text(`analysis.${lensOf(section)}.title`)
            : said.text(`reports.section.${section.type}`);
      if (heading !== '') {
        number += 1;
        blocks.push({ type: 'heading', text: `${number}  ${heading}` });
      }
    }
    blocks.push(...own);
  }
  const kind = kindOf(said, template);
  return {
    title: `${model.project.name}, ${kind}`,
    foot: `${model.project.name} · ${kind}`,
    madeAt: model.madeAt,
    author: model.madeBy,
    blocks,
  };
}

/** The sheets of a workbook: every table, whatever the template shows of it. */
export function reportSheets(parts: ReportParts, language: Language) {
  const said = new ReportVoice(parts.model, language);
  return {
    conclusion: conclusionOf(said),
    tables: [
      stationsTable(said),
      alarmsTable(said, 0),
      rainTable(said),
      arrivalsTable(said),
      devicesTable(said),
      remarksTable(said),
      ...lensesAsked(parts.template).map((lens) => lensTable(said, lens)),
    ],
    text: said.text,
    kind: kindOf(said, parts.template),
    span: `${said.time(parts.model.from)} – ${said.time(parts.model.to)}`,
  };
}
