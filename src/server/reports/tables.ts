/** The tables of a report. */
import type { MessageId } from '../../base/messages.ts';
import { formatNumber } from '../../base/number-text.ts';
import { alarmText } from '../../derive/alarm-text.ts';
import { flagMessage } from '../../derive/messages.ts';
import { arrivalOf, rainOf } from '../../domain/reports/conclusion.ts';
import type { PaperCell, PaperColumn, TableBlock } from './document.ts';
import { type ReportVoice, signed } from './voice.ts';

const plain = (text: string): PaperCell => ({ text });
const strong = (text: string): PaperCell => ({ text, isStrong: true });
const counted = (value: number): PaperCell => ({ text: String(value), value });
const day = 86_400_000;

const column = (
  said: ReportVoice,
  id: MessageId,
  part: number,
  kind: PaperColumn['kind'] = 'text',
): PaperColumn => ({ title: said.text(id), part, kind });
/** A column of numbers with so many digits. */
const numbers = (
  said: ReportVoice,
  digits: number,
  unit: string | null,
  id: MessageId,
  part: number,
): PaperColumn => ({
  ...{ title: said.text(id), part, kind: 'number', digits },
  ...(unit === null ? {} : { unit }),
});

/** Stations and their sensors with levels, changes and rates against limits. */
export function stationsTable(said: ReportVoice): TableBlock {
  const rows = said.model.stations.flatMap((station) =>
    station.sensors.map((sensor): readonly PaperCell[] => {
      const { figures, unit, digits, isSum } = sensor;
      const head = [
        strong(station.code),
        plain(station.name),
        plain(`${said.channel(sensor)}${unit === null ? '' : `, ${unit}`}`),
      ];
      const level: PaperCell =
        sensor.peak === 0
          ? plain(said.text('reports.steady'))
          : { text: said.level(sensor.peak), rank: sensor.peak };
      if (isSum) {
        const amount = rainOf(sensor);
        const total: PaperCell =
          amount === null ? plain('–') : { text: formatNumber(amount, digits), value: amount };
        return [...head, plain('–'), total, plain('–'), plain('–'), plain('–'), level];
      }
      if (figures === null)
        return [
          ...head,
          plain('–'),
          plain('–'),
          plain('–'),
          plain('–'),
          plain('–'),
          plain(said.text('reports.noReadings')),
        ];
      const { share, rate } = figures;
      return [
        ...head,
        { text: formatNumber(figures.first, digits), value: figures.first },
        { text: formatNumber(figures.last, digits), value: figures.last },
        { text: signed(figures.change, digits), value: figures.change },
        rate === null ? plain('–') : { text: signed(rate.perDay, digits + 1), value: rate.perDay },
        share === null
          ? plain('–')
          : {
              text: `${said.percent(share.part)} ${said.limit(share.limit, sensor)}`,
              rank: share.part >= 1 ? share.limit.rank : 0,
            },
        level,
      ];
    }),
  );
  const rules = new Map<string, string>();
  for (const { sensors } of said.model.stations)
    for (const { limits } of sensors)
      for (const { ruleName, version } of limits)
        rules.set(ruleName, said.text('alarms.rule', { name: ruleName, version }));
  return {
    type: 'table',
    title: said.text('reports.section.stations'),
    columns: [
      column(said, 'reports.column.station', 10),
      column(said, 'reports.column.name', 17),
      column(said, 'reports.column.quantity', 19),
      column(said, 'reports.column.first', 9, 'number'),
      column(said, 'reports.column.last', 9, 'number'),
      column(said, 'reports.column.change', 9, 'number'),
      column(said, 'reports.column.rate', 9, 'number'),
      column(said, 'reports.column.share', 15),
      column(said, 'reports.column.level', 11),
    ],
    rows,
    note:
      rules.size === 0
        ? said.text('reports.noRules')
        : said.text('reports.byRules', { rules: [...rules.values()].join(', ') }),
  };
}

/** Alarms of the period with what was found of them. */
export function alarmsTable(said: ReportVoice, least: number): TableBlock {
  const { alarms, raised } = said.model;
  const shown = alarms.filter(({ peak }) => peak >= least);
  const minutes = (ms: number) => Math.round(ms / 60_000);
  return {
    type: 'table',
    title: said.text('reports.section.alarms'),
    columns: [
      column(said, 'reports.column.raised', 15, 'time'),
      column(said, 'reports.column.station', 10),
      column(said, 'reports.column.what', 33),
      column(said, 'reports.column.level', 10),
      column(said, 'reports.column.answered', 16),
      column(said, 'reports.column.finding', 22),
    ],
    rows: shown.map((alarm): readonly PaperCell[] => [
      { text: said.time(alarm.raisedAt), value: alarm.raisedAt },
      strong(alarm.stationCode),
      plain(alarmText({ isBlind: alarm.isBlind, present: alarm.peak, facts: alarm.facts }, said.text)),
      { text: said.level(alarm.peak), rank: alarm.peak },
      plain(
        alarm.answeredAt === null
          ? said.text('reports.notAnswered')
          : said.text('reports.answeredAfter', {
              ...{ by: alarm.answeredBy ?? '', minutes: minutes(alarm.answeredAt - alarm.raisedAt) },
            }),
      ),
      plain(
        [
          alarm.closedAt === null
            ? said.text('reports.open')
            : alarm.finding === null
              ? said.text('reports.closed')
              : said.text(`alarms.finding.${alarm.finding}` as MessageId),
          alarm.note,
        ]
          .filter((one) => one !== '')
          .join(': '),
      ),
    ]),
    note: said.text('reports.raisedCount', {
      count: raised.reduce((sum, one) => sum + one, 0),
      red: raised[3],
      orange: raised[2],
      yellow: raised[1],
      blue: raised[0],
    }),
  };
}

/** What was due of each station, what came, and the longest gap. */
export function arrivalsTable(said: ReportVoice): TableBlock {
  const { stations } = said.model;
  const rate = (expected: number, received: number): PaperCell =>
    expected === 0
      ? plain('–')
      : {
          text: `${formatNumber((received / expected) * 100, 1)} %`,
          value: (received / expected) * 100,
          isStrong: true,
        };
  const rows = stations
    .filter((station) => arrivalOf([station]).expected > 0)
    .map((station): readonly PaperCell[] => {
      const { expected, received } = arrivalOf([station]);
      const gaps = station.sensors.flatMap((sensor) => sensor.gaps);
      const longest = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
      return [
        strong(station.code),
        plain(station.name),
        counted(expected),
        counted(received),
        rate(expected, received),
        counted(station.sensors.reduce((sum, { gapCount }) => sum + gapCount, 0)),
        plain(
          longest === undefined
            ? ''
            : said.text('reports.gap', {
                ...{
                  hours: formatNumber((longest.to - longest.from) / 3_600_000, 1),
                  from: said.time(longest.from),
                },
                kind: said.text(`reports.gap.${longest.kind}`),
              }),
        ),
      ];
    });
  const all = arrivalOf(stations);
  return {
    type: 'table',
    title: said.text('reports.section.arrivals'),
    columns: [
      column(said, 'reports.column.station', 12),
      column(said, 'reports.column.name', 22),
      numbers(said, 0, null, 'reports.column.expected', 11),
      numbers(said, 0, null, 'reports.column.received', 11),
      numbers(said, 1, '%', 'reports.column.arrival', 10),
      numbers(said, 0, null, 'reports.column.gaps', 8),
      column(said, 'reports.column.longest', 32),
    ],
    rows: [
      ...rows,
      [
        strong(said.text('reports.all')),
        plain(''),
        counted(all.expected),
        counted(all.received),
        rate(all.expected, all.received),
        plain(''),
        plain(''),
      ],
    ],
    note: said.text('reports.arrival.note'),
  };
}

/** Batteries, signal and faults that RTUs reported. */
export function devicesTable(said: ReportVoice): TableBlock {
  const number = (value: number | null, digits: number): PaperCell =>
    value === null ? plain('–') : { text: formatNumber(value, digits), value };
  return {
    type: 'table',
    title: said.text('reports.section.devices'),
    columns: [
      column(said, 'reports.column.station', 12),
      column(said, 'reports.column.sn', 16),
      numbers(said, 0, null, 'reports.column.reports', 10),
      numbers(said, 2, 'V', 'reports.column.battery', 11),
      numbers(said, 2, 'V', 'reports.column.batteryLeast', 11),
      numbers(said, 0, 'dBm', 'reports.column.signal', 11),
      column(said, 'reports.column.faults', 33),
    ],
    rows: said.model.stations.flatMap(({ code, device }): readonly (readonly PaperCell[])[] =>
      device === null
        ? []
        : [
            [
              strong(code),
              plain(device.sn),
              counted(device.reports),
              number(device.batteryLast, 2),
              number(device.batteryLeast, 2),
              number(device.signalMean, 0),
              plain(
                device.faults
                  .map(({ flag, reports }) => `${said.text(flagMessage('status', flag))} (${reports})`)
                  .join(', '),
              ),
            ],
          ],
    ),
    note: '',
  };
}

export function remarksTable(said: ReportVoice): TableBlock {
  const { remarks, remarkCount } = said.model;
  return {
    type: 'table',
    title: said.text('reports.section.remarks'),
    columns: [
      column(said, 'reports.column.at', 15, 'time'),
      column(said, 'reports.column.station', 11),
      column(said, 'reports.column.remark', 58),
      column(said, 'reports.column.by', 16),
    ],
    rows: remarks.map(({ at, stationCode, text, by }) => [
      { text: said.time(at), value: at },
      strong(stationCode),
      plain(text),
      plain(by),
    ]),
    note:
      remarkCount > remarks.length
        ? said.text('reports.more', { shown: remarks.length, count: remarkCount })
        : '',
  };
}

/** Amounts of rain by day and gauge, for a spreadsheet. */
export function rainTable(said: ReportVoice): TableBlock {
  const gauges = said.model.stations.flatMap((station) =>
    station.sensors.filter(({ isSum }) => isSum).map((sensor) => ({ station, sensor })),
  );
  const days = gauges[0]?.sensor.days ?? [];
  return {
    type: 'table',
    title: said.text('reports.section.rain'),
    columns: [
      column(said, 'reports.column.day', 20),
      ...gauges.map(({ station, sensor }) => ({
        ...({
          title: `${station.code} #${sensor.slot}`,
          part: 12,
          kind: 'number',
          digits: sensor.digits,
        } as const),
        ...(sensor.unit === null ? {} : { unit: sensor.unit }),
      })),
    ],
    rows: days.map(({ from }, at) => [
      plain(said.date(from)),
      ...gauges.map(({ sensor }): PaperCell => {
        const amount = sensor.days[at]?.amount ?? null;
        return amount === null ? plain('–') : { text: formatNumber(amount, sensor.digits), value: amount };
      }),
    ]),
    note: '',
  };
}

/** Whole days of a period. */
export const daysOf = ({ model: { from, to } }: ReportVoice): number => Math.round((to - from) / day);
