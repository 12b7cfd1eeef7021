/** Pages of marks drawn by the PDF library alone, as its manual has it: the reference of the bench of reports. */
import PDFDocument from 'pdfkit';
import type { PageMark, ReportPage } from '../../src/contract/reports.ts';
import { fontBytes, fontNames } from '../../src/server/reports/fonts.ts';
import { a4 } from '../../src/server/reports/paper.ts';

type Pdf = InstanceType<typeof PDFDocument>;

function draw(pdf: Pdf, mark: PageMark): void {
  if (mark.k === 't')
    pdf
      .fillColor(mark.c, 1)
      .font(mark.b ? 'sc-bold' : 'sc')
      .fontSize(mark.s)
      .text(mark.v, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
  else if (mark.k === 'p' && mark.stroke === null)
    pdf
      .path(mark.d)
      .fillColor(mark.fill ?? '#000000', mark.opacity)
      .fill();
  else if (mark.k === 'p') {
    pdf.path(mark.d).lineWidth(mark.width).lineJoin('round').lineCap('round');
    if (mark.dash.length > 0) pdf.dash(mark.dash[0] ?? 1, { space: mark.dash[1] ?? 1 });
    pdf.strokeColor(mark.stroke ?? '#000000', mark.opacity).stroke();
    if (mark.dash.length > 0) pdf.undash();
  }
}

/** Bytes of the file. */
export async function plainPages(pages: readonly ReportPage[]): Promise<number> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: [a4.width, a4.height], margin: 0 });
  let bytes = 0;
  pdf.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  const ended = new Promise((resolve) => pdf.once('end', resolve));
  for (const name of fontNames) pdf.registerFont(name, fontBytes(name));
  for (const { marks } of pages) {
    pdf.addPage();
    for (const mark of marks) draw(pdf, mark);
  }
  pdf.end();
  await ended;
  return bytes;
}
