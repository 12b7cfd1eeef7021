import { useMemo } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import { formatNumber } from '../../../../base/number-text.ts';
import { silenceOf } from '../../../../base/silence.ts';
import { leastReadings } from '../../../../domain/lenses/failure.ts';
import { day, type TimeSeries } from '../../../../domain/lenses/series.ts';
import { type Tangents, tangentBands, tangentLevel } from '../../../../domain/lenses/tangent.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { axisOf, plotWidth } from '../../../components/plot/axes.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { PlotLayer, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { timeAxis } from '../../../components/plot/ticks.ts';
import { useOffer } from '../../../components/screen.ts';
import { spanOf } from '../../../components/values/span.ts';
import { Answer, Facts } from '../Facts.tsx';
import { instead, LensSources, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensLook, LensShown } from '../shown.ts';
import { useAddress } from '../use-address.ts';
import { useLens } from '../use-lens.ts';

const sixHours = 6 * 3_600_000;
const edges = [-90, ...tangentBands, 90] as const;

/** Two lanes: the movement with the steady rate going on, and the angle over its bands. */
function specsOf(
  series: TimeSeries,
  found: Tangents,
  zone: string,
  titles: { readonly movement: string; readonly angle: string; readonly steady: string },
): readonly [PlotSpec, PlotSpec] {
  const [first, last] = [series.t[0] ?? 0, series.t.at(-1) ?? 1];
  const x = timeAxis(first, Math.max(first + 1, last), zone, plotWidth);
  const { steady } = found;
  const inside = Array.from(series.t, (_, i) => i).filter(
    (i) =>
      (series.t[i] as number) >= steady.from &&
      (series.t[i] as number) <= steady.to &&
      !Number.isNaN(series.values[i]),
  );
  const middle = (steady.from + steady.to) / 2;
  const mean = inside.reduce((sum, i) => sum + (series.values[i] as number), 0) / Math.max(1, inside.length);
  const line = [steady.from, last].map((t) => mean + (steady.rate * (t - middle)) / day);
  const known = found.angle.filter((one) => !Number.isNaN(one));
  const low = Math.min(0, ...known) < -5 ? -90 : 0;
  const bands = edges.slice(1).map(
    (to, i): PlotLayer => ({
      type: 'band',
      axis: 'y',
      from: Math.max(low, edges[i] as number),
      to,
      color: `--lv${i + 1}`,
    }),
  );
  const borders = tangentBands.map(
    (at, i): PlotLayer => ({
      type: 'line',
      x: [first, last],
      y: [at, at],
      color: `--lv${i + 2}-edge`,
      dash: 1,
    }),
  );
  return [
    {
      x,
      y: axisOf([series.values], 5),
      layers: [
        { type: 'band', axis: 'x', from: steady.from, to: steady.to, color: '--text-muted' },
        { type: 'line', x: series.t, y: series.values, color: '--c1', silence: silenceOf(series.t) },
        { type: 'line', x: [steady.from, last], y: line, color: '--text-muted', dash: 1 },
      ],
      marks:
        steady.accelerates || steady.byHand
          ? [{ at: steady.to, color: '--lv3-edge', dash: 1, label: titles.steady }]
          : [],
      title: titles.movement,
      showX: false,
    },
    {
      x,
      y: {
        from: low,
        to: 90,
        ticks: [...(low < 0 ? [-90, -45] : []), 0, 45, 80, 90].map((at) => ({
          at,
          label: `${formatNumber(at, 0)}°`,
        })),
      },
      layers: [
        ...bands,
        ...borders,
        { type: 'line', x: found.t, y: found.angle, color: '--c6', silence: silenceOf(found.t) },
      ],
      title: titles.angle,
      showX: true,
    },
  ];
}

function TangentRail(props: {
  readonly found: Tangents;
  readonly movement: LensLook['movement'];
  readonly zone: string;
  readonly degrees: string;
  readonly level: ReturnType<typeof tangentLevel> | null;
}) {
  const { found, movement, zone, degrees, level } = props;
  const { unit, digits } = movement;
  const { now } = found;
  const text = useText();
  const format = useFormat();
  const fine = (value: number) => `${format.number(value, digits + 1)} ${unit}/d`;
  return (
    <>
      <Answer
        head={text('analysis.tangent.head')}
        answer={degrees}
        {...(level === null || found.since === null
          ? {}
          : {
              note: text(`analysis.tangent.level.${level}`, {
                since: format.time(found.since, zone, 'dayTime'),
              }),
            })}
      />
      <section>
        <Facts
          facts={[
            [text('analysis.tangent.steady'), `${fine(found.steady.rate)}`],
            [text('analysis.tangent.between'), `${fine(found.steady.low)} – ${fine(found.steady.high)}`],
            now === null ? null : [text('analysis.velocityNow'), fine(now.rate)],
            now === null
              ? null
              : [text('analysis.tangent.ratio'), format.number(now.rate / found.steady.rate, 1)],
            [text('analysis.tangent.from'), format.time(found.steady.from, zone, 'dayTime')],
            [text('analysis.tangent.to'), format.time(found.steady.to, zone, 'dayTime')],
            [text('analysis.readings'), String(found.steady.count)],
          ]}
        />
      </section>
      <section>
        <h2>{text('analysis.tangent.times')}</h2>
        <dl className="terms pairs num">
          {found.times.map((time, i) => (
            <div key={text(`analysis.tangent.band.${(i + 1) as 1 | 2 | 3 | 4}`)}>
              <dt className="row gap-6">
                <LevelGlyph rank={i + 1} size={10} />
                {text(`analysis.tangent.band.${(i + 1) as 1 | 2 | 3 | 4}`)}
              </dt>
              <dd className="strong">{time === 0 ? '–' : spanOf(time, format)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <p className="dim text-12">{text('analysis.tangent.method')}</p>
        <LensSources of="tangent" />
      </section>
    </>
  );
}

/** The lens *tangent angle*. A drag over the movement chooses the steady stage; it is in the address. */
export function useTangent(looked: LensLook, isOpen: boolean): LensShown {
  const { series, movement, zone, theme, of } = looked;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [query, change] = useAddress();
  const kept = /^(\d{1,15})-(\d{1,15})$/.exec(query.get('steady') ?? '');
  const steady = kept === null ? null : { from: Number(kept[1]), to: Number(kept[2]) };
  useOffer(
    analysis.steadyStage,
    ({ from, to }) => change({ steady: from === undefined || to === undefined ? null : `${from}-${to}` }),
    { available: isOpen },
  );
  const span = series === null ? 0 : (series.t.at(-1) ?? 0) - (series.t[0] ?? 0);
  const window = Math.max(sixHours, span / 14);
  const lens = useLens(
    'tangent',
    `${of} ${kept?.[0] ?? ''}`,
    series === null ? null : { series, options: { window, steady } },
  );
  const answer = lens.answer;
  const found = typeof answer === 'object' ? answer : null;
  const { unit } = movement;
  const specs = useMemo(
    () =>
      series === null || found === null
        ? null
        : specsOf(series, found, zone, {
            movement: `${movement.label}, ${unit}`,
            angle: text('analysis.tangent.angle'),
            steady: text('analysis.tangent.end'),
          }),
    [series, found, zone, movement.label, unit, text],
  );
  const shared = {
    ...progressOf(lens, lens.refetch),
    controls: steady !== null && (
      <CommandButton command={analysis.steadyStage} label={text('analysis.tangent.find')} />
    ),
  };
  if (answer === undefined) return { ...shared, ...unanswered };
  if (found === null || specs === null)
    return {
      ...shared,
      ...(answer === 'still'
        ? instead(
            'line-chart',
            text('analysis.tangent.still.title'),
            text('analysis.tangent.still.why'),
            text('analysis.tangent.still'),
          )
        : instead(
            'line-chart',
            text('analysis.few.title'),
            text('analysis.tangent.few', { least: leastReadings }),
            text('analysis.few'),
          )),
    };
  const { now } = found;
  const level = now === null ? null : tangentLevel(now.angle);
  const degrees = now === null ? '–' : `${format.number(now.angle, 1)}°`;
  return {
    ...shared,
    answer: degrees,
    picture: specs[1],
    ...(level === null ? {} : { level }),
    main: (
      <div className="analysis__lanes column paper">
        <Plot
          spec={specs[0]}
          theme={theme}
          label={movement.label}
          className="analysis__lane--tall"
          onRange={(from, to) =>
            commands.run(analysis.steadyStage, { from: Math.round(from), to: Math.round(to) }, 'button')
          }
        />
        <Plot spec={specs[1]} theme={theme} label={specs[1].title ?? ''} className="analysis__lane--tall" />
      </div>
    ),
    rail: <TangentRail found={found} movement={movement} zone={zone} degrees={degrees} level={level} />,
    file: {
      heads: [text('table.time'), text('analysis.tangent.angle')],
      units: [zone, '°'],
      rows: Array.from(found.t, (at, i) => {
        const own = found.angle[i] as number;
        return [{ at, zone }, Number.isNaN(own) ? null : own];
      }),
    },
  };
}
