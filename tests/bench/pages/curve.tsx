/** What the curve benches run in the browser: our pane and plain uPlot over the same data. */
import '../../../src/console/shell/themes/index.css';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import uPlot from 'uplot';
import { RawValues } from '../../../src/base/raw-values.ts';
import { isDense, type KeptCurve } from '../../../src/console/components/chart/dense.ts';
import { PaneChart } from '../../../src/console/components/chart/PaneChart.tsx';
import type { CurveBase, Pane } from '../../../src/console/components/chart/plot-data.ts';
import { Pyramid } from '../../../src/console/components/chart/pyramid.ts';
import { decodeHistory } from '../../../src/contract/history/decode.ts';

const width = 1200;
const height = 600;
const series = 4;
/** Runs of ours and of the reference before any counts: both are then compiled. */
const warmUps = 3;
const holder = document.getElementById('root') as HTMLElement;

/** Four million values, a minute apart: drift, days and noise. */
function makeData(points: number) {
  const times = Float64Array.from({ length: points }, (_, index) => 1_600_000_000_000 + index * 60_000);
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 4_294_967_296 - 0.5;
  };
  const values = Array.from({ length: series }, (_, s) =>
    Float64Array.from(
      { length: points },
      (_value, i) => s + Math.sin(i / 1440) + i / points + random() * 0.4,
    ),
  );
  return { times, values };
}

/** Waits until everything that was drawn is in pixels. */
function settle(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
}

const base = (index: number): Omit<CurveBase, 't'> => ({
  key: `s${index}`,
  label: `s${index}`,
  unit: '',
  digits: 3,
  color: `--c${index + 1}`,
  dash: 0,
  silence: Number.POSITIVE_INFINITY,
});

function paneOf(curves: readonly KeptCurve[]): Pane<KeptCurve> {
  return { key: 'p', title: '', hanging: false, digits: 3, curves };
}

function render(root: Root, pane: Pane<KeptCurve>, from: number, to: number): void {
  flushSync(() => {
    root.render(
      <PaneChart
        pane={pane}
        from={from}
        to={to}
        width={width}
        height={height}
        zone="Asia/Shanghai"
        theme="d2"
        syncKey="bench"
        showTimes
        gaps={[]}
        onZoom={() => undefined}
        onCursor={() => undefined}
      />,
    );
  });
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const tick = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));

const digits = 3;

/** The same values as the console keeps a raw answer: whole thousandths. */
const rawOf = (values: Float64Array) =>
  new RawValues(
    Int32Array.from(values, (value) => Math.round(value * 10 ** digits)),
    10 ** digits,
  );

/** Curves as the console makes them of raw answers. No level of a pyramid is built yet. */
function keptOf(times: Float64Array, raw: readonly RawValues[]): readonly KeptCurve[] {
  return raw.map((values, index) => ({
    ...base(index),
    look: 'line',
    t: times,
    dense: new Pyramid(times, values),
  }));
}

async function ours(
  times: Float64Array,
  raw: readonly RawValues[],
  from: number,
  to: number,
): Promise<number> {
  const root = createRoot(holder);
  const start = performance.now();
  render(root, paneOf(keptOf(times, raw)), from, to);
  await Promise.resolve();
  settle();
  const taken = performance.now() - start;
  await tick();
  root.unmount();
  return taken;
}

const plainOptions = (): uPlot.Options => ({
  width,
  height,
  legend: { show: false },
  series: [
    {},
    ...Array.from({ length: series }, (_, index) => ({
      stroke: ['#0072B2', '#D55E00', '#00845F', '#B0508F'][index] ?? '#000',
    })),
  ],
});

async function plain(
  x: number[] | Float64Array,
  values: readonly (Float64Array | number[])[],
): Promise<[number, uPlot]> {
  const start = performance.now();
  const chart = new uPlot(plainOptions(), [x, ...values] as uPlot.AlignedData, holder);
  await Promise.resolve();
  settle();
  return [performance.now() - start, chart];
}

const bench = {
  /** P1: data in memory → painted. */
  async paint(points: number, runs: number) {
    const data = makeData(points);
    const seconds = data.times.map((t) => t / 1000);
    const [from, to] = [data.times[0] ?? 0, (data.times.at(-1) ?? 0) + 1];
    const raw = data.values.map(rawOf);
    const own: number[] = [];
    const reference: number[] = [];
    for (let run = 0; run < runs + warmUps; run++) {
      const taken = await ours(data.times, raw, from, to);
      const [other, chart] = await plain(seconds, data.values);
      chart.destroy();
      if (run >= warmUps) {
        own.push(taken);
        reference.push(other);
      }
    }
    return { ours: median(own), reference: median(reference) };
  },
  /** P2: frames of a zoom in and a pan over data in memory. */
  async zoom(points: number, frames: number) {
    const data = makeData(points);
    const curves = keptOf(data.times, data.values.map(rawOf));
    // As the pane does when the first paint is out.
    for (const curve of curves) if (isDense(curve)) curve.dense.build();
    const pane = paneOf(curves);
    const start = data.times[0] ?? 0;
    const span = (data.times.at(-1) ?? 0) - start;
    const view = (frame: number): [number, number] => {
      const share = frame / frames;
      const size = span * (0.95 - 0.5 * share);
      const from = start + (span - size) * (0.2 + 0.6 * share);
      return [from, from + size];
    };
    const root = createRoot(holder);
    const own: number[] = [];
    for (let frame = 0; frame <= frames; frame++) {
      const [from, to] = view(frame);
      const began = performance.now();
      render(root, pane, from, to);
      await Promise.resolve();
      settle();
      if (frame > 0) own.push(performance.now() - began);
      await tick();
    }
    root.unmount();
    const [, chart] = await plain(
      data.times.map((t) => t / 1000),
      data.values,
    );
    const reference: number[] = [];
    for (let frame = 0; frame <= frames; frame++) {
      const [from, to] = view(frame);
      const began = performance.now();
      chart.setScale('x', { min: from / 1000, max: to / 1000 });
      await Promise.resolve();
      settle();
      if (frame > 0) reference.push(performance.now() - began);
      await tick();
    }
    chart.destroy();
    const sorted = [...own].sort((a, b) => a - b);
    return {
      ours: median(own),
      reference: median(reference),
      p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      slow: own.filter((taken) => taken > 33).length,
    };
  },
  /** P6, P7: fetch → painted; our columns against JSON rows on plain uPlot. */
  async fetchAndPaint(url: string, token: string, jsonUrl: string, runs: number) {
    const own: number[] = [];
    const reference: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const root = createRoot(holder);
      const began = performance.now();
      const answer = await fetch(url, { headers: { Authorization: token }, cache: 'no-store' });
      const columns = decodeHistory(await answer.arrayBuffer());
      const curves: readonly KeptCurve[] =
        columns.mode === 'raw'
          ? columns.channels.map(({ channel, values }, index) => {
              const dense = new Pyramid(columns.t, values);
              return { ...base(index % 4), look: 'line', key: channel, t: columns.t, dense };
            })
          : columns.channels.map(({ channel, mean, min, max }, index) => ({
              ...base(index % 4),
              look: 'line',
              key: channel,
              t: columns.t,
              line: mean,
              low: min,
              high: max,
            }));
      const [from, to] = [columns.t[0] ?? 0, columns.t.at(-1) ?? 1];
      render(root, paneOf(curves), from, to);
      await Promise.resolve();
      settle();
      if (run > 0) own.push(performance.now() - began);
      await tick();
      root.unmount();
    }
    for (let run = 0; run <= Math.min(2, runs); run++) {
      const began = performance.now();
      const rows = (await (await fetch(jsonUrl, { cache: 'no-store' })).json()) as Record<string, number>[];
      const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 't');
      const values = names.map((name) => rows.map((row) => row[name] ?? Number.NaN));
      const [, chart] = await plain(
        rows.map((row) => (row['t'] ?? 0) / 1000),
        values,
      );
      if (run > 0) reference.push(performance.now() - began);
      chart.destroy();
      await tick();
    }
    return { ours: median(own), reference: median(reference) };
  },
};
Object.assign(window, { bench });
