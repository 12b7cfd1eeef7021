/** Paper: pages of marks, filled from above to below. White, whatever a screen's theme is. */
import type { PageMark } from '../../contract/reports.ts';
import { type TypeSetter, wrapped } from './fonts.ts';

/** A4 in points, and what is left free at its edges. */
export const a4 = { width: 595.28, height: 841.89 } as const;
export const edge = { left: 48, right: 48, top: 58, bottom: 62 } as const;
export const inner = a4.width - edge.left - edge.right;
const bottom = a4.height - edge.bottom;

export const ink = {
  strong: '#0f1c2e',
  text: '#26374d',
  faint: '#5b6b7f',
  line: '#d5dce5',
  grid: '#e7ecf2',
  accent: '#0b5cad',
  curve: '#0b5cad',
  rain: '#2f7cc4',
  head: '#f2f5f9',
} as const;

/** Of levels 1 to 4: an edge that stands out on white, and a soft ground. */
export const levelInk = [
  { edge: '#0f7a3d', soft: '#e9f6ee' },
  { edge: '#0b57b5', soft: '#e8f1fc' },
  { edge: '#8a6100', soft: '#fff6da' },
  { edge: '#a34700', soft: '#ffeedd' },
  { edge: '#b00020', soft: '#fde7ea' },
] as const;
const inkOf = (rank: number) => levelInk[Math.max(0, Math.min(4, rank))] ?? levelInk[0];
export const edgeOf = (rank: number): string => inkOf(rank).edge;
export const softOf = (rank: number): string => inkOf(rank).soft;

/** Two digits after the point: a hundredth of a point is not seen, and files stay small. */
export const at = (value: number): string => {
  const text = value.toFixed(2);
  const short = text.endsWith('.00') ? text.slice(0, -3) : text.endsWith('0') ? text.slice(0, -1) : text;
  return short === '-0' ? '0' : short;
};
const round = (value: number) => Number(value.toFixed(2));

export interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'middle';
}

/** A level's glyph, as everywhere in the product: circle, square, triangle, diamond, octagon. */
export function glyph(rank: number, x: number, y: number, size: number): string {
  const p = (dx: number, dy: number) => `${at(x + dx * size)} ${at(y + dy * size)}`;
  if (rank <= 0)
    return `M${p(0.14, 0.5)}C${p(0.14, 0.3)} ${p(0.3, 0.14)} ${p(0.5, 0.14)}C${p(0.7, 0.14)} ${p(0.86, 0.3)} ${p(0.86, 0.5)}C${p(0.86, 0.7)} ${p(0.7, 0.86)} ${p(0.5, 0.86)}C${p(0.3, 0.86)} ${p(0.14, 0.7)} ${p(0.14, 0.5)}Z`;
  if (rank === 1) return `M${p(0.1, 0.1)}L${p(0.9, 0.1)}L${p(0.9, 0.9)}L${p(0.1, 0.9)}Z`;
  if (rank === 2) return `M${p(0.5, 0.05)}L${p(0.98, 0.92)}L${p(0.02, 0.92)}Z`;
  if (rank === 3) return `M${p(0.5, 0)}L${p(1, 0.5)}L${p(0.5, 1)}L${p(0, 0.5)}Z`;
  return `M${p(0.3, 0)}L${p(0.7, 0)}L${p(1, 0.3)}L${p(1, 0.7)}L${p(0.7, 1)}L${p(0.3, 1)}L${p(0, 0.7)}L${p(0, 0.3)}Z`;
}

export class Paper {
  readonly pages: PageMark[][] = [];
  /** Where the next thing begins, from the page's top. */
  y = 0;

  constructor(readonly setter: TypeSetter) {
    this.turn();
  }

  get #marks(): PageMark[] {
    return this.pages.at(-1) as PageMark[];
  }
  /** What is left of the page. */
  get left(): number {
    return bottom - this.y;
  }
  /** True where nothing stands on the page yet. */
  get isFresh(): boolean {
    return this.#marks.length === 0;
  }

  /** Begins a page. */
  turn(): void {
    this.pages.push([]);
    this.y = edge.top;
  }
  /** Begins a page where less than this is left. */
  need(height: number): void {
    if (this.left < height && !this.isFresh) this.turn();
  }

  path(
    d: string,
    style: { stroke?: string; fill?: string; width?: number; opacity?: number; dash?: number[] },
  ): void {
    const { stroke = null, fill = null, width = 0.75, opacity = 1, dash = [] } = style;
    this.#marks.push({ k: 'p', d, stroke, fill, width, opacity, dash });
  }
  rect(x: number, y: number, w: number, h: number, fill: string, opacity = 1): void {
    this.path(`M${at(x)} ${at(y)}H${at(x + w)}V${at(y + h)}H${at(x)}Z`, { fill, opacity });
  }
  rule(x: number, y: number, w: number, stroke: string = ink.line, width = 0.6): void {
    this.path(`M${at(x)} ${at(y)}H${at(x + w)}`, { stroke, width });
  }
  logo(x: number, y: number, w: number, h: number): void {
    this.#marks.push({ k: 'i', x, y, w, h });
  }

  /** A line of text on a base line. */
  text(value: string, x: number, y: number, style: TextStyle): void {
    const { size, isBold = false, colour = ink.text, align = 'left' } = style;
    const runs = this.setter.runs(value, size, isBold);
    const width = runs.reduce((sum, run) => sum + run.width, 0);
    if (width === 0) return;
    const from = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    this.#marks.push({
      ...{ k: 't', x: round(from), y: round(y), s: size, w: round(width), b: isBold, c: colour },
      v: runs.map(({ text }) => text).join(''),
    });
  }

  /** Lines of text from `y` on; answers how many there were. */
  lines(
    lines: readonly string[],
    x: number,
    y: number,
    style: TextStyle & { readonly leading: number },
  ): void {
    for (const [index, line] of lines.entries())
      this.text(line, x, y + index * style.leading + style.size, style);
  }

  /** A paragraph over the page's width that goes on overleaf. */
  paragraph(value: string, style: TextStyle & { readonly leading: number; readonly indent?: number }): void {
    const { indent = 0, leading, size } = style;
    for (const line of wrapped(this.setter, value, inner - indent, style)) {
      this.need(leading);
      this.text(line, edge.left + indent, this.y + size, style);
      this.y += leading;
    }
  }
}
