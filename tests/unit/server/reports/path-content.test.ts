/** A path as a page's content against what the PDF library writes of it; and documents that share a font's outlines. */
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { languageTags } from '../../../../src/base/messages.ts';
import type { PageMark } from '../../../../src/contract/reports.ts';
import { fontBytes, fontNames } from '../../../../src/server/reports/fonts.ts';
import { pathContent } from '../../../../src/server/reports/formats/path-content.ts';
import { pdfOf } from '../../../../src/server/reports/formats/pdf.ts';
import { a4, at, glyph } from '../../../../src/server/reports/paper.ts';

/** What the library writes of a path. */
function written(d: string): string {
  const pdf = new PDFDocument({ compress: false, margin: 0 });
  const lines: string[] = [];
  pdf.addContent = (line: string) => {
    lines.push(line);
    return pdf;
  };
  pdf.path(d);
  return lines.join('\n');
}

let state = 7;
const random = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};
const number = () => at((random() - 0.3) * 10 ** Math.floor(random() * 4));

describe('the content of a path', () => {
  it.each([
    'M1 2L3 4',
    'M0 0H10V20H0Z',
    'M1.5 2.25h0.01M3 4h0.01L5 6',
    'M-0.5 -3L1 1ZL2 2H9Z',
    ...[0, 1, 2, 3, 4].map((rank) => glyph(rank, 48.37, 91.2, 11)),
    'M1 2C3 4 5 6 7 8V3H2',
  ])('is what the library makes of %s', (d) => {
    expect(pathContent(d)).toBe(written(d));
  });

  it('is that of a thousand paths by chance', () => {
    for (let nth = 0; nth < 1000; nth += 1) {
      let d = `M${number()} ${number()}`;
      for (let step = 0; step < 12; step += 1) {
        const which = Math.floor(random() * 7);
        d += [
          `L${number()} ${number()}`,
          `M${number()} ${number()}`,
          `H${number()}`,
          `V${number()}`,
          'h0.01',
          `C${number()} ${number()} ${number()} ${number()} ${number()} ${number()}`,
          'Z',
        ][which];
      }
      expect(pathContent(d)).toBe(written(d));
    }
  });

  it('is none of other paths: the library reads them', () => {
    for (const d of ['M1 2Q3 4 5 6', 'm1 2', 'M1 2l3 4', 'M1 2A1 1 0 0 1 3 4'])
      expect(pathContent(d)).toBeNull();
  });

  it('has two digits after the point at most, and no zeros behind', () => {
    expect([0, -0.001, 1, 10, 100, 1.5, 1.25, 0.005, -2.999, 1e3].map(at)).toEqual(
      [0, -0.001, 1, 10, 100, 1.5, 1.25, 0.005, -2.999, 1e3].map(
        (value) => `${Number(value.toFixed(2)) + 0}`,
      ),
    );
  });
});

const text = (v: string, y: number, b: boolean): PageMark => ({
  ...{ k: 't', x: 60, y, s: 9, w: 100, b, c: '#000000', v },
});
const head = { title: 't', author: 'a', madeAt: 0 } as const;

describe('documents that share outlines', () => {
  it('have the bytes of the library with a font of their own, whatever was made before', async () => {
    const pages = [
      {
        marks: [
          text('Tilt 12.5°', 80, false),
          text('边坡监测 月报', 120, true),
          text('斜面の観測 ひな形', 160, false),
        ],
      },
    ];
    const other = [{ marks: [text('Ω 報告 ﹣ 0 é', 80, true), text('雨量 123', 120, false)] }];
    const first = await pdfOf(pages, { ...head, language: 'zh-chs' }, null);
    await pdfOf(other, { ...head, language: 'ja' }, null);
    expect(Buffer.compare(await pdfOf(pages, { ...head, language: 'zh-chs' }, null), first)).toBe(0);
    // The same page by the library alone.
    const pdf = new PDFDocument({
      ...{
        autoFirstPage: false,
        size: [a4.width, a4.height],
        margin: 0,
        lang: languageTags['zh-chs'],
        displayTitle: true,
      },
      info: {
        ...{ Title: 't', Author: 'a', Creator: 'Groundwatch', Producer: 'Groundwatch' },
        ...{ CreationDate: new Date(0), ModDate: new Date(0) },
      },
    });
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    const ended = new Promise((resolve) => pdf.once('end', resolve));
    for (const name of fontNames) pdf.registerFont(name, fontBytes(name));
    pdf.addPage();
    for (const { marks } of pages)
      for (const mark of marks)
        if (mark.k === 't') {
          pdf.fillColor(mark.c, 1);
          pdf.font(mark.b ? 'sc-bold' : 'sc').fontSize(mark.s);
          pdf.text(mark.v, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
        }
    pdf.end();
    await ended;
    expect(Buffer.compare(Buffer.concat(pieces), first)).toBe(0);
  });
});
