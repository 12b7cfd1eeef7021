/** The conclusion of a report in words: a sentence for each finding. */
import { findingsOf, type ReportFinding } from '../../domain/reports/conclusion.ts';
import type { ReportSensor, ReportStation } from '../../domain/reports/model.ts';
import type { ReportVoice } from './voice.ts';
import { signed } from './voice.ts';

export interface ReportSentence {
  /** What it is about, said before it; '' = everything. */
  readonly lead: string;
  readonly text: string;
  readonly rank: number;
}

const nameOf = ({ code, name }: ReportStation) => `${code} ${name}`;
const mostCodes = 12;
const codesOf = (stations: readonly ReportStation[]): string =>
  stations.length > mostCodes
    ? `${stations
        .slice(0, mostCodes)
        .map(({ code }) => code)
        .join(', ')} … (${stations.length})`
    : stations.map(({ code }) => code).join(', ');

/** How a sensor moved: change, rate, and its nearest limit. */
function movement(said: ReportVoice, sensor: ReportSensor): string {
  const { figures } = sensor;
  if (figures === null) return '';
  const parts = [
    said.text('reports.say.change', {
      channel: said.channel(sensor),
      change: said.withUnit(signed(figures.change, sensor.digits), sensor.unit),
      last: said.withUnit(said.number(figures.last, sensor), sensor.unit),
    }),
    ...(figures.rate === null
      ? []
      : [said.text('reports.say.rate', { rate: said.rate(figures.rate.perDay, sensor) })]),
    ...(figures.share === null
      ? []
      : [
          said.text('reports.say.share', {
            part: said.percent(figures.share.part),
            limit: said.limit(figures.share.limit, sensor),
            level: said.level(figures.share.limit.rank),
          }),
        ]),
  ];
  return parts.join(said.text('reports.say.and'));
}

function sentenceOf(said: ReportVoice, finding: ReportFinding): ReportSentence {
  const { text } = said;
  switch (finding.type) {
    case 'quiet':
      return { lead: '', rank: 0, text: text('reports.say.quiet') };
    case 'level': {
      const { peak, present, stations } = finding;
      return {
        lead: '',
        rank: peak,
        text: text('reports.say.level', {
          ...{ peak: said.level(peak), present: said.level(present), stations },
        }),
      };
    }
    case 'reached': {
      const { station, sensor } = finding;
      const { peak, present } = station;
      return {
        lead: nameOf(station),
        rank: peak,
        text: [
          text('reports.say.reached', { peak: said.level(peak), present: said.level(present) }),
          sensor === null ? '' : `${movement(said, sensor)}${text('reports.say.end')}`,
        ].join(''),
      };
    }
    case 'near':
      return {
        lead: nameOf(finding.station),
        rank: 0,
        text: `${movement(said, finding.sensor)}${text('reports.say.end')}`,
      };
    case 'failure': {
      const { station, sensor } = finding;
      const forecast = sensor.figures?.forecast ?? null;
      if (forecast === null) return { lead: nameOf(station), rank: station.peak, text: '' };
      return {
        lead: nameOf(station),
        rank: station.peak,
        text: text(forecast.isOpen ? 'reports.say.failureOpen' : 'reports.say.failure', {
          ...{ channel: said.channel(sensor), onset: said.time(forecast.onset) },
          ...{ low: said.time(forecast.low), high: said.time(forecast.high) },
          ...{ r2: forecast.r2.toFixed(2), since: forecast.since },
        }),
      };
    }
    case 'rain': {
      const { station, amount, worst } = finding;
      return {
        lead: text('reports.section.rain'),
        rank: 0,
        text:
          worst === null
            ? text('reports.say.noRain', { station: nameOf(station) })
            : text('reports.say.rain', {
                ...{ station: nameOf(station), amount: amount.toFixed(1) },
                ...{ day: said.date(worst.from), most: worst.amount.toFixed(1) },
              }),
      };
    }
    case 'arrival': {
      const { expected, received, poor } = finding;
      const whole = text('reports.say.arrival', {
        ...{ rate: said.percent(expected === 0 ? 0 : received / expected), expected, received },
      });
      return {
        lead: text('reports.section.arrivals'),
        rank: 0,
        text: poor.length === 0 ? whole : `${whole}${text('reports.say.poor', { stations: codesOf(poor) })}`,
      };
    }
    case 'silent':
      return { lead: '', rank: 0, text: text('reports.say.silent', { stations: codesOf(finding.stations) }) };
    case 'retired':
      return {
        lead: '',
        rank: 0,
        text: text('reports.say.retired', { stations: codesOf(finding.stations) }),
      };
    default:
      return { lead: '', rank: 0, text: text('reports.say.others', { count: finding.count }) };
  }
}

/** The conclusion, the gravest first. */
export const conclusionOf = (said: ReportVoice): readonly ReportSentence[] =>
  findingsOf(said.model)
    .map((finding) => sentenceOf(said, finding))
    .filter(({ text }) => text !== '');
