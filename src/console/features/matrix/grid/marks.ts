import type { CellMark } from './grid-body.ts';

const namespace = 'http://www.w3.org/2000/svg';
/** Line icons, 12 px: a struck equals sign, a clock, a circle with an exclamation mark (MOCK rule 3). */
const shapes: Readonly<Record<CellMark, readonly string[]>> = {
  differs: ['M2 4.5h8', 'M2 7.5h8', 'M8.5 1.5l-5 9'],
  pending: ['M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9', 'M6 3.5V6l1.6 1'],
  problem: ['M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9', 'M6 3.6v3', 'M6 8.3v.1'],
};
const made = new Map<CellMark, SVGElement>();

function make(mark: CellMark): SVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('class', `mx__mark mx__mark--${mark}`);
  svg.setAttribute('viewBox', '0 0 12 12');
  svg.setAttribute('aria-hidden', 'true');
  for (const d of shapes[mark]) {
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** The shape of a mark, for cells that are written without React. */
export function markNode(mark: CellMark): Node {
  const known = made.get(mark) ?? make(mark);
  made.set(mark, known);
  return known.cloneNode(true);
}
