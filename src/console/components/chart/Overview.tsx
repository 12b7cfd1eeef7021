import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { timeLabels, timeTicks } from '../../../base/axis-ticks.ts';
import { useFormat, useText } from '../i18n.ts';
import { overviewPaths } from './overview-paths.ts';
import { endLabels } from './PaneChart.tsx';
import type { Curve } from './plot-data.ts';
import { movedWindow, shiftOfKey, type WindowPart } from './window-move.ts';
import './overview.css';

const left = 56;
/** px of the strip. */
const height = 32;
/** px that the window is at least wide, so that it can be held between its edges. */
const narrowest = 16;
const parts = ['from', 'both', 'to'] as const;

interface Held {
  readonly part: WindowPart;
  readonly x: number;
  readonly window: readonly [number, number];
}

/**
 * The whole span under a chart, with what the chart shows as a window that is dragged, made wider at its edges, and moved by
 * keys: each of the three is a slider over time. A click beside the window brings it there.
 */
export function Overview(props: {
  /** What is drawn; null = not read yet: the strip keeps its place. */
  readonly curve: Curve | null;
  /** From when to when the strip goes, UTC ms. */
  readonly whole: readonly [number, number];
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly onRange: (from: number, to: number) => void;
}) {
  const { curve, whole, from, to, zone, onRange } = props;
  const text = useText();
  const format = useFormat();
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const held = useRef<Held | null>(null);
  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const measure = () => setWidth(Math.max(0, element.clientWidth - left - endLabels));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const [first, last] = whole;
  const paths = useMemo(
    () => (curve === null || width === 0 ? null : overviewPaths(curve, [first, last], width, height - 6)),
    [curve, first, last, width],
  );
  const x = (t: number) => Math.min(1, Math.max(0, (t - first) / (last - first))) * width;
  const begin = Math.min(x(from), Math.max(0, width - narrowest));
  const end = Math.max(x(to), Math.min(width, begin + narrowest));
  const perPixel = (last - first) / Math.max(1, width);
  const move = (window: readonly [number, number], part: WindowPart, shift: number) => {
    const next = movedWindow(window, part, shift, whole);
    if (next[0] !== from || next[1] !== to) onRange(...next);
  };
  const hold = (event: PointerEvent, part: WindowPart, window: readonly [number, number]) => {
    held.current = { part, x: event.clientX, window };
    holder.current?.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const onTrack = (event: PointerEvent) => {
    const box = holder.current?.getBoundingClientRect();
    if (box === undefined || event.button !== 0 || curve === null) return;
    const at = first + (event.clientX - box.left - left) * perPixel;
    const shift = at - (from + to) / 2;
    move([from, to], 'both', shift);
    hold(event, 'both', movedWindow([from, to], 'both', shift, whole));
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = held.current;
    if (start !== null) move(start.window, start.part, (event.clientX - start.x) * perPixel);
  };
  const onKeyDown = (event: KeyboardEvent, part: WindowPart) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shift = shiftOfKey(event.key, part, [from, to], whole);
    if (shift === null) return;
    move([from, to], part, shift);
    event.preventDefault();
    event.stopPropagation();
  };
  const ticks = width === 0 ? [] : timeTicks(zone, first / 1000, last / 1000, width, 110);
  const labels = timeLabels(zone, ticks);
  const said = (t: number) => format.time(t, zone, 'dayTime');
  const places = { from, to, both: (from + to) / 2 };
  return (
    <div
      ref={holder}
      className="overview rigid"
      role="group"
      aria-label={text('chart.overview')}
      onPointerDown={onTrack}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        held.current = null;
      }}
      onPointerCancel={() => {
        held.current = null;
      }}
    >
      <svg className="overview__strip" width={width} height={height} style={{ left }} aria-hidden="true">
        {paths !== null && curve !== null && (
          <g transform="translate(0 3)" style={{ color: `var(${curve.color})` }}>
            <path className="overview__area" d={paths.area} />
            <path className="overview__line" d={paths.line} />
          </g>
        )}
      </svg>
      {curve !== null &&
        width > 0 &&
        parts.map((part) => (
          <div
            key={part}
            className={`overview__${part}`}
            role="slider"
            tabIndex={0}
            aria-label={text(`chart.overview.${part}`)}
            aria-valuemin={Math.round(first)}
            aria-valuemax={Math.round(last)}
            aria-valuenow={Math.round(Math.min(last, Math.max(first, places[part])))}
            aria-valuetext={part === 'both' ? `${said(from)} – ${said(to)}` : said(places[part])}
            style={
              part === 'both'
                ? { left: left + begin, width: end - begin }
                : { left: left + (part === 'from' ? begin : end) }
            }
            onPointerDown={(event) => {
              if (event.button === 0) hold(event, part, [from, to]);
            }}
            onKeyDown={(event) => onKeyDown(event, part)}
          />
        ))}
      {ticks.map((tick, index) => (
        <span
          key={tick}
          className="overview__tick num text-11 faint"
          style={{ left: left + x(tick * 1000) }}
          aria-hidden="true"
        >
          {labels[index]}
        </span>
      ))}
    </div>
  );
}
