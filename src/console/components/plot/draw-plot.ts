import { withAlpha } from '../chart/envelopes.ts';
import { themeColor } from '../map/theme-colors.ts';
import type { PlotAxis, PlotLayer, PlotSpec } from './plot-spec.ts';

/** Where the plot's own rectangle lies in its canvas, px. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const dashes = [[], [5, 3], [1.5, 2.5]] as const;
const font = '11px "Inter Variable", "Noto Sans CJK SC", sans-serif';

/** The rectangle of a plot in a canvas of a size. */
export function boxOf(spec: Pick<PlotSpec, 'showX' | 'yRight'>, width: number, height: number): PlotBox {
  const left = 48;
  const right = spec.yRight === undefined ? 12 : 44;
  return {
    left,
    top: 8,
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - 8 - (spec.showX ? 24 : 6)),
  };
}

export const xOf = (box: PlotBox, axis: PlotAxis, value: number) =>
  box.left + ((value - axis.from) / (axis.to - axis.from)) * box.width;
export const yOf = (box: PlotBox, axis: PlotAxis, value: number) =>
  box.top + box.height - ((value - axis.from) / (axis.to - axis.from)) * box.height;
/** The value of the x axis under a pixel. */
export const valueAt = (box: PlotBox, axis: PlotAxis, pixel: number) =>
  axis.from + ((pixel - box.left) / box.width) * (axis.to - axis.from);

/**
 * A line through its points; where many fall on one pixel, from the first to the least, the greatest and the last. It is
 * broken at NaN and across a silence; a value that stands alone is a dot.
 */
function trace(
  ctx: CanvasRenderingContext2D,
  layer: Extract<PlotLayer, { type: 'line' }>,
  px: (value: number) => number,
  py: (value: number) => number,
): void {
  const { x, y, silence = Number.POSITIVE_INFINITY } = layer;
  let open = false;
  for (let i = 0; i < x.length; ) {
    const column = Math.round(px(x[i] as number));
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const first = y[i] as number;
    let last = first;
    if (i > 0 && (x[i] as number) - (x[i - 1] as number) > silence) open = false;
    while (i < x.length && Math.round(px(x[i] as number)) === column) {
      last = y[i] as number;
      if (Number.isNaN(last)) {
        i += 1;
        break;
      }
      low = Math.min(low, last);
      high = Math.max(high, last);
      i += 1;
    }
    if (Number.isNaN(first)) {
      open = false;
      continue;
    }
    if (open) ctx.lineTo(column, py(first));
    else ctx.moveTo(column, py(first));
    const isEnd =
      i >= x.length ||
      Number.isNaN(last) ||
      Number.isNaN(y[i] as number) ||
      (x[i] as number) - (x[i - 1] as number) > silence;
    const isDot = !open && isEnd;
    open = true;
    if (high > low) {
      ctx.lineTo(column, py(low));
      ctx.lineTo(column, py(high));
    } else if (isDot) ctx.lineTo(column + 1, py(first));
    if (Number.isNaN(last)) open = false;
    else ctx.lineTo(column, py(last));
  }
}

function drawHatch(
  ctx: CanvasRenderingContext2D,
  box: PlotBox,
  spans: readonly { readonly from: number; readonly to: number }[],
  px: (value: number) => number,
): void {
  ctx.strokeStyle = withAlpha(themeColor('--silent'), 0.35);
  ctx.lineWidth = 1;
  for (const span of spans) {
    const [from, to] = [Math.max(box.left, px(span.from)), Math.min(box.left + box.width, px(span.to))];
    if (to <= from) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(from, box.top, to - from, box.height);
    ctx.clip();
    ctx.beginPath();
    for (let at = from - box.height; at < to; at += 7) {
      ctx.moveTo(at, box.top + box.height);
      ctx.lineTo(at + box.height, box.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}

/** Opacity of a tint. */
const tint = 0.15;

/** Tints: what lies between two values of an axis, or between two lines. */
function drawTint(
  ctx: CanvasRenderingContext2D,
  box: PlotBox,
  layer: Extract<PlotLayer, { type: 'band' | 'area' }>,
  px: (value: number) => number,
  py: (value: number) => number,
): void {
  ctx.fillStyle = withAlpha(themeColor(layer.color), tint);
  if (layer.type === 'band') {
    const isX = layer.axis === 'x';
    const [a, b] = isX ? [px(layer.from), px(layer.to)] : [py(layer.from), py(layer.to)];
    if (isX) ctx.fillRect(Math.min(a, b), box.top, Math.abs(b - a), box.height);
    else ctx.fillRect(box.left, Math.min(a, b), box.width, Math.abs(b - a));
    return;
  }
  const { x, low, high } = layer;
  ctx.beginPath();
  const known = Array.from(x, (_, i) => i).filter(
    (i) => !Number.isNaN((low[i] as number) + (high[i] as number)),
  );
  for (const i of known) ctx.lineTo(px(x[i] as number), py(high[i] as number));
  for (const i of known.toReversed()) ctx.lineTo(px(x[i] as number), py(low[i] as number));
  ctx.fill();
}

function drawLayer(
  ctx: CanvasRenderingContext2D,
  box: PlotBox,
  layer: PlotLayer,
  px: (value: number) => number,
  py: (value: number) => number,
): void {
  if (layer.type === 'hatch') {
    drawHatch(ctx, box, layer.spans, px);
    return;
  }
  if (layer.type === 'band' || layer.type === 'area') {
    drawTint(ctx, box, layer, px, py);
    return;
  }
  const color = themeColor(layer.color);
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.setLineDash([]);
  if (layer.type === 'bars') {
    for (const { from, to, value } of layer.bars) {
      const [left, right] = [px(from), px(to)];
      const gap = right - left > 6 ? 1.5 : 0;
      const [top, bottom] = [py(0), py(value)];
      ctx.fillRect(
        left + gap,
        Math.min(top, bottom),
        Math.max(1, right - left - 2 * gap),
        Math.abs(bottom - top),
      );
    }
    return;
  }
  if (layer.type === 'rows') {
    for (const { from, to, value } of layer.rows) {
      const [top, bottom] = [Math.min(py(from), py(to)), Math.max(py(from), py(to))];
      const gap = bottom - top > 6 ? 1.5 : 0;
      const [left, right] = [Math.min(px(0), px(value)), Math.max(px(0), px(value))];
      ctx.fillRect(left, top + gap, right - left, Math.max(1, bottom - top - 2 * gap));
    }
    return;
  }
  if (layer.type === 'line') {
    ctx.globalAlpha = layer.pale === true ? 0.45 : 1;
    ctx.lineWidth = 1.25;
    ctx.setLineDash([...dashes[layer.dash ?? 0]]);
    ctx.beginPath();
    trace(ctx, layer, px, py);
    ctx.stroke();
    if (layer.filled === true && layer.x.length > 1) {
      ctx.lineTo(px(layer.x[layer.x.length - 1] as number), py(0));
      ctx.lineTo(px(layer.x[0] as number), py(0));
      ctx.globalAlpha = 0.08;
      ctx.fill();
    }
    ctx.globalAlpha = 1;
    return;
  }
  const size = layer.type === 'points' ? (layer.size ?? 2) : 2.5;
  ctx.lineWidth = 1.5;
  for (let i = 0; i < layer.x.length; i += 1) {
    const [x, y] = [px(layer.x[i] as number), py(layer.y[i] as number)];
    if (Number.isNaN(x + y)) continue;
    ctx.beginPath();
    if (layer.type === 'stems') {
      ctx.moveTo(x, py(0));
      ctx.lineTo(x, y);
      ctx.stroke();
      ctx.beginPath();
    }
    ctx.arc(x, y, size, 0, 2 * Math.PI);
    ctx.fill();
  }
}

function drawAxes(ctx: CanvasRenderingContext2D, box: PlotBox, spec: PlotSpec): void {
  const { x, y, yRight } = spec;
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  ctx.font = font;
  ctx.lineWidth = 1;
  ctx.strokeStyle = themeColor('--chart-grid');
  ctx.beginPath();
  for (const { at } of x.ticks) {
    const place = Math.round(xOf(box, x, at)) + 0.5;
    ctx.moveTo(place, box.top);
    ctx.lineTo(place, bottom);
  }
  for (const { at } of y.ticks) {
    const place = Math.round(yOf(box, y, at)) + 0.5;
    ctx.moveTo(box.left, place);
    ctx.lineTo(right, place);
  }
  ctx.stroke();
  ctx.fillStyle = themeColor('--chart-axis');
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  for (const { at, label } of y.ticks) ctx.fillText(label, box.left - 6, yOf(box, y, at));
  ctx.textAlign = 'left';
  for (const { at, label } of yRight?.ticks ?? []) ctx.fillText(label, right + 6, yOf(box, yRight ?? y, at));
  if (!spec.showX) return;
  ctx.textBaseline = 'top';
  ctx.textAlign = 'center';
  let end = Number.NEGATIVE_INFINITY;
  for (const { at, label } of x.ticks) {
    const half = ctx.measureText(label).width / 2;
    // The last one, with its unit, stays on the picture.
    const place = Math.min(xOf(box, x, at), right + 10 - half);
    // A label that would run into the one before it is left out; its line says where it is.
    if (place - half < end + 6) continue;
    ctx.fillText(label, place, bottom + 7);
    end = place + half;
  }
}

/** Draws a plot into a canvas whose pixels are those of the screen. */
export function drawPlot(ctx: CanvasRenderingContext2D, spec: PlotSpec, width: number, height: number): void {
  const box = boxOf(spec, width, height);
  const px = (value: number) => xOf(box, spec.x, value);
  ctx.clearRect(0, 0, width, height);
  drawAxes(ctx, box, spec);
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.left, box.top - 4, box.width, box.height + 8);
  ctx.clip();
  for (const layer of spec.layers) drawLayer(ctx, box, layer, px, (value) => yOf(box, spec.y, value));
  const { yRight } = spec;
  if (yRight !== undefined)
    for (const layer of spec.right ?? []) drawLayer(ctx, box, layer, px, (value) => yOf(box, yRight, value));
  ctx.restore();
  for (const mark of spec.marks ?? []) {
    const at = px(mark.at);
    if (at < box.left - 1 || at > box.left + box.width + 1) continue;
    ctx.strokeStyle = themeColor(mark.color);
    ctx.lineWidth = 1.25;
    ctx.setLineDash([...dashes[mark.dash ?? 0]]);
    ctx.beginPath();
    ctx.moveTo(at, box.top);
    ctx.lineTo(at, box.top + box.height);
    ctx.stroke();
    ctx.setLineDash([]);
    if (mark.label === undefined) continue;
    ctx.font = font;
    ctx.fillStyle = themeColor('--text-strong');
    ctx.textBaseline = 'bottom';
    const isRight = at > box.left + box.width * 0.8;
    ctx.textAlign = isRight ? 'right' : 'left';
    ctx.fillText(mark.label, at + (isRight ? -4 : 4), box.top + box.height - 3);
  }
  if (spec.title === undefined) return;
  ctx.font = font;
  ctx.fillStyle = themeColor('--text-muted');
  ctx.textBaseline = 'top';
  ctx.textAlign = 'left';
  ctx.fillText(spec.title, box.left + 6, box.top + 3);
}
