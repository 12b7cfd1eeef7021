import { chart } from '../../../../commands/chart/index.ts';
import { type CommandCall, callOf } from '../../../command/command.ts';
import './chart.css';
import {
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import { useCommands } from '../commands.tsx';
import { useFormat, useText } from '../i18n.ts';
import type { KeptCurve } from './dense.ts';
import { type ChartLimit, limitsOfPane } from './limits.ts';
import { laneHeight, MarkLane } from './MarkLane.tsx';
import type { ChartMark } from './marks.ts';
import { type ChartGap, endLabels, PaneChart } from './PaneChart.tsx';
import type { Pane } from './plot-data.ts';
import { useCrosshair } from './use-crosshair.ts';

export interface CurveChartProps {
  readonly panes: readonly Pane<KeptCurve>[];
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly theme: string;
  /** null = not shown: several stations are drawn, each with gaps of its own. */
  readonly gaps: readonly ChartGap[] | null;
  /** What happened, on a lane of its own; without any there is no lane. */
  readonly marks?: readonly ChartMark[];
  /** What channels are held against by rules of alarms. */
  readonly limits?: readonly ChartLimit[];
  readonly chosenMark?: string | null;
  readonly onMark?: (key: string) => void;
  /** What the chart shows, in words, for those who cannot see it. */
  readonly description: string;
  /** Wheel and drag: the view follows at once. */
  readonly onRange: (from: number, to: number) => void;
  readonly onCursor: (t: number | null) => void;
}

const noGaps: readonly ChartGap[] = [];
const noMarks: readonly ChartMark[] = [];
const noLimits: readonly ChartLimit[] = [];
const left = 56;
const shortest = 1000;

type Heard = 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault' | 'stopPropagation';

/** Where nothing of the page has the focus, its first chart hears the keys: it is what the page is about. */
function useMainKeys(
  holder: RefObject<HTMLDivElement | null>,
  onKeyDown: (event: Pick<KeyboardEvent, Heard>) => void,
): void {
  useEffect(() => {
    const hear = (event: globalThis.KeyboardEvent) => {
      const held = document.activeElement;
      const isFree = held === null || held === document.body || held.tagName === 'MAIN';
      const isFirst = document.querySelector('main .chart__panes') === holder.current;
      if (isFree && isFirst && !event.defaultPrevented && /^(?:Arrow(?:Left|Right)|Escape)$/.test(event.key))
        onKeyDown(event);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
}

/** Heights of panes, px: one that hangs from the top (rain) is half as high as another. */
function heightsOf(panes: CurveChartProps['panes'], height: number): readonly number[] {
  const least = panes.reduce((sum, pane) => sum + (pane.hanging ? 64 : 96), 0);
  const available = Math.max(120, least, height);
  const weight = panes.reduce((sum, pane) => sum + (pane.hanging ? 1 : 2), 0);
  return panes.map((pane) => Math.floor((available * (pane.hanging ? 1 : 2)) / Math.max(1, weight)));
}

/** What the axes of a pane are of; where there are two, each in the colour of its only curve. */
function PaneTitles({ pane }: { readonly pane: Pane<KeptCurve> }) {
  const { title, right, curves } = pane;
  if (right === undefined) return <span className="chart__title">{title}</span>;
  const colourOf = (axis: KeptCurve['axis']) => {
    const [only, ...others] = curves.filter((curve) => curve.axis === axis);
    return only === undefined || others.length > 0 ? {} : { style: { color: `var(${only.color})` } };
  };
  return (
    <>
      <span className="chart__title" {...colourOf(undefined)}>
        {title}
      </span>
      <span className="chart__title chart__title--right" {...colourOf('right')}>
        {right}
      </span>
    </>
  );
}

/** The values at the crosshair. */
function CrossWords({ words }: { readonly words: NonNullable<ReturnType<typeof useCrosshair>['words']> }) {
  return (
    <div className="floats num text-12">
      <b>{words.time}</b>
      {words.values.map((value) => (
        <span key={value.key} style={{ color: `var(${value.color})` }}>
          {value.text}
        </span>
      ))}
    </div>
  );
}

/** Panes over one time axis: drag zooms, Shift+drag or the middle button pans, the wheel zooms at the cursor. */
export function CurveChart(props: CurveChartProps) {
  const { panes, from, to, zone, theme, onRange, marks = noMarks, limits = noLimits } = props;
  const commands = useCommands();
  const text = useText();
  const format = useFormat();
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const panning = useRef<{ x: number; from: number; to: number } | null>(null);

  // Measured before the first paint: the observer alone would leave a frame empty.
  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const gaps = useMemo(
    () => (props.gaps ?? noGaps).filter((gap) => gap.to > from && gap.from < to),
    [props.gaps, from, to],
  );
  const plot = Math.max(1, size.width - left - endLabels);
  const span = to - from;
  const zoomAt = (share: number, scale: number) => {
    const next = Math.max(shortest, span * scale);
    const start = from + (span - next) * share;
    onRange(start, start + next);
  };
  const onWheel = (event: WheelEvent) => {
    const box = holder.current?.getBoundingClientRect();
    if (box === undefined || event.deltaY === 0) return;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left - left) / plot));
    zoomAt(share, event.deltaY > 0 ? 1.25 : 0.8);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 1 && !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    panning.current = { x: event.clientX, from, to };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = panning.current;
    if (start === null) return;
    const shift = ((start.x - event.clientX) / plot) * (start.to - start.from);
    onRange(start.from + shift, start.to + shift);
  };
  const cross = useCrosshair(panes, [from, to], plot, zone, props.onCursor);
  const onKeyDown = (event: Pick<KeyboardEvent, Heard>) => {
    const moves = { ArrowLeft: -1, ArrowRight: 1 } as const;
    const isMove = event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
    if (isMove || (event.key === 'Escape' && cross.t !== null)) {
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') cross.step(moves[event.key]);
      else cross.hide();
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const actions: Readonly<Record<string, CommandCall>> = {
      ArrowLeft: callOf(chart.pan, { direction: 'earlier' }),
      ArrowRight: callOf(chart.pan, { direction: 'later' }),
      '+': callOf(chart.zoomIn),
      '=': callOf(chart.zoomIn),
      '-': callOf(chart.zoomOut),
      '0': callOf(chart.fit),
    };
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (action === undefined) return;
    commands.runCall(action, 'key');
    event.preventDefault();
    event.stopPropagation();
  };

  useMainKeys(holder, onKeyDown);
  const limitsBy = useMemo(
    () =>
      panes.map(({ curves }) => {
        const keysOf = (own: readonly KeptCurve[]) => new Set(own.map(({ key }) => key));
        return limitsOfPane(limits, keysOf(curves), keysOf(curves.filter(({ axis }) => axis === 'right')));
      }),
    [panes, limits],
  );
  const lane = marks.length > 0 ? laneHeight : 0;
  const strip = 15 + lane;
  const heights = heightsOf(panes, size.height - strip);
  // Between what hangs from the top (rain) and what stands above it; without either, above all.
  const afterLane = Math.max(
    0,
    panes.findIndex((pane) => pane.hanging),
  );
  const laneTop = heights.slice(0, afterLane).reduce((sum, height) => sum + height, 0);
  const x = (t: number) => left + Math.min(plot, Math.max(0, ((t - from) / span) * plot));
  return (
    <figure className="chart" aria-labelledby={`${id}-words`}>
      <figcaption id={`${id}-words`} className="visually-hidden">
        {props.description}
      </figcaption>
      {/* A slider over time: arrows pan, plus and minus zoom, 0 fits. Its value is the middle of the view, UTC ms. */}
      <div
        ref={holder}
        className="chart__panes"
        role="slider"
        tabIndex={0}
        aria-label={text('chart.keys')}
        aria-valuemin={0}
        aria-valuemax={Math.max(Date.now(), Math.round(to))}
        aria-valuenow={Math.round((from + to) / 2)}
        aria-valuetext={
          cross.words === null
            ? `${format.time(from, zone, 'full')} – ${format.time(to, zone, 'full')}`
            : [cross.words.time, ...cross.words.values.map((value) => value.text)].join(text('list.comma'))
        }
        onWheel={onWheel}
        onPointerDownCapture={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          panning.current = null;
        }}
        onDoubleClick={() => commands.run(chart.zoomOut, {}, 'button')}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) =>
          currentTarget.parentElement?.style.setProperty('--scrolled', `${-currentTarget.scrollTop}px`)
        }
      >
        {size.width > 0 &&
          panes.map((pane, index) => (
            <Fragment key={pane.key}>
              {lane > 0 && index === afterLane && <div className="chart__space" style={{ height: lane }} />}
              <div className={`chart__pane ${pane.hanging ? 'chart__pane--hanging' : ''}`}>
                <PaneTitles pane={pane} />
                <PaneChart
                  pane={pane}
                  from={from}
                  to={to}
                  width={size.width}
                  height={heights[index] ?? 120}
                  zone={zone}
                  theme={theme}
                  syncKey={id}
                  showTimes={index === panes.length - 1}
                  gaps={gaps}
                  limits={limitsBy[index] ?? noLimits}
                  onZoom={onRange}
                  onCursor={props.onCursor}
                />
              </div>
            </Fragment>
          ))}
        {props.gaps !== null && (
          <svg className="chart__strip" width={size.width} height="5" aria-hidden="true">
            <rect x={left} width={plot} height="5" className="is-good" />
            {gaps.map((gap) => (
              <rect
                key={`${gap.kind} ${gap.from}`}
                x={x(gap.from)}
                width={Math.max(2, x(gap.to) - x(gap.from))}
                height="5"
                className={`is-${gap.kind}`}
              />
            ))}
          </svg>
        )}
      </div>
      {cross.t !== null && cross.words !== null && (
        <div
          className={`chart__cross ${cross.t > (from + to) / 2 ? 'chart__cross--left' : ''}`}
          style={{ left: x(cross.t) }}
          role="status"
          aria-label={text('chart.cross')}
        >
          <CrossWords words={cross.words} />
        </div>
      )}
      {lane > 0 && size.width > 0 && (
        <MarkLane
          marks={marks}
          from={from}
          to={to}
          top={laneTop}
          width={size.width}
          zone={zone}
          x={x}
          chosen={props.chosenMark ?? null}
          onChoose={(key) => props.onMark?.(key)}
        />
      )}
    </figure>
  );
}
