import { useMemo } from 'react';
import { valueAt } from '../../components/chart/curve-values.ts';
import type { KeptCurve } from '../../components/chart/dense.ts';
import type { ChartGap } from '../../components/chart/PaneChart.tsx';
import type { Pane } from '../../components/chart/plot-data.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { Marks } from './marks/Marks.tsx';
import type { Marks as MarksOf } from './marks/use-marks.ts';
import { type CurveStatistics, mostReadings, statisticsOf } from './panes.ts';
import type { CurveState } from './use-curve.ts';

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

/** The cells of a curve's statistics: of amounts their total, and the most of a bar with its width. */
function Statistics({ found, digits }: { readonly found: CurveStatistics | null; readonly digits: number }) {
  const text = useText();
  const format = useFormat();
  if (found?.type === 'amount')
    return (
      <td colSpan={4}>
        {text('curve.total', { total: format.number(found.total, digits) })}
        {' · '}
        {text(found.step === 0 ? 'curve.most' : 'curve.mostOf', {
          most: format.number(found.most, digits),
          step: format.duration(found.step),
        })}
      </td>
    );
  const cells = [found?.min, found?.max, found?.mean, found?.sigma];
  return (
    <>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have a fixed order
        <td key={at}>{format.number(cell, digits)}</td>
      ))}
    </>
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
              <th>{text('curve.mean')}</th>
              <th>σ</th>
            </tr>
          </thead>
          <tbody>
            {curves.map((curve, index) => {
              const found = statistics[index] ?? null;
              if (curve.isSum === true) return null;
              return (
                <tr key={curve.key}>
                  <th scope="row">
                    <Swatch color={curve.color} dash={curve.dash} bars={curve.look === 'bars'} />
                    <span className="visually-hidden">{curve.label}</span>
                  </th>
                  <Statistics found={found} digits={curve.digits} />
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
