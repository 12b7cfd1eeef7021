import { useMemo } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import { apartFrom, leastCells, type Neighbours } from '../../../../domain/lenses/neighbours.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Segmented } from '../../../components/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { axisOf } from '../../../components/plot/axes.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import { timeAxis } from '../../../components/plot/ticks.ts';
import { useOffer } from '../../../components/screen.ts';
import { spanOf as lengthOf } from '../../../components/values/span.ts';
import { Answer, Facts } from '../Facts.tsx';
import { instead, LensSources, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useAddress } from '../use-address.ts';
import { useLens } from '../use-lens.ts';
import { Correlations } from './Correlations.tsx';
import { HeatMap } from './HeatMap.tsx';
import { gridCells, neighbourScopes, useNeighbourList, useNeighbourSeries } from './use-neighbour-series.ts';

const views = ['heat', 'multiples'] as const;
const rowHeight = 22;
/** Series apart that are listed, the farthest. */
const mostListed = 5;

/** The lens *neighbours*: all of a station or a project at once, how alike they move, and which one does not. */
export function useNeighbours(looked: LensLook, isOpen: boolean): LensShown {
  const { zone, theme } = looked;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [query, change] = useAddress();
  const scope = neighbourScopes.find((one) => one === query.get('scope')) ?? 'station';
  const view = views.find((one) => one === query.get('view')) ?? 'heat';
  useOffer(analysis.neighboursScope, ({ scope: chosen }) => change({ scope: chosen }), { available: isOpen });
  useOffer(analysis.neighboursView, ({ view: chosen }) => change({ view: chosen }), { available: isOpen });
  const list = useNeighbourList(looked, scope, text);
  const readings = useNeighbourSeries(list, looked);
  const input = useMemo(
    () =>
      readings.data === undefined
        ? null
        : { series: readings.data.series, from: readings.data.from, to: readings.data.to, cells: gridCells },
    [readings.data],
  );
  const lens = useLens('neighbours', `${looked.of} ${scope} ${readings.dataUpdatedAt}`, input);
  const found = typeof lens.answer === 'object' ? lens.answer : null;
  const labels = (readings.data?.list ?? []).map(({ label }) => label);
  const shared = {
    ...progressOf(lens, readings.refetch, readings.error),
    controls: (
      <>
        <Segmented
          label={text('argument.scope')}
          value={scope}
          options={neighbourScopes.map((value) => ({
            value,
            label: text(`analysis.neighbours.scope.${value}`),
          }))}
          onChange={(value) => commands.run(analysis.neighboursScope, { scope: value }, 'button')}
        />
        <Segmented
          label={text('argument.view')}
          value={view}
          options={views.map((value) => ({ value, label: text(`analysis.neighbours.view.${value}`) }))}
          onChange={(value) => commands.run(analysis.neighboursView, { view: value }, 'button')}
        />
      </>
    ),
  };
  if (lens.answer === 'few')
    return {
      ...shared,
      ...instead(
        'layers',
        text('analysis.neighbours.alone.title'),
        text('analysis.neighbours.alone.why', { least: leastCells }),
        text('analysis.neighbours.alone'),
      ),
    };
  // The labels of another answer would be those of other series.
  if (found === null || found.values.length !== labels.length) return { ...shared, ...unanswered };
  const [worst] = found.outliers;
  const answer =
    labels.length < 3
      ? text('analysis.neighbours.two', { rho: format.number(found.correlation[0]?.[1] ?? null, 2) })
      : worst === undefined
        ? text('analysis.neighbours.alike')
        : text('analysis.neighbours.apart', { label: labels[worst.series] ?? '' });
  const open = (series: number) => {
    const one = readings.data?.list[series];
    if (one !== undefined && scope === 'station')
      commands.run(
        analysis.series,
        {
          series: [one.sourceId, one.row, one.channel, ...(one.element === 0 ? [] : [one.element])].join('.'),
        },
        'button',
      );
  };
  return {
    ...shared,
    answer,
    main: <NeighbourPictures {...{ found, labels, view, zone, theme }} onPress={open} />,
    rail: <NeighbourRail found={found} labels={labels} zone={zone} answer={answer} />,
    file: fileOf(found, labels, zone, text('table.time')),
  };
}

function NeighbourPictures(props: {
  readonly found: Neighbours;
  readonly labels: readonly string[];
  readonly view: (typeof views)[number];
  readonly zone: string;
  readonly theme: string;
  readonly onPress: (series: number) => void;
}) {
  const { found, labels, view, zone, theme, onPress } = props;
  const text = useText();
  const format = useFormat();
  return (
    <div className="neighbours paper">
      {view === 'heat' ? (
        <div className="neighbours__map">
          <ol className="text-11">
            {labels.map((label, i) => (
              <li
                key={label}
                className="ellipsis"
                style={{ height: rowHeight, lineHeight: `${rowHeight}px` }}
                title={label}
              >
                <span className="dim num">{i + 1}</span> {label}
              </li>
            ))}
          </ol>
          <HeatMap
            found={found}
            theme={theme}
            rowHeight={rowHeight}
            onPress={onPress}
            label={text('analysis.neighbours.heat', { count: labels.length })}
          />
          <p className="dim text-11 num">
            <span>{format.time(found.t[0] as number, zone, 'dayTime')}</span>
            <span>{format.time((found.t.at(-1) as number) + found.step, zone, 'dayTime')}</span>
          </p>
        </div>
      ) : (
        <div className="neighbours__multiples">
          {labels.map((label, i) => (
            <Multiple
              key={label}
              label={`${i + 1} ${label}`}
              found={found}
              at={i}
              zone={zone}
              theme={theme}
            />
          ))}
        </div>
      )}
      <Correlations found={found} labels={labels} />
    </div>
  );
}

function NeighbourRail(props: {
  readonly found: Neighbours;
  readonly labels: readonly string[];
  readonly zone: string;
  readonly answer: string;
}) {
  const { found, labels, zone, answer } = props;
  const text = useText();
  const format = useFormat();
  return (
    <>
      <Answer
        head={text('analysis.neighbours.head')}
        answer={answer}
        note={text('analysis.neighbours.note', {
          count: labels.length,
          cell: lengthOf(found.step, format),
        })}
      />
      {found.outliers.length > 0 && (
        <section>
          <h2>{text('analysis.neighbours.outliers')}</h2>
          <Facts
            facts={found.outliers
              .slice(0, mostListed)
              .map(
                ({ series, since, score }) =>
                  [
                    labels[series] ?? '',
                    `${format.number(score, 1)}, ${format.time(since, zone, 'dayTime')}`,
                  ] as const,
              )}
          />
        </section>
      )}
      <section>
        <p className="dim text-12">{text('analysis.neighbours.method', apartFrom)}</p>
        <LensSources of="neighbours" />
      </section>
    </>
  );
}

function Multiple(props: {
  readonly label: string;
  readonly found: Neighbours;
  readonly at: number;
  readonly zone: string;
  readonly theme: string;
}) {
  const { label, found, at, zone, theme } = props;
  const values = found.values[at] as Float64Array;
  const spec = useMemo(
    () => ({
      x: timeAxis(found.t[0] as number, (found.t.at(-1) as number) + found.step, zone, 260),
      y: axisOf([values], 3),
      layers: [{ type: 'line' as const, x: found.t, y: values, color: '--c1' }],
      title: label,
      showX: true,
    }),
    [found, values, zone, label],
  );
  return <Plot spec={spec} theme={theme} label={label} className="neighbours__one" />;
}

function fileOf(found: Neighbours, labels: readonly string[], zone: string, time: string): LensFile {
  return {
    heads: [time, ...labels],
    units: [zone, ...labels.map(() => '')],
    rows: Array.from(found.t, (at, i) => [
      { at, zone },
      ...found.values.map((own) => (Number.isNaN(own[i]) ? null : (own[i] as number))),
    ]),
  };
}
