import { themeColor } from '../map/theme-colors.ts';

export interface PngLegend {
  readonly title: string;
  /** The time range in words. */
  readonly range: string;
  readonly curves: readonly { readonly label: string; readonly color: string; readonly dash: 0 | 1 | 2 }[];
}

const dashes = [[], [5, 3], [1.5, 2.5]] as const;
const font = (size: number, weight = 400) =>
  `${weight} ${size}px "Inter Variable", "Noto Sans CJK SC", "Noto Sans CJK JP", sans-serif`;
const edge = 16;
const line = 20;

/** Places the curves' names in lines of `width` px. */
function layOut(context: CanvasRenderingContext2D, legend: PngLegend, width: number) {
  context.font = font(12);
  let [x, row] = [0, 0];
  return legend.curves.map((curve) => {
    const own = context.measureText(curve.label).width + 26 + 18;
    if (x > 0 && x + own > width) [x, row] = [0, row + 1];
    const place = { curve, x, row };
    x += own;
    return place;
  });
}

/**
 * The drawn chart as a picture: title, time range and names above its panes, in the colours of the theme.
 * @throws Error when the browser makes no picture of it
 */
export async function chartPng(chart: HTMLElement, legend: PngLegend): Promise<Blob> {
  const box = chart.getBoundingClientRect();
  const ratio = devicePixelRatio;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const places = layOut(context, legend, box.width - 2 * edge);
  const head = edge + 24 + ((places.at(-1)?.row ?? -1) + 1) * line + 8;
  const panes = chart.querySelector('.chart__panes');
  const height = Math.max(box.height, panes?.scrollHeight ?? 0);
  canvas.width = Math.round(box.width * ratio);
  canvas.height = Math.round((head + height + edge) * ratio);
  context.scale(ratio, ratio);
  context.fillStyle = themeColor('--surface-panel', '#ffffff');
  context.fillRect(0, 0, box.width, head + height + edge);
  context.textBaseline = 'middle';
  context.fillStyle = themeColor('--text-strong');
  context.font = font(14, 600);
  context.fillText(legend.title, edge, edge + 6);
  const titled = context.measureText(legend.title).width;
  context.fillStyle = themeColor('--text-muted');
  context.font = font(12);
  context.fillText(legend.range, edge + titled + 16, edge + 6);
  for (const { curve, x, row } of places) {
    const y = edge + 24 + row * line + line / 2;
    context.strokeStyle = themeColor(curve.color);
    context.lineWidth = 2;
    context.setLineDash([...dashes[curve.dash]]);
    context.beginPath();
    context.moveTo(edge + x, y);
    context.lineTo(edge + x + 20, y);
    context.stroke();
    context.fillStyle = themeColor('--text');
    context.fillText(curve.label, edge + x + 26, y);
  }
  context.setLineDash([]);
  const scrolled = panes?.scrollTop ?? 0;
  for (const pane of chart.querySelectorAll('canvas')) {
    const at = pane.getBoundingClientRect();
    const y = head + at.top - box.top + scrolled;
    context.drawImage(pane, at.left - box.left, y, at.width, at.height);
  }
  context.font = font(11, 500);
  context.fillStyle = themeColor('--text-muted');
  for (const mark of chart.querySelectorAll('.chart__mark')) {
    const at = mark.getBoundingClientRect();
    context.beginPath();
    context.arc(
      at.left - box.left + at.width / 2,
      head + at.top - box.top + scrolled + 12,
      4,
      0,
      2 * Math.PI,
    );
    context.fill();
  }
  for (const title of chart.querySelectorAll('.chart__title')) {
    const at = title.getBoundingClientRect();
    // Of two axes each has the colour of its curve.
    context.fillStyle = getComputedStyle(title).color;
    context.fillText(
      title.textContent ?? '',
      at.left - box.left,
      head + at.top - box.top + scrolled + at.height / 2,
    );
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}
