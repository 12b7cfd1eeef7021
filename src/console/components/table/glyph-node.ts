import type { StationState } from '../../../domain/station-state.ts';
import { glyphShapes } from '../glyph-shapes.ts';

const namespace = 'http://www.w3.org/2000/svg';
const made = new Map<StationState, SVGElement>();

function pathNode(d: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', d);
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
  return path;
}

function make(state: StationState): SVGElement {
  const { path, fill, stroke, strokeWidth, cut } = glyphShapes[state];
  const color = (variable: string | null) => (variable === null ? 'none' : `var(${variable})`);
  const glyph = document.createElementNS(namespace, 'svg');
  glyph.setAttribute('class', 'glyph');
  glyph.setAttribute('viewBox', '0 0 12 12');
  glyph.setAttribute('aria-hidden', 'true');
  glyph.style.width = '12px';
  glyph.style.height = '12px';
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const own = { fill: color(fill), stroke: color(stroke), 'stroke-width': String(strokeWidth), ...round };
  glyph.append(pathNode(path, own));
  if (cut !== undefined) {
    const over = {
      fill: 'none',
      stroke: 'var(--surface-panel)',
      'stroke-width': String(cut.width),
      ...round,
    };
    glyph.append(pathNode(cut.path, over));
  }
  return glyph;
}

/** The shape of a state as `Glyph` draws it, for cells that are written without React. */
export function glyphNode(state: StationState): Node {
  let glyph = made.get(state);
  if (glyph === undefined) {
    glyph = make(state);
    made.set(state, glyph);
  }
  return glyph.cloneNode(true);
}
