/** Curves and bars of a report, as paths. */
import { tickDigits, timeLabels, timeTicks, valueTicks } from '../../base/axis-ticks.ts';
import { formatNumber } from '../../base/number-text.ts';
import type { BarsBlock, CurveBlock } from './document.ts';
import { wrapped } from './fonts.ts';
import { a4, at, edge, edgeOf, ink, inner, type Paper } from './paper.ts';

const title = 8.5;
const label = 7;
const room = { left: 40, right: 40, height: 84, foot: 14 } as const;
const titleHeight = 16;

function heading(paper: Paper, text: string, aside: string): void {
  const space = inner - paper.setter.width(aside, title) - 12;
  const [shown = ''] = wrapped(paper.setter, text, space, { size: title, isBold: true });
  paper.text(shown, edge.left, paper.y + 9, { size: title, isBold: true, colour: ink.strong });
  paper.text(aside, a4.width - edge.right, paper.y + 9, { size: title, colour: ink.faint, align: 'right' });
  paper.y += titleHeight;
}

/** Least and greatest value that are drawn: the curve's, and limits that are not far from it. */
export function span({ curve, limits, digits }: Pick<CurveBlock, 'curve' | 'limits' | 'digits'>): {
  low: number;
  high: number;
} {
  let [low, high] = [Infinity, -Infinity];
  for (const [index, value] of curve.value.entries()) {
    low = Math.min(low, curve.low[index] ?? value);
    high = Math.max(high, curve.high[index] ?? value);
  }
  const own = Math.max(high - low, 10 ** -digits);
  // A limit that is so far that the curve would be a line is named beside it, not drawn.
  for (const { limit } of limits)
    if (limit >= low - 4 * own && limit <= high + 4 * own)
      [low, high] = [Math.min(low, limit), Math.max(high, limit)];
  const pad = Math.max((high - low) * 0.06, 10 ** -digits);
  return { low: low - pad, high: high + pad };
}

/** The line of a curve, with its gaps. */
export function linePath(
  { t, value, breakAfter }: CurveBlock['curve'],
  x: (t: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let before = -Infinity;
  for (let i = 0; i < t.length; i += 1) {
    const moment = t[i] as number;
    const place = `${at(x(moment))} ${at(y(value[i] as number))}`;
    const isApart = moment - before > breakAfter;
    // A reading alone between two gaps is a dot.
    const isAlone = isApart && !((t[i + 1] ?? Infinity) - moment <= breakAfter);
    path += isAlone ? `M${place}h0.01` : `${isApart ? 'M' : 'L'}${place}`;
    before = moment;
  }
  return path;
}

/** The envelope of a curve that was put together: a stretch for each run without a gap. */
function envelopePath(
  { t, low, high, breakAfter }: CurveBlock['curve'],
  x: (t: number) => number,
  y: (value: number) => number,
): string {
  if (low.length === 0) return '';
  let path = '';
  for (let first = 0; first < t.length; ) {
    let last = first;
    while (last + 1 < t.length && (t[last + 1] as number) - (t[last] as number) <= breakAfter) last += 1;
    if (last > first) {
      for (let i = first; i <= last; i += 1)
        path += `${i === first ? 'M' : 'L'}${at(x(t[i] as number))} ${at(y(high[i] as number))}`;
      for (let i = last; i >= first; i -= 1) path += `L${at(x(t[i] as number))} ${at(y(low[i] as number))}`;
      path += 'Z';
    }
    first = last + 1;
  }
  return path;
}

export function drawCurve(paper: Paper, block: CurveBlock): void {
  paper.need(titleHeight + room.height + room.foot + 10);
  heading(paper, block.title, block.aside);
  const { curve, from, to, timeZone, limits } = block;
  const [left, right] = [edge.left + room.left, a4.width - edge.right - room.right];
  const [top, bottom] = [paper.y, paper.y + room.height];
  const { low, high } = span(block);
  const x = (t: number) => left + ((t - from) / (to - from)) * (right - left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top);
  const values = valueTicks(low, high, 4);
  const digits = tickDigits(values);
  for (const value of values) {
    paper.rule(left, y(value), right - left, ink.grid, 0.5);
    const style = { size: label, colour: ink.faint, align: 'right' } as const;
    paper.text(formatNumber(value, digits), left - 5, y(value) + 2.5, style);
  }
  const times = timeTicks(timeZone, from / 1000, to / 1000, right - left, 52);
  for (const [index, name] of timeLabels(timeZone, times).entries()) {
    const place = x((times[index] ?? 0) * 1000);
    paper.path(`M${at(place)} ${at(top)}V${at(bottom)}`, { stroke: ink.grid, width: 0.5 });
    paper.text(name, place, bottom + 10, { size: label, colour: ink.faint, align: 'middle' });
  }
  let free = -Infinity;
  for (const { rank, limit, label: name } of limits) {
    if (limit < low || limit > high) continue;
    paper.path(`M${at(left)} ${at(y(limit))}H${at(right)}`, {
      stroke: edgeOf(rank),
      width: 0.8,
      dash: [4, 3],
    });
    // Names of limits that are close together would cover each other.
    if (Math.abs(y(limit) - free) < label) continue;
    free = y(limit);
    paper.text(name, right + 4, y(limit) + 2.5, { size: label, colour: edgeOf(rank) });
  }
  for (const { rank, at: moment, label: name } of block.marks ?? []) {
    if (moment < from || moment > to) continue;
    const place = x(moment);
    paper.path(`M${at(place)} ${at(top)}V${at(bottom)}`, { stroke: edgeOf(rank), width: 0.8, dash: [4, 3] });
    // To the side where there is room for the name.
    const isLeft = place > (left + right) / 2;
    const style = { size: label, colour: edgeOf(rank), align: isLeft ? 'right' : 'left' } as const;
    paper.text(name, place + (isLeft ? -3 : 3), top + 6, style);
  }
  const envelope = envelopePath(curve, x, y);
  if (envelope !== '') paper.path(envelope, { fill: ink.curve, opacity: 0.18 });
  const line = linePath(curve, x, y);
  if (line !== '') paper.path(line, { stroke: ink.curve, width: 1 });
  paper.rule(left, bottom, right - left, ink.faint, 0.6);
  paper.y = bottom + room.foot + 10;
}

export function drawBars(paper: Paper, block: BarsBlock): void {
  const height = 66;
  paper.need(titleHeight + height + room.foot + 14);
  heading(paper, block.title, block.aside);
  const { bars, digits } = block;
  const [left, right] = [edge.left + room.left, a4.width - edge.right];
  const [top, bottom] = [paper.y + 8, paper.y + 8 + height];
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const part = (right - left) / Math.max(1, bars.length);
  const ticks = valueTicks(0, most, 3);
  for (const value of ticks) {
    const y = bottom - (value / most) * (bottom - top);
    paper.rule(left, y, right - left, ink.grid, 0.5);
    const style = { size: label, colour: ink.faint, align: 'right' } as const;
    paper.text(formatNumber(value, tickDigits(ticks)), left - 5, y + 2.5, style);
  }
  const every = Math.max(1, Math.ceil(28 / part));
  for (const [index, { label: name, value }] of bars.entries()) {
    const x = left + index * part;
    if (value === null) paper.rect(x + part * 0.15, top, part * 0.7, bottom - top, ink.faint, 0.12);
    else if (value > 0) {
      const own = (value / most) * (bottom - top);
      paper.rect(x + part * 0.15, bottom - own, part * 0.7, own, ink.rain);
      if (bars.length <= 16)
        paper.text(formatNumber(value, digits), x + part / 2, bottom - own - 2, {
          ...{ size: 6.5, colour: ink.text, align: 'middle' },
        });
    }
    if (index % every === 0)
      paper.text(name, x + part / 2, bottom + 10, { size: label, colour: ink.faint, align: 'middle' });
  }
  paper.rule(left, bottom, right - left, ink.faint, 0.6);
  paper.y = bottom + room.foot + 12;
}
