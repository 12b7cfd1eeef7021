import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { apartFrom, type Neighbours } from '../../../../domain/lenses/neighbours.ts';
import { withAlpha } from '../../../components/chart/envelopes.ts';
import { themeColor } from '../../../components/map/theme-colors.ts';

/** Deviations at which a colour is full. */
const full = 3;
const gap = 1;

/** Series by time: blue below the own middle, orange above, blank where nothing came; framed where one is apart from the others. */
export function HeatMap(props: {
  readonly found: Neighbours;
  readonly theme: string;
  readonly label: string;
  readonly rowHeight: number;
  readonly onPress: (series: number) => void;
}) {
  const { found, theme, label, rowHeight, onPress } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const height = found.scores.length * rowHeight;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || width < 20) return;
    element.width = Math.round(width * devicePixelRatio);
    element.height = Math.round(height * devicePixelRatio);
    element.dataset['theme'] = theme;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    draw(context, found, width, rowHeight);
  }, [found, theme, width, height, rowHeight]);
  return (
    <canvas
      ref={canvas}
      className="neighbours__heat"
      style={{ height }}
      role="img"
      aria-label={label}
      onPointerUp={({ nativeEvent }) => onPress(Math.floor(nativeEvent.offsetY / rowHeight))}
    />
  );
}

function draw(context: CanvasRenderingContext2D, found: Neighbours, width: number, rowHeight: number): void {
  const cell = width / found.t.length;
  const [below, above, frame] = [themeColor('--c1'), themeColor('--c2'), themeColor('--text-strong')];
  found.scores.forEach((row, i) => {
    const top = i * rowHeight;
    row.forEach((score, k) => {
      if (Number.isNaN(score)) return;
      const strength = 0.06 + 0.94 * Math.min(1, Math.abs(score) / full);
      context.fillStyle = withAlpha(score < 0 ? below : above, strength);
      context.fillRect(k * cell, top + gap, Math.ceil(cell), rowHeight - 2 * gap);
    });
    context.fillStyle = frame;
    found.apart[i]?.forEach((own, k) => {
      if (Math.abs(own) > apartFrom.deviations)
        context.fillRect(k * cell, top + rowHeight - 3, Math.ceil(cell), 2);
    });
  });
}
