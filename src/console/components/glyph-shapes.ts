/** The shapes of states in a 12 × 12 box: shape first, then word, then colour. For SVG, canvas and map. */
import type { StationState } from '../../domain/station-state.ts';

export interface GlyphShape {
  readonly path: string;
  /** CSS variable of the fill, or null for an outline. */
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly strokeWidth: number;
  /** A second path over the first, in the panel's colour. */
  readonly cut?: { readonly path: string; readonly width: number };
}

const circle = (radius: number) =>
  `M${6 - radius} 6a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

export const glyphShapes: Readonly<Record<StationState, GlyphShape>> = {
  ok: { path: circle(3), fill: '--ok', stroke: null, strokeWidth: 0 },
  asleep: {
    path: 'M8.9 7.4A4 4 0 0 1 4.6 2.2 4.3 4.3 0 1 0 8.9 7.4Z',
    fill: '--asleep',
    stroke: null,
    strokeWidth: 0,
  },
  late: { path: `${circle(4.6)}M6 3.4V6l1.8 1.2`, fill: null, stroke: '--late', strokeWidth: 1.3 },
  silent: {
    path: circle(5.2),
    fill: '--silent',
    stroke: null,
    strokeWidth: 0,
    cut: { path: 'M3.4 6h5.2', width: 1.8 },
  },
  offline: { path: `${circle(4.6)}M2.8 9.2 9.2 2.8`, fill: null, stroke: '--offline', strokeWidth: 1.3 },
  fault: {
    path: 'M1.4 1.4h9.2v9.2H1.4Z',
    fill: '--fault',
    stroke: null,
    strokeWidth: 0,
    cut: { path: 'M4 4l4 4M8 4 4 8', width: 1.5 },
  },
  // What a device says: a bell, which none of the four levels looks like.
  deviceAlarm: {
    path: 'M6 1.2C3.9 1.2 2.6 2.7 2.6 4.8v2.3L1.3 9.2h9.4L9.4 7.1V4.8C9.4 2.7 8.1 1.2 6 1.2ZM4.6 10.1a1.4 1.4 0 0 0 2.8 0Z',
    fill: '--device-alarm',
    stroke: '--device-alarm-edge',
    strokeWidth: 0.8,
  },
};

/** Colours of parts of a whole, as CSS values: a bar or a ring of stations by their states. */
export const stateColours: Readonly<Record<StationState, string>> = {
  deviceAlarm: 'var(--device-alarm)',
  silent: 'var(--silent)',
  late: 'var(--late)',
  fault: 'var(--fault)',
  offline: 'var(--offline)',
  ok: 'var(--ok)',
  asleep: 'var(--border-strong)',
};
