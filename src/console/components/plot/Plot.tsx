import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { boxOf, drawPlot, valueAt } from './draw-plot.ts';
import type { PlotSpec } from './plot-spec.ts';
import './plot.css';

/** Pixels that a pointer goes before it draws a range. */
const least = 6;

/**
 * A plot on a canvas that fills its place. A press puts a cursor, a drag chooses a range, the wheel zooms about what is under
 * it. `label` says in words what is drawn; whatever it shows stands in words or numbers elsewhere too.
 */
export function Plot(props: {
  readonly spec: PlotSpec;
  readonly label: string;
  /** Name of the theme: colours are read anew when it changes. */
  readonly theme: string;
  readonly className?: string;
  readonly onPress?: (x: number) => void;
  readonly onRange?: (from: number, to: number) => void;
  /** Wheel: by how much the range grows (more than 1) or shrinks about a value. */
  readonly onWheel?: (scale: number, about: number) => void;
}) {
  const { spec, label, theme, onPress, onRange } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [size, setSize] = useState({ width: 0, height: 0 });
  const begun = useRef<number | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    // React listens to the wheel passively; here the page must not scroll along.
    const wheel = (event: WheelEvent) => {
      const { spec: now, onWheel } = latest.current;
      if (onWheel === undefined) return;
      event.preventDefault();
      const box = boxOf(now, element.clientWidth, element.clientHeight);
      onWheel(event.deltaY > 0 ? 1.25 : 0.8, valueAt(box, now.x, event.offsetX));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    const { width, height } = size;
    if (element === null || context === null || width < 40 || height < 20) return;
    element.width = Math.round(width * devicePixelRatio);
    element.height = Math.round(height * devicePixelRatio);
    element.dataset['theme'] = theme;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    drawPlot(context, spec, width, height);
  }, [spec, size, theme]);

  const onUp = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const from = begun.current;
    begun.current = null;
    if (from === null) return;
    const box = boxOf(spec, currentTarget.clientWidth, currentTarget.clientHeight);
    const [a, b] = [valueAt(box, spec.x, from), valueAt(box, spec.x, nativeEvent.offsetX)];
    if (Math.abs(nativeEvent.offsetX - from) < least) onPress?.(b);
    else onRange?.(Math.min(a, b), Math.max(a, b));
  };
  return (
    <canvas
      ref={canvas}
      className={`plot ${props.className ?? ''}`}
      role="img"
      aria-label={label}
      onPointerDown={({ nativeEvent, button }) => {
        if (button === 0) begun.current = nativeEvent.offsetX;
      }}
      onPointerUp={onUp}
      onPointerCancel={() => {
        begun.current = null;
      }}
    />
  );
}
