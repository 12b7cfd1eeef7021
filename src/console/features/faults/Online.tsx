import type { StationSummary } from '../../../contract/sites/stations.ts';
import { stationStates } from '../../../domain/station-state.ts';
import { StateLabel } from '../../components/Glyph.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ArrivalTable } from '../../state/devices/faults.ts';
import { type ArrivalLine, arrivalTotals, dateOf } from './arrival-lines.ts';

const width = 460;
const height = 150;

/** The share of the fleet by day, on a scale that begins where the worst day is. */
function DayCurve({ byDay }: { readonly byDay: readonly (number | null)[] }) {
  const known = byDay.filter((share): share is number => share !== null);
  if (known.length === 0) return null;
  const low = Math.min(0.94, Math.min(...known) - 0.01);
  const x = (day: number) => 36 + (day / Math.max(1, byDay.length - 1)) * (width - 44);
  const y = (share: number) => 8 + ((1 - share) / (1 - low)) * (height - 16);
  let pen = false;
  const path = byDay
    .map((share, day) => {
      if (share === null) {
        pen = false;
        return '';
      }
      const step = `${pen ? 'L' : 'M'}${x(day).toFixed(1)} ${y(share).toFixed(1)}`;
      pen = true;
      return step;
    })
    .join('');
  const marks = [1, (1 + low) / 2, low];
  return (
    <svg className="faults__curve" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {marks.map((mark) => (
        <g key={mark}>
          <path d={`M36 ${y(mark)}H${width}`} stroke="var(--chart-grid)" />
          <text x="30" y={y(mark) + 4} textAnchor="end" fill="var(--text-muted)" fontSize="11">
            {Math.round(mark * 100)}
          </text>
        </g>
      ))}
      <path d={path} fill="none" stroke="var(--c1)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}

/** Of the whole fleet: what came over the days, how long it works between outages, and how it stands now. */
export function Online(props: {
  readonly data: ArrivalTable;
  readonly lines: readonly ArrivalLine[];
  readonly stations: readonly StationSummary[];
}) {
  const { data, lines, stations } = props;
  const text = useText();
  const format = useFormat();
  const totals = arrivalTotals(data, lines);
  const withRtu = stations.filter(({ sn }) => sn !== null);
  const punctual = withRtu.filter(({ link }) => link === 'connected' || link === 'asleep').length;
  const percent = (share: number | null) =>
    share === null ? '–' : `${format.number(Math.floor(share * 1000) / 10, 1)} %`;
  const worst = totals.worst === null ? null : (totals.byDay[totals.worst] ?? null);
  const tiles = [
    [text('faults.now'), percent(withRtu.length === 0 ? null : punctual / withRtu.length), ''],
    [text('faults.days', { days: data.days }), percent(totals.share), ''],
    [
      text('faults.worst'),
      percent(worst),
      totals.worst === null ? '' : dateOf(data.last - data.days + 1 + totals.worst),
    ],
    [
      text('faults.mtbf'),
      totals.meanDays === null ? '–' : text('faults.mtbf.days', { days: format.number(totals.meanDays, 1) }),
      text('faults.outages', { count: totals.outages }),
    ],
  ] as const;
  return (
    <section className="panel column" aria-label={text('faults.online')}>
      <header className="panel__head row gap-8">
        <h2>{text('faults.online')}</h2>
        <span className="dim text-12">{text('faults.online.note', { count: withRtu.length })}</span>
      </header>
      <div className="faults__body">
        <dl className="faults__tiles grid">
          {tiles.map(([label, value, note]) => (
            <div key={label}>
              <dt className="text-11 dim">{label}</dt>
              <dd>
                <b className="stressed num">{value}</b>
                <span className="text-11 dim num">{note}</span>
              </dd>
            </div>
          ))}
        </dl>
        <DayCurve byDay={totals.byDay} />
        <p className="text-11 dim faults__definition">{text('faults.mtbf.definition')}</p>
        <ul className="faults__states row wrap text-12">
          {stationStates.map((state) => {
            const count = withRtu.filter((station) => station.state === state).length;
            return count === 0 ? null : (
              <li key={state} className="row gap-6">
                <StateLabel state={state} />
                <b className="num">{count}</b>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
