import { memo } from 'react';
import type { curveOf, DeviceView } from '../../../derive/device-views/views.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat } from '../../components/i18n.ts';
import { Aged } from '../../components/values/Aged.tsx';
import type { DeviceWords } from '../../components/values/use-device-words.ts';
import { useNow } from '../../state/connection/clock.ts';
import { LineCondition } from './Condition.tsx';
import type { DeviceLine } from './lines.ts';

const width = 200;
const height = 96;

interface Range {
  readonly low: number;
  readonly high: number;
}

/** The curve between its lowest and highest value, gaps open, with the limits that lie within. */
function Curve(props: {
  readonly values: readonly (number | null)[];
  readonly range: Range;
  readonly bars: boolean;
  readonly limits: readonly { readonly rank: number; readonly limit: number }[];
}) {
  const { values, range, bars, limits } = props;
  const low = bars ? Math.min(0, range.low) : range.low;
  const span = range.high - low || 1;
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * (width - 2) + 1;
  const y = (value: number) => height - 3 - ((value - low) / span) * (height - 6);
  let pen = false;
  const path = values
    .map((value, index) => {
      if (value === null) {
        pen = false;
        return '';
      }
      if (bars) return value === 0 ? '' : `M${x(index).toFixed(1)} ${y(0).toFixed(1)}V${y(value).toFixed(1)}`;
      const step = `${pen ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = true;
      return step;
    })
    .join('');
  const zero = low <= 0 && range.high >= 0 ? y(0) : null;
  return (
    <svg
      className="dv__curve"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {zero !== null && (
        <path d={`M0 ${zero}H${width}`} stroke="var(--chart-grid)" vectorEffect="non-scaling-stroke" />
      )}
      {limits
        .filter(({ limit }) => limit >= low && limit <= range.high)
        .map(({ rank, limit }) => (
          <path
            key={`${rank}/${limit}`}
            d={`M0 ${y(limit)}H${width}`}
            stroke={`var(--lv${rank}-edge)`}
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      <path
        d={path}
        fill="none"
        stroke={bars ? 'var(--chart-rain)' : 'var(--c1)'}
        strokeWidth={bars ? 2.5 : 1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** A device as a little curve. */
export const Tile = memo(function Tile(props: {
  readonly id: string;
  readonly line: DeviceLine;
  readonly view: DeviceView;
  readonly words: DeviceWords;
  readonly curve: readonly (number | null)[] | undefined;
  readonly place: ReturnType<typeof curveOf>;
  /** Of all curves together; null = its own. */
  readonly range: Range | null;
  readonly isCurrent: boolean;
  readonly isMarked: boolean;
}) {
  const { line, view, words, curve = [], place, isCurrent, isMarked } = props;
  const format = useFormat();
  const now = useNow(60_000);
  const { station, row } = line;
  const known = curve.filter((value): value is number => value !== null);
  const own = known.length === 0 ? null : { low: Math.min(...known), high: Math.max(...known) };
  const range = props.range ?? own;
  const digits = place?.digits ?? 2;
  const at = view.columns.findIndex(
    ({ source }) =>
      source.type === 'primary' ||
      (source.type === 'channel' && source.row === place?.row && source.channel === place?.channel),
  );
  const column = view.columns[at];
  const limits = column?.source.type === 'channel' ? (row.limits[at] ?? []) : [];
  const beside = words.device(line);
  return (
    <div
      id={props.id}
      role="gridcell"
      tabIndex={-1}
      aria-selected={isCurrent || isMarked}
      className={`dv__tile column ${isCurrent ? 'is-current' : ''} ${isMarked ? 'is-marked' : ''}`}
      data-device={row.source}
    >
      <span className="row gap-6 text-12 clips one-line">
        <LineCondition line={line} brief />
        <b className="strong num">{station.code}</b>
        <span className="ellipsis dim">{beside === '' ? station.name : `${station.name} ${beside}`}</span>
        {isMarked && <Icon name="tick" className="icon--small" />}
      </span>
      {range === null ? (
        <span className="dv__curve" />
      ) : (
        <Curve values={curve} range={range} bars={place?.sums === true} limits={limits} />
      )}
      <span className="row between text-11 num">
        <span className="faint">
          {range === null ? '' : `${format.number(range.low, digits)} … ${format.number(range.high, digits)}`}
        </span>
        <b className="strong">
          <Aged t={row.t === 0 ? null : row.t} now={now} sendCycle={station.sendCycle}>
            {column === undefined ? '–' : words.cell(column, line, at)}
            <span className="unit">{column === undefined ? '' : (words.unit(column, row.kind) ?? '')}</span>
          </Aged>
        </b>
      </span>
    </div>
  );
});
