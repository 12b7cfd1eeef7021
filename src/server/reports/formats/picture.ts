/** Curves and bars as pictures, for formats that cannot draw them. */
import { renderAsync } from '@resvg/resvg-js';
import { create, type Font } from 'fontkit';
import type { Language } from '../../../base/messages.ts';
import type { PageMark } from '../../../contract/reports.ts';
import type { BarsBlock, CurveBlock } from '../document.ts';
import { drawBars, drawCurve } from '../drawings.ts';
import { type FontName, fontBytes, fontNames, fontPath, TypeSetter } from '../fonts.ts';
import { edge, inner, Paper } from '../paper.ts';

/** Pixels for each point. */
const density = 2.5;

const families = new Map<FontName, string>();
function familyOf(name: FontName): string {
  let known = families.get(name);
  if (known === undefined) {
    known = (create(fontBytes(name)) as Font).familyName;
    families.set(name, known);
  }
  return known;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function markSvg(mark: PageMark, setter: TypeSetter): string {
  if (mark.k === 'p') {
    const dash = mark.dash.length === 0 ? '' : ` stroke-dasharray="${mark.dash.join(' ')}"`;
    return `<path d="${mark.d}" fill="${mark.fill ?? 'none'}" stroke="${mark.stroke ?? 'none'}" stroke-width="${mark.width}" opacity="${mark.opacity}" stroke-linejoin="round" stroke-linecap="round"${dash}/>`;
  }
  if (mark.k === 'i') return '';
  let { x } = mark;
  return setter
    .runs(mark.v, mark.s, mark.b)
    .map(({ font, text, width }) => {
      const part = `<text x="${x.toFixed(2)}" y="${mark.y}" font-size="${mark.s}" font-family="${familyOf(font)}" font-weight="${mark.b ? 700 : 400}" fill="${mark.c}" xml:space="preserve">${escaped(text)}</text>`;
      x += width;
      return part;
    })
    .join('');
}

export interface DrawnPicture {
  readonly png: Uint8Array;
  /** In points. */
  readonly width: number;
  readonly height: number;
}

/** Draws a curve or bars as on a page. */
export async function pictureOf(block: CurveBlock | BarsBlock, language: Language): Promise<DrawnPicture> {
  const setter = new TypeSetter(language);
  const paper = new Paper(setter);
  if (block.type === 'curve') drawCurve(paper, block);
  else drawBars(paper, block);
  const height = paper.y - edge.top;
  const marks = (paper.pages[0] ?? []).map((mark) => markSvg(mark, setter)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${edge.left} ${edge.top} ${inner} ${height}" width="${inner}" height="${height}"><rect x="${edge.left}" y="${edge.top}" width="${inner}" height="${height}" fill="#ffffff"/>${marks}</svg>`;
  const image = await renderAsync(svg, {
    font: { fontFiles: fontNames.map(fontPath), loadSystemFonts: false },
    fitTo: { mode: 'width', value: Math.round(inner * density) },
    logLevel: 'off',
  });
  return { png: image.asPng(), width: inner, height };
}
