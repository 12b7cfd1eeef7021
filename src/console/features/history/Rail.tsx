import { useMemo } from 'react';
import { valueAt } from '../../components/chart/curve-values.ts';
import type { KeptCurve } from '../../components/chart/dense.ts';
import type { ChartGap } from '../../components/chart/PaneChart.tsx';
import type { Pane } from '../../components/chart/plot-data.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { Marks } from './Marks.tsx';
import { mostReadings, statisticsOf } from './panes.ts';
import type { CurveState } from './use-curve.ts';
import type { Marks as MarksOf } from './use-marks.ts';

const gapKinds = ['silent', 'resent', 'fault', 'removed'] as const;

/** A curve's line as a little swatch: colour and dash. */
export function Swatch({
  color,
  dash,
  bars,
}: {
  readonly color: string;
  readonly dash: 0 | 1 | 2;
  readonly bars: boolean;
}) {
  return (
    <svg className="rigid" width="18" height="10" aria-hidden="true">
      {bars ? (
        <path d="M2 0v6M6 0v9M10 0v4M14 0v7" stroke={`var(${color})`} strokeWidth="2.4" />
      ) : (
        <path
          d="M0 5h18"
          stroke={`var(${color})`}
          strokeWidth="2"
          strokeDasharray={['none', '5 3', '1.5 2.5'][dash]}
        />
      )}
    </svg>
  );
}

/** Beside the curve: values under the cursor, statistics of the range, its gaps. */
export function Rail(props: {
  readonly curve: CurveState;
  readonly panes: readonly Pane<KeptCurve>[];
  readonly cursor: number | null;
  readonly zone: string;
  /** null = not shown: several stations. */
  readonly gaps: readonly ChartGap[] | null;
  readonly marks: MarksOf;
}) {
  const { panes, cursor, zone, marks } = props;
  const { from, to } = props.curve;
  const text = useText();
  const format = useFormat();
  const curves = panes.flatMap((pane) => pane.curves);
  const statistics = useMemo(
    () => panes.flatMap((pane) => pane.curves).map((curve) => statisticsOf(curve, from, to)),
    [panes, from, to],
  );
  const gaps = (props.gaps ?? []).filter((gap) => gap.to > from && gap.from < to);
  const lasting = (kind: ChartGap['kind']) =>
    gaps.filter((gap) => gap.kind === kind).reduce((sum, gap) => sum + (gap.to - gap.from), 0);
  return (
    <aside className="rail" aria-label={text('curve.rail')}>
      <section>
        <h2>
          {text('curve.cursor')}{' '}
          <span className="num">{cursor === null ? '' : format.time(cursor, zone, 'dayTime')}</span>
        </h2>
        <dl className="rail__values pairs">
          {curves.map((curve) => (
            <div key={curve.key}>
              <dt className="row gap-8 yields">
                <Swatch color={curve.color} dash={curve.dash} bars={curve.look === 'bars'} />
                <span className="ellipsis">{curve.label}</span>
              </dt>
              <dd className="num strong one-line">
                {format.number(valueAt(curve, cursor ?? Number.POSITIVE_INFINITY), curve.digits)}
                <span className="unit">{curve.unit}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>
          {text('curve.statistics')} <span className="num">n = {mostReadings(panes, from, to)}</span>
        </h2>
        <table className="rail__table num text-12">
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">{text('curve.channel')}</span>
              </th>
              <th>min</th>
              <th>max</th>
              <th>σ</th>
            </tr>
          </thead>
          <tbody>
            {curves.map((curve, index) => {
              const found = statistics[index];
              return (
                <tr key={curve.key}>
                  <th scope="row">
                    <Swatch color={curve.color} dash={curve.dash} bars={curve.look === 'bars'} />
                    <span className="visually-hidden">{curve.label}</span>
                  </th>
                  <td>{format.number(found?.min, curve.digits)}</td>
                  <td>{format.number(found?.max, curve.digits)}</td>
                  <td>{format.number(found?.sigma, curve.digits)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {props.gaps !== null && (
        <section>
          <h2>
            {text('curve.gaps')} <span className="num">{gaps.length}</span>
          </h2>
          <ul className="rail__gaps">
            {gapKinds.map((kind) => (
              <li key={kind} className="row gap-8 text-12">
                <i className={`gapmark gapmark--${kind}`} />
                {text(`gap.${kind}`)}
                <span className="num">
                  {gaps.some((gap) => gap.kind === kind)
                    ? format.duration(lasting(kind))
                    : text('curve.none')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Marks marks={marks} from={from} to={to} zone={zone} />
    </aside>
  );
}
