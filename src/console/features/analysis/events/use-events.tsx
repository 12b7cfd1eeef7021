import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import {
  comparisons,
  type EventsAnswer,
  type EventsInput,
  leastCompared,
} from '../../../../domain/lenses/events.ts';
import { day, hour, type TimeSeries } from '../../../../domain/lenses/series.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { Select } from '../../../components/fields.tsx';
import { type Text, useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { PlotSpec } from '../../../components/plot/plot-spec.ts';
import { quickSpans, spanOf } from '../../../components/range/range.ts';
import { useOffer } from '../../../components/screen.ts';
import { fetchRaw } from '../../../state/sites/raw-columns.ts';
import { LaneList, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useAddress } from '../use-address.ts';
import { useLens } from '../use-lens.ts';
import { EventsRail } from './EventsRail.tsx';
import { aroundSpecs, seriesSpec, spansSpecs } from './event-specs.ts';
import { useEventTimes } from './use-event-times.ts';

const windows = ['6', '12', '24', '72', '168'] as const;
const year = 365 * day;
/** Most events that are set by hand. */
const mostByHand = 20;

const isSpans = (comparison: string) => comparison === 'before' || comparison === 'year';

/** Readings of the same length before, or a year before; and from when on both begin. */
function useThen({ movement, range, of }: LensLook, back: 'before' | 'year' | null) {
  const { sourceId, row, channel, element } = movement;
  return useQuery({
    queryKey: ['analysis', 'then', back, of],
    enabled: back !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const { from, to } = spanOf(range) ?? { from: now - quickSpans.week, to: now };
      const length = to - from;
      const thenFrom = from - (back === 'year' ? year : length);
      const source = { sourceId, row, channels: [channel], ...(element === 0 ? {} : { element }) };
      const raw = await fetchRaw(source, { from: thenFrom, to: thenFrom + length }, signal);
      const values = raw?.values[channel];
      const past: TimeSeries =
        raw === null || values === undefined
          ? { t: new Float64Array(), values: new Float64Array() }
          : { t: raw.t, values };
      return { past, from, thenFrom, length };
    },
  });
}

/** The chosen way to compare, with the readings or events that it needs. */
function useEventsLens(
  looked: LensLook,
  chosen: {
    readonly comparison: (typeof comparisons)[number];
    readonly window: (typeof windows)[number];
    readonly own: readonly number[];
  },
  isOpen: boolean,
) {
  const { series, of } = looked;
  const { comparison, window, own } = chosen;
  const then = useThen(looked, comparison === 'before' || comparison === 'year' ? comparison : null);
  const times = useEventTimes(looked, comparison, isOpen && !isSpans(comparison));
  const events = comparison === 'hand' ? own : (times.data ?? null);
  const input = useMemo((): EventsInput | null => {
    if (series === null) return null;
    if (isSpans(comparison))
      return then.data === undefined ? null : { type: 'spans', now: series, ...then.data };
    return events === null ? null : { type: 'around', series, events, window: Number(window) * hour };
  }, [series, comparison, then.data, events, window]);
  const lens = useLens(
    'events',
    `${of} ${comparison} ${window} ${isSpans(comparison) ? then.dataUpdatedAt : events?.join()}`,
    input,
  );
  return { lens, then, times, events };
}

/** The lens *events*: this range beside another one, or what came around events. */
export function useEvents(looked: LensLook, isOpen: boolean): LensShown {
  const { series, movement, zone, theme } = looked;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [query, change] = useAddress();
  const comparison = comparisons.find((one) => one === query.get('with')) ?? 'before';
  const window = windows.find((one) => one === query.get('window')) ?? '24';
  const own = (query.get('events') ?? '')
    .split(',')
    .flatMap((at) => (/^\d{1,15}$/.test(at) ? [Number(at)] : []));
  const options = { available: isOpen };
  useOffer(analysis.compareWith, ({ comparison: chosen }) => change({ with: chosen }), options);
  useOffer(analysis.window, ({ window: chosen }) => change({ window: chosen }), options);
  useOffer(
    analysis.eventAt,
    ({ at }) => {
      const next =
        at === undefined ? [] : [...new Set([...own, at])].slice(-mostByHand).sort((a, b) => a - b);
      change({ with: 'hand', events: next.length === 0 ? null : next.join() });
    },
    options,
  );
  const { lens, then, times, events } = useEventsLens(looked, { comparison, window, own }, isOpen);
  const answer = lens.answer ?? null;
  const shared = {
    ...progressOf(lens, lens.refetch, then.error, times.error),
    controls: <EventsControls {...{ comparison, window }} count={own.length} />,
  };
  const shown = useMemo(
    () => specsOf(series, answer, zone, { text, unit: movement.unit, label: movement.label }),
    [series, answer, zone, text, movement.unit, movement.label],
  );
  const press = (at: number) => commands.run(analysis.eventAt, { at: Math.round(at) }, 'button');
  if (answer === null || series === null) return { ...shared, ...unanswered };
  if (typeof answer === 'string') {
    const title = text(answer === 'few' ? 'analysis.few' : 'analysis.events.none');
    return {
      ...shared,
      answer: title,
      main: (
        <div className="analysis__lanes column paper">
          {answer === 'none' && (
            <Plot
              spec={seriesSpec(series, events ?? [], zone, `${movement.label}, ${movement.unit}`)}
              theme={theme}
              label={movement.label}
              className="analysis__lane"
              onPress={press}
            />
          )}
          <EmptyState icon="line-chart" title={title}>
            {answer === 'few'
              ? text('analysis.events.few', { least: leastCompared })
              : text(comparison === 'hand' ? 'analysis.events.none.hand' : 'analysis.events.none.why')}
          </EmptyState>
        </div>
      ),
      rail: null,
      file: null,
    };
  }
  const { unit, digits } = movement;
  return {
    ...shared,
    answer:
      answer.type === 'spans'
        ? text(`analysis.events.verdict.${answer.verdict}`)
        : text(answer.p < 0.05 ? 'analysis.events.follows' : 'analysis.events.chance', {
            excess: `${format.number(answer.excess, digits)} ${unit}`,
          }),
    main: (
      <div className="analysis__lanes column paper">
        <LaneList specs={shown} theme={theme} isTall onPress={answer.type === 'around' ? press : null} />
      </div>
    ),
    rail: (
      <EventsRail
        answer={answer}
        comparison={comparison}
        unit={unit}
        digits={digits}
        zone={zone}
        hours={window}
        thenFrom={then.data?.thenFrom ?? null}
      />
    ),
    file: fileOf(answer, unit, text),
  };
}

function EventsControls(props: {
  readonly comparison: (typeof comparisons)[number];
  readonly window: (typeof windows)[number];
  /** Of events that are set by hand. */
  readonly count: number;
}) {
  const { comparison, window, count } = props;
  const text = useText();
  const commands = useCommands();
  return (
    <>
      <Select
        label={text('argument.comparison')}
        value={comparison}
        options={comparisons.map((value) => ({ value, label: text(`analysis.events.with.${value}`) }))}
        onChange={(value) => commands.run(analysis.compareWith, { comparison: value }, 'button')}
      />
      {!isSpans(comparison) && (
        <Select
          label={text('argument.window')}
          value={window}
          options={windows.map((value) => ({ value, label: text(`analysis.window.${value}`) }))}
          onChange={(value) => commands.run(analysis.window, { window: value }, 'button')}
        />
      )}
      {comparison === 'hand' && count > 0 && (
        <CommandButton command={analysis.eventAt} icon="x" label={text('analysis.events.clear')} />
      )}
    </>
  );
}

function specsOf(
  series: TimeSeries | null,
  answer: EventsAnswer | string | null,
  zone: string,
  { text, unit, label }: { readonly text: Text; readonly unit: string; readonly label: string },
): readonly PlotSpec[] {
  if (series === null || answer === null || typeof answer === 'string') return [];
  if (answer.type === 'spans')
    return spansSpecs(answer, [
      text('analysis.events.title.spans', { unit }),
      text('analysis.events.title.difference', { unit }),
    ]);
  return aroundSpecs(series, answer, zone, [
    `${label}, ${unit}`,
    text('analysis.events.title.around', { unit, count: answer.events.length }),
  ]);
}

function fileOf(answer: EventsAnswer, unit: string, text: Text): LensFile {
  const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  if (answer.type === 'spans')
    return {
      heads: [
        text('analysis.events.sinceBeginning'),
        text('analysis.events.now'),
        text('analysis.events.then'),
        text('analysis.events.difference'),
      ],
      units: ['d', unit, unit, unit],
      rows: Array.from(answer.t, (at, i) => [
        at / day,
        orNull(answer.now[i]),
        orNull(answer.past[i]),
        orNull(answer.difference[i]),
      ]),
    };
  return {
    heads: [
      text('analysis.events.sinceEvent'),
      text('analysis.failure.median'),
      '10 %',
      '90 %',
      ...answer.events.map((_, i) => String(i + 1)),
    ],
    units: ['h', unit, unit, unit, ...answer.events.map(() => unit)],
    rows: Array.from(answer.t, (at, i) => [
      at / hour,
      orNull(answer.middle[i]),
      orNull(answer.low[i]),
      orNull(answer.high[i]),
      ...answer.curves.map((curve) => orNull(curve[i])),
    ]),
  };
}
