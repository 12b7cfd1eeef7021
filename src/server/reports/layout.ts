/** Puts a report in words on pages. */
import type { Language } from '../../base/messages.ts';
import type { ReportPage } from '../../contract/reports.ts';
import type { PaperBlock, ReportDocument, TableBlock } from './document.ts';
import { drawBars, drawCurve } from './drawings.ts';
import { TypeSetter, wrapped } from './fonts.ts';
import { a4, at, edge, edgeOf, glyph, ink, inner, Paper, softOf } from './paper.ts';

export interface Logo {
  readonly png: Uint8Array;
  /** Of the picture, px. */
  readonly width: number;
  readonly height: number;
}
export interface LaidOut {
  readonly pages: readonly ReportPage[];
  /** Signs that no font has. */
  readonly lacking: readonly string[];
}

const body = { size: 9, leading: 13.5 } as const;
const small = { size: 7.5, leading: 11 } as const;
const cell = { size: 7.5, leading: 10, pad: 3 } as const;

type Of<T extends PaperBlock['type']> = Extract<PaperBlock, { type: T }>;

function drawCover(paper: Paper, block: Of<'cover'>): void {
  const { left } = edge;
  if (block.mark !== '')
    paper.text(block.mark, a4.width - edge.right, edge.top + 6, {
      size: 9,
      colour: ink.faint,
      align: 'right',
    });
  paper.y = 190;
  paper.text(block.kind, left, paper.y, { size: 12, colour: ink.faint });
  paper.y += 14;
  for (const line of wrapped(paper.setter, block.title, inner, { size: 26, isBold: true }).slice(0, 4)) {
    paper.y += 30;
    paper.text(line, left, paper.y, { size: 26, isBold: true, colour: ink.strong });
  }
  paper.y += 24;
  paper.text(block.span, left, paper.y, { size: 11, colour: ink.faint });
  paper.y += 44;
  const { rank, title, text } = block.verdict;
  const lines = wrapped(paper.setter, text, inner - 28, { size: 9.5 }).slice(0, 12);
  const height = 34 + lines.length * 14;
  paper.rect(left, paper.y, inner, height, softOf(rank));
  paper.rect(left, paper.y, 3, height, edgeOf(rank));
  paper.path(glyph(rank, left + 14, paper.y + 10, 11), { fill: edgeOf(rank) });
  paper.text(title, left + 30, paper.y + 19.5, { size: 12, isBold: true, colour: edgeOf(rank) });
  paper.lines(lines, left + 14, paper.y + 27, { size: 9.5, leading: 14 });
  paper.y += height + 34;
  const part = inner / block.figures.length;
  for (const [index, { label, value }] of block.figures.entries()) {
    const x = left + index * part;
    paper.rule(x, paper.y, part - 12);
    paper.text(label, x, paper.y + 14, { size: 8.5, colour: ink.faint });
    paper.text(value, x, paper.y + 33, { size: 15, colour: ink.strong });
  }
  let y = a4.height - edge.bottom - 14 - block.lines.length * 15;
  for (const line of block.lines) {
    y += 15;
    paper.text(line, left, y, { size: 9, colour: ink.faint });
  }
  paper.turn();
}

/** Widths of a table's columns, and the lines of each cell. */
function measured(paper: Paper, table: TableBlock) {
  const whole = table.columns.reduce((sum, { part }) => sum + part, 0);
  const widths = table.columns.map(({ part }) => (part / whole) * inner);
  const linesOf = (text: string, index: number, isBold: boolean, indent = 0) =>
    wrapped(paper.setter, text, (widths[index] ?? 40) - 2 * cell.pad - indent, { size: cell.size, isBold });
  return { widths, linesOf };
}

function drawTable(paper: Paper, table: TableBlock): void {
  const { widths, linesOf } = measured(paper, table);
  const x = widths.map((_, index) => edge.left + widths.slice(0, index).reduce((sum, one) => sum + one, 0));
  const heads = table.columns.map(({ title, unit }, index) =>
    linesOf(unit === undefined ? title : `${title} ${unit}`, index, true),
  );
  const headHeight = Math.max(...heads.map(({ length }) => length)) * cell.leading + 2 * cell.pad;
  const put = (
    lines: readonly string[],
    index: number,
    y: number,
    isBold: boolean,
    colour: string,
    indent = 0,
  ) => {
    const isRight = table.columns[index]?.kind === 'number';
    const from = (x[index] ?? 0) + (isRight ? (widths[index] ?? 0) - cell.pad : cell.pad + indent);
    paper.lines(lines, from, y, {
      ...{ size: cell.size, leading: cell.leading, isBold, colour, align: isRight ? 'right' : 'left' },
    });
  };
  const head = () => {
    paper.rect(edge.left, paper.y, inner, headHeight, ink.head);
    for (const [index, lines] of heads.entries()) put(lines, index, paper.y + cell.pad, true, ink.faint);
    paper.y += headHeight;
    paper.rule(edge.left, paper.y, inner);
  };
  paper.need(headHeight + 3 * cell.leading + 4 * cell.pad);
  head();
  for (const row of table.rows) {
    const cells = row.map(({ text, rank = 0, isStrong = false }, index) => ({
      ...{ rank, isStrong, indent: rank > 0 ? 10 : 0 },
      lines: linesOf(text, index, isStrong, rank > 0 ? 10 : 0),
    }));
    const height = Math.max(1, ...cells.map(({ lines }) => lines.length)) * cell.leading + 2 * cell.pad;
    if (paper.left < height && !paper.isFresh) {
      paper.turn();
      head();
    }
    for (const [index, { lines, rank, isStrong, indent }] of cells.entries()) {
      const colour = rank > 0 ? edgeOf(rank) : isStrong ? ink.strong : ink.text;
      if (rank > 0)
        paper.path(glyph(rank, (x[index] ?? 0) + cell.pad, paper.y + cell.pad + 1.2, 7), {
          fill: edgeOf(rank),
        });
      put(lines, index, paper.y + cell.pad, isStrong, colour, indent);
    }
    paper.y += height;
    paper.rule(edge.left, paper.y, inner, ink.grid, 0.5);
  }
  paper.y += 6;
  if (table.note !== '') paper.paragraph(table.note, { ...small, colour: ink.faint });
  paper.y += 8;
}

function drawSignatures(paper: Paper, { lines, checksum }: Of<'signatures'>): void {
  const perRow = Math.min(3, Math.max(1, lines.length));
  const part = inner / perRow;
  const height = 74;
  for (let first = 0; first < lines.length; first += perRow) {
    paper.need(height);
    for (const [index, { role, signed, detail }] of lines.slice(first, first + perRow).entries()) {
      const x = edge.left + index * part;
      const [name = ''] = wrapped(paper.setter, signed, part - 16, { size: 11, isBold: true });
      paper.text(name, x, paper.y + 36, { size: 11, isBold: true, colour: ink.strong });
      paper.rule(x, paper.y + 42, part - 14, ink.faint, 0.8);
      const [below = ''] = wrapped(paper.setter, role, part - 16, { size: small.size });
      paper.text(below, x, paper.y + 53, { size: small.size, colour: ink.faint });
      const [what = ''] = wrapped(paper.setter, detail, part - 16, { size: 6.5 });
      paper.text(what, x, paper.y + 63, { size: 6.5, colour: ink.faint });
    }
    paper.y += height;
  }
  paper.y += 4;
  paper.paragraph(checksum, { size: 6.5, leading: 10, colour: ink.faint });
}

function drawParagraph(paper: Paper, block: Of<'paragraph'>): void {
  const colour = block.isFaint === true ? ink.faint : ink.text;
  const style = block.isFaint === true ? small : body;
  const lead = block.lead ?? '';
  const rank = block.rank ?? 0;
  if (lead !== '') {
    paper.need(style.leading * 2);
    const indent = rank > 0 ? 12 : 0;
    if (rank > 0) paper.path(glyph(rank, edge.left, paper.y + 1.5, 8), { fill: edgeOf(rank) });
    paper.text(lead, edge.left + indent, paper.y + style.size, {
      ...style,
      isBold: true,
      colour: ink.strong,
    });
    paper.y += style.leading;
  }
  paper.paragraph(block.text, { ...style, colour });
  paper.y += 5;
}

function draw(paper: Paper, block: PaperBlock, next: PaperBlock | undefined): void {
  switch (block.type) {
    case 'cover':
      drawCover(paper, block);
      return;
    case 'heading':
      // A heading never stands alone at the foot of a page.
      paper.need(next?.type === 'curve' || next?.type === 'bars' ? 170 : 90);
      if (!paper.isFresh) paper.y += 8;
      paper.text(block.text, edge.left, paper.y + 12, { size: 13, isBold: true, colour: ink.strong });
      paper.y += 22;
      return;
    case 'paragraph':
      drawParagraph(paper, block);
      return;
    case 'table':
      drawTable(paper, block);
      return;
    case 'curve':
      drawCurve(paper, block);
      return;
    case 'bars':
      drawBars(paper, block);
      return;
    default:
      drawSignatures(paper, block);
  }
}

/** Pages of a report, with head and foot. */
export function layOut(document: ReportDocument, language: Language, logo: Logo | null): LaidOut {
  const setter = new TypeSetter(language);
  const paper = new Paper(setter);
  for (const [index, block] of document.blocks.entries()) draw(paper, block, document.blocks[index + 1]);
  const pages = paper.pages.filter((marks, index) => marks.length > 0 || index === 0);
  const furniture = new Paper(setter);
  for (const [index, marks] of pages.entries()) {
    if (index > 0) furniture.turn();
    if (logo !== null) {
      const height = 16;
      const width = Math.min(120, (logo.width / Math.max(1, logo.height)) * height);
      furniture.logo(edge.left, 26, Number(at(width)), height);
    }
    const foot = a4.height - 40;
    furniture.rule(edge.left, foot, inner, ink.grid);
    const number = `${index + 1} / ${pages.length}`;
    const [name = ''] = wrapped(setter, document.foot, inner - 60, { size: 7.5 });
    furniture.text(name, edge.left, foot + 12, { size: 7.5, colour: ink.faint });
    furniture.text(number, a4.width - edge.right, foot + 12, {
      size: 7.5,
      colour: ink.faint,
      align: 'right',
    });
    marks.push(...(furniture.pages[index] ?? []));
  }
  return { pages: pages.map((marks) => ({ marks })), lacking: [...setter.lacking].toSorted() };
}
