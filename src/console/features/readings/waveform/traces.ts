import type { PlotLayer, PlotMark, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis } from '../../../components/plot/ticks.ts';
import type { Cursors } from './CaptureFacts.tsx';
import { axisNames, type ShownCapture } from './shown-capture.ts';

/** What is in view, samples: `from` with, `to` without. */
export interface View {
  readonly from: number;
  readonly to: number;
}

const seconds = (count: number, rate: number) => Float64Array.from({ length: count }, (_, i) => i / rate);

/** The three traces of a capture over its seconds, one below the other on one scale, with what is laid over. */
export function traceSpecs(
  shown: ShownCapture,
  over: ShownCapture | null,
  view: View,
  cursors: Cursors,
  unit: string,
  threshold: number | null,
): readonly PlotSpec[] {
  const { rate, count } = shown;
  const x = numberAxis(view.from / rate, view.to / rate, 9, 's');
  const reach = Math.max(shown.reach, over?.reach ?? 0) * 1.1 || 1;
  const marks: readonly PlotMark[] = (['a', 'b'] as const).flatMap((name) => {
    const sample = cursors[name];
    return sample === null ? [] : [{ at: sample / rate, color: '--chart-cross', label: name.toUpperCase() }];
  });
  const times = seconds(count, rate);
  const overTimes = over === null ? null : seconds(over.count, over.rate);
  return axisNames.map((name, index): PlotSpec => {
    const axis = shown.axes[index];
    const laid = over?.axes[index];
    const layers: PlotLayer[] = [];
    if (laid !== undefined && overTimes !== null)
      layers.push({ type: 'line', x: overTimes, y: laid.samples, color: '--text-muted', pale: true });
    if (axis !== undefined)
      layers.push({
        type: 'line',
        x: times,
        y: axis.samples,
        color: `--c${index + 1}`,
        dash: ([0, 1, 2] as const)[index] ?? 0,
      });
    if (axis?.peak != null)
      layers.push({
        type: 'points',
        x: [axis.peak.at / rate],
        y: [axis.peak.value],
        color: `--c${index + 1}`,
        size: 3.5,
      });
    if (threshold !== null && threshold < reach)
      for (const y of [threshold, -threshold])
        layers.push({
          type: 'line',
          x: [0, count / rate],
          y: [y, y],
          color: '--text-muted',
          dash: 1,
          pale: true,
        });
    return {
      x,
      y: numberAxis(-reach, reach, 4),
      layers,
      marks: index === 0 ? marks : marks.map(({ at, color }) => ({ at, color })),
      title: `${name.toUpperCase()}, ${unit}`,
      showX: index === axisNames.length - 1,
    };
  });
}

/** The three spectra on one pair of axes; null where the capture is too short for one. */
export function spectrumSpec(shown: ShownCapture, over: ShownCapture | null, title: string): PlotSpec | null {
  if (shown.strongest === null && shown.axes.every(({ spectrum }) => spectrum === null)) return null;
  const layers: PlotLayer[] = [];
  let [most, end] = [0, 0];
  const draw = (capture: ShownCapture, isOver: boolean) =>
    capture.axes.forEach(({ spectrum }, index) => {
      if (spectrum === null) return;
      const { step, amplitudes } = spectrum;
      // The first two bins hold what the window leaves of the mean.
      const y = amplitudes.slice(2);
      most = Math.max(
        most,
        y.reduce((great, value) => Math.max(great, value), 0),
      );
      end = Math.max(end, step * (amplitudes.length - 1));
      layers.push({
        type: 'line',
        x: Float64Array.from({ length: y.length }, (_, k) => (k + 2) * step),
        y,
        color: isOver ? '--text-muted' : `--c${index + 1}`,
        dash: ([0, 1, 2] as const)[index] ?? 0,
        ...(isOver ? { pale: true } : { filled: true }),
      });
    });
  if (over !== null) draw(over, true);
  draw(shown, false);
  const dominant = shown.strongest?.dominant ?? null;
  return {
    x: numberAxis(0, end, 8, 'Hz'),
    y: numberAxis(0, most * 1.1 || 1, 4),
    layers,
    marks: dominant === null ? [] : [{ at: dominant.frequency, color: '--chart-cross', dash: 1 }],
    title,
    showX: true,
  };
}
