/** The curve of an alarm as a picture for mails: mail programs show PNG, and nothing that they would have to fetch. */
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { tickDigits, timeLabels, timeTicks, valueTicks } from '../../../base/axis-ticks.ts';
import { formatNumber } from '../../../base/number-text.ts';
import { curveFrame, curvePath } from '../../../domain/alarms/term-curve.ts';
import type { AlarmCurve } from '../alarm-curve.ts';
import { levelColour } from './level-colour.ts';

/** Of the picture, px; it is drawn twice as dense. */
export const pictureSize = { width: 588, height: 190 } as const;
const room = { left: 56, right: 74, top: 12, bottom: 24 } as const;
const colours = { paper: '#ffffff', grid: '#e4e9ef', text: '#5b6b7f', line: '#0b5cad' } as const;

/** The fonts of a server are unknown: digits and units are drawn with one that comes with the product. */
const font = {
  fontFiles: [createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')],
  loadSystemFonts: false,
  defaultFontFamily: 'DejaVu Sans',
};

/** What a text may be in markup. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A curve as SVG: axes on the project's own clock, limit, when it rose, and the line. */
export function curveSvg({ points, span, steps, rank, ...curve }: AlarmCurve): string {
  const { width, height } = pictureSize;
  const [right, bottom] = [width - room.right, height - room.bottom];
  const { low, high, limits } = curveFrame(points, curve);
  const x = (t: number) => room.left + ((t - span.from) / (span.to - span.from)) * (right - room.left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - room.top);
  const at = (value: number) => value.toFixed(1);
  const label = (px: number, py: number, text: string, rest = '') =>
    `<text x="${at(px)}" y="${at(py)}" ${rest}>${escaped(text)}</text>`;
  const values = valueTicks(low, high, 4);
  const digits = tickDigits(values);
  const times = timeTicks(curve.timeZone, span.from / 1000, span.to / 1000, right - room.left, 80);
  const names = timeLabels(curve.timeZone, times);
  const colour = levelColour(rank);
  const end = points.findLast(({ value }) => value !== null);
  const grid = [
    ...values.map(
      (value) =>
        `<path d="M${room.left} ${at(y(value))}H${right}" stroke="${colours.grid}"/>` +
        label(room.left - 6, y(value) + 4, formatNumber(value, digits), 'text-anchor="end"'),
    ),
    ...times.map(
      (tick, index) =>
        `<path d="M${at(x(tick * 1000))} ${room.top}V${bottom}" stroke="${colours.grid}"/>` +
        label(x(tick * 1000), height - 7, names[index] ?? '', 'text-anchor="middle"'),
    ),
  ];
  const bands = limits.map((limit, index) => {
    const isUp = curve.either
      ? index === 0
      : limit >= (points.find(({ value }) => value !== null)?.value ?? 0);
    const [from, to] = isUp ? [room.top, y(limit)] : [y(limit), bottom];
    return `<rect x="${room.left}" y="${at(from)}" width="${right - room.left}" height="${at(Math.max(0, to - from))}" fill="${colour}" fill-opacity=".1"/>`;
  });
  const lines = limits.map(
    (limit) =>
      `<path d="M${room.left} ${at(y(limit))}H${right}" stroke="${colour}" stroke-dasharray="4 3"/>` +
      label(
        right + 6,
        y(limit) + 4,
        `${formatNumber(limit, curve.digits)}${curve.unit === null ? '' : ` ${curve.unit}`}`,
        `fill="${colour}"`,
      ),
  );
  const rises = steps.map(
    (step) =>
      `<path d="M${at(x(step.t))} ${room.top}V${bottom}" stroke="${levelColour(step.rank)}" stroke-dasharray="1.5 2.5"/>` +
      `<circle cx="${at(x(step.t))}" cy="${room.top}" r="4" fill="${levelColour(step.rank)}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans" font-size="11" fill="${colours.text}">`,
    `<rect width="${width}" height="${height}" fill="${colours.paper}"/>`,
    ...bands,
    ...grid,
    ...rises,
    ...lines,
    `<path d="${curvePath(points, x, y)}" fill="none" stroke="${colours.line}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`,
    end === undefined || end.value === null
      ? ''
      : `<circle cx="${at(x(end.t))}" cy="${at(y(end.value))}" r="3" fill="${colours.line}"/>`,
    '</svg>',
  ].join('');
}

/** A curve as PNG, drawn aside from the loop that serves devices. */
export async function curvePicture(curve: AlarmCurve): Promise<Buffer> {
  const image = await renderAsync(curveSvg(curve), {
    font,
    fitTo: { mode: 'width', value: pictureSize.width * 2 },
  });
  return image.asPng();
}
