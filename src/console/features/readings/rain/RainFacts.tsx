import { counts, intervalLength, shareOf } from '../../../../domain/readings/rain.ts';
import type { RainHour } from '../../../../domain/readings/rain-hours.ts';
import { fiveMinutes } from '../../../../domain/readings/rain-hours.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { Rain } from './use-rain.ts';

const day = 86_400_000;

const isWhole = ({ open, amount }: RainHour) => !open && amount !== null;

/** What the rain of the range comes to: since the boundary, in the last 24 h, most in an hour and in five minutes. */
export function RainFacts({ rain, zone }: { readonly rain: Rain; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const { hours, rows, span } = rain;
  const last = hours.at(-1);
  const end = rows.at(-1)?.t ?? span.to;
  const known = rows.filter(counts);
  const first = rows[0]?.t ?? end;
  const sum24 = known.reduce(
    (sum, { amount, t, interval }) => sum + shareOf(amount, t, intervalLength(interval), end - day, end),
    0,
  );
  const full = hours.findLast(isWhole);
  const wettest = hours.reduce<RainHour | null>(
    (most, hour) => ((hour.amount ?? 0) > (most?.amount ?? 0) ? hour : most),
    null,
  );
  const most5 = known
    .filter(({ t, interval }) => interval === fiveMinutes && t > span.from && t <= span.to)
    .reduce((most, { amount }) => Math.max(most, amount), 0);
  const lastTip = known.findLast(({ amount }) => amount > 0)?.t;
  const clock = (t: number) => format.time(t, zone, 'minute');
  const mm = (amount: number, isLower: boolean) => `${format.number(amount, 1)}${isLower ? '*' : ''} mm`;
  const anyMissing = (from: number) => hours.some((hour) => hour.to > from && hour.missing > 0);
  const facts: readonly (readonly [string, string])[] = [
    ...(last === undefined
      ? []
      : [[text('rain.since', { time: clock(last.day) }), mm(last.sum, anyMissing(last.day))] as const]),
    ...(end - first >= day - 600_000
      ? [[text('rain.last24'), mm(sum24, anyMissing(end - day))] as const]
      : []),
    ...(full === undefined
      ? []
      : [
          [
            text('rain.fullHour', { from: clock(full.from), to: clock(full.to) }),
            mm(full.amount ?? 0, full.missing > 0),
          ] as const,
        ]),
    [
      text('rain.mostHour'),
      wettest === null
        ? mm(0, false)
        : `${mm(wettest.amount ?? 0, wettest.missing > 0)} · ${format.time(wettest.from, zone, 'dayTime')}`,
    ],
    [text('rain.most5'), mm(most5, false)],
    [
      text('rain.lastTip'),
      lastTip === undefined
        ? text('rain.noTip', { time: format.time(first, zone, 'dayTime') })
        : format.time(lastTip, zone, 'dayTime'),
    ],
  ];
  return (
    <dl className="rain-facts terms wrap flex rigid paper underlined">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
