/**
 * Pages as a PDF: text that can be searched, in fonts of which the signs that are used are embedded, and paths. The same pages make the same
 * bytes: its dates are that of the model, its id is made of them, and nothing in it is by chance.
 */
import PDFDocument from 'pdfkit';
import type { Language } from '../../../base/messages.ts';
import { languageTags } from '../../../base/messages.ts';
import type { PageMark, ReportPage } from '../../../contract/reports.ts';
import { fontNames, fontOfDocument, TypeSetter } from '../fonts.ts';
import type { Logo } from '../layout.ts';
import { a4 } from '../paper.ts';
import { pathContent } from './path-content.ts';

export interface PdfHead {
  readonly title: string;
  readonly author: string;
  readonly madeAt: number;
  readonly language: Language;
}

type Pdf = InstanceType<typeof PDFDocument>;

function drawText(pdf: Pdf, setter: TypeSetter, mark: Extract<PageMark, { k: 't' }>): void {
  let { x } = mark;
  pdf.fillColor(mark.c, 1);
  for (const run of setter.runs(mark.v, mark.s, mark.b)) {
    pdf.font(run.font).fontSize(mark.s);
    pdf.text(run.text, x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
    x += run.width;
  }
}

function drawPath(pdf: Pdf, mark: Extract<PageMark, { k: 'p' }>): void {
  const { d, stroke, fill, width, opacity, dash } = mark;
  const content = pathContent(d);
  if (content === null) pdf.path(d);
  else if (content !== '') pdf.addContent(content);
  if (stroke === null) {
    pdf.fillColor(fill ?? '#000000', opacity).fill();
    return;
  }
  pdf.lineWidth(width).lineJoin('round').lineCap('round');
  if (dash.length > 0) pdf.dash(dash[0] ?? 1, { space: dash[1] ?? dash[0] ?? 1 });
  pdf.strokeColor(stroke, opacity).stroke();
  if (dash.length > 0) pdf.undash();
}

/** The file, piece by piece as it is made. */
export async function pdfOf(
  pages: readonly ReportPage[],
  head: PdfHead,
  logo: Logo | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const date = new Date(head.madeAt);
  const pdf = new PDFDocument({
    autoFirstPage: false,
    size: [a4.width, a4.height],
    margin: 0,
    lang: languageTags[head.language],
    displayTitle: true,
    info: {
      ...{ Title: head.title, Author: head.author, Creator: 'Groundwatch', Producer: 'Groundwatch' },
      ...{ CreationDate: date, ModDate: date },
    },
  });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  // The library takes fonts that are open, which its types do not say.
  for (const name of fontNames) pdf.registerFont(name, fontOfDocument(name) as object as Uint8Array);
  const setter = new TypeSetter(head.language);
  const picture = logo === null ? null : Buffer.from(logo.png);
  for (const { marks } of pages) {
    pdf.addPage();
    for (const mark of marks) {
      if (mark.k === 't') drawText(pdf, setter, mark);
      else if (mark.k === 'p') drawPath(pdf, mark);
      else if (picture !== null) pdf.image(picture, mark.x, mark.y, { width: mark.w, height: mark.h });
    }
    // A thread that does nothing else still hears that it is to stop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  pdf.end();
  await ended;
  return Uint8Array.from(Buffer.concat(pieces));
}
