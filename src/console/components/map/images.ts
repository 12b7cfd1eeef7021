import type { Map as MapLibre } from 'maplibre-gl';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { glyphShapes } from '../glyph-shapes.ts';
import { themeColor } from './theme-colors.ts';

const ratio = 2;
export const statePrefix = 'state-';
export const ringPrefix = 'ring-';
export const labelBox = 'label-box';

function canvas(size: number): CanvasRenderingContext2D {
  const element = document.createElement('canvas');
  element.width = size * ratio;
  element.height = size * ratio;
  const context = element.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no 2d canvas');
  context.scale(ratio, ratio);
  return context;
}

/** Draws a state's glyph with its centre at (x, y). */
function drawGlyph(
  context: CanvasRenderingContext2D,
  state: StationState,
  x: number,
  y: number,
  size: number,
): void {
  const { path, fill, stroke, strokeWidth, cut } = glyphShapes[state];
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 12, size / 12);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  if (fill !== null) {
    context.fillStyle = themeColor(fill);
    context.fill(new Path2D(path));
  }
  if (stroke !== null) {
    context.strokeStyle = themeColor(stroke);
    context.lineWidth = strokeWidth;
    context.stroke(new Path2D(path));
  }
  if (cut) {
    context.strokeStyle = themeColor('--surface-overlay');
    context.lineWidth = cut.width;
    context.stroke(new Path2D(cut.path));
  }
  context.restore();
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.save();
  context.shadowColor = 'rgba(8, 20, 40, 0.35)';
  context.shadowBlur = 3 * ratio;
  context.shadowOffsetY = ratio;
  context.fillStyle = themeColor('--surface-overlay');
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

const quiet = new Set<StationState>(['ok', 'asleep', 'offline']);

function markerImage(state: StationState): ImageData {
  const size = 30;
  const context = canvas(size);
  const radius = quiet.has(state) ? 7 : 11;
  disc(context, size / 2, size / 2, radius);
  drawGlyph(context, state, size / 2, size / 2, quiet.has(state) ? 10 : 13);
  return context.getImageData(0, 0, size * ratio, size * ratio);
}

const ringColors: Readonly<Record<StationState, string>> = {
  deviceAlarm: '--device-alarm',
  silent: '--silent',
  late: '--late',
  fault: '--fault',
  offline: '--offline',
  ok: '--ok',
  asleep: '--asleep',
};

/** A ring by share of state with the worst glyph at its corner; the number is drawn by the layer. */
function ringImage(name: string): ImageData {
  const [size = 's', list = ''] = name.slice(ringPrefix.length).split('-');
  const shares = list.split('.').map(Number);
  const radius = size === 's' ? 14 : size === 'm' ? 17 : 21;
  const box = 2 * radius + 16;
  const context = canvas(box);
  const middle = box / 2;
  disc(context, middle, middle, radius);
  const sum = shares.reduce((total, share) => total + share, 0) || 1;
  let angle = -Math.PI / 2;
  context.lineWidth = 4;
  shares.forEach((share, index) => {
    const state = stationStates[index];
    if (share === 0 || state === undefined) return;
    const end = angle + (share / sum) * 2 * Math.PI;
    context.strokeStyle = themeColor(ringColors[state]);
    context.beginPath();
    context.arc(middle, middle, radius - 3, angle, end);
    context.stroke();
    angle = end;
  });
  const worst = stationStates.find((state, index) => (shares[index] ?? 0) > 0 && !quiet.has(state));
  if (worst !== undefined) {
    const corner = middle + radius * 0.72;
    disc(context, corner, middle - radius * 0.72, 7.5);
    drawGlyph(context, worst, corner, middle - radius * 0.72, 11);
  }
  return context.getImageData(0, 0, box * ratio, box * ratio);
}

/** The box behind a label, stretched to its text. */
function boxImage(): ImageData {
  const context = canvas(24);
  context.shadowColor = 'rgba(8, 20, 40, 0.25)';
  context.shadowBlur = 2 * ratio;
  context.shadowOffsetY = ratio / 2;
  context.fillStyle = themeColor('--surface-overlay');
  context.beginPath();
  context.roundRect(3, 3, 18, 18, 3);
  context.fill();
  context.shadowColor = 'transparent';
  context.strokeStyle = themeColor('--border');
  context.lineWidth = 1;
  context.stroke();
  return context.getImageData(0, 0, 24 * ratio, 24 * ratio);
}

function put(map: MapLibre, name: string, image: ImageData, options = {}): void {
  if (map.hasImage(name)) map.removeImage(name);
  map.addImage(name, image, { pixelRatio: ratio, ...options });
}

/** Rings that were drawn, oldest first: as states change, ever new ones are asked for. */
const rings = new WeakMap<MapLibre, string[]>();
const mostRings = 300;

/** Gives the map its images in the theme's colours of this moment; rings are drawn anew when they are next needed. */
export function provideImages(map: MapLibre): void {
  for (const state of stationStates) put(map, `${statePrefix}${state}`, markerImage(state));
  const stretch: [number, number][] = [[8 * ratio, 16 * ratio]];
  const content: [number, number, number, number] = [3 * ratio, 3 * ratio, 21 * ratio, 21 * ratio];
  put(map, labelBox, boxImage(), { stretchX: stretch, stretchY: stretch, content });
  for (const name of rings.get(map) ?? []) if (map.hasImage(name)) map.removeImage(name);
  rings.set(map, []);
}

/** Draws a missing ring: `ring-` size `-` twelfths by state, worst first. The map's resolver of missing images. */
export function provideMissing(map: MapLibre, name: string): void {
  if (!name.startsWith(ringPrefix) || map.hasImage(name)) return;
  const drawn = rings.get(map) ?? [];
  rings.set(map, drawn);
  const oldest = drawn.length < mostRings ? undefined : drawn.shift();
  if (oldest !== undefined && map.hasImage(oldest)) map.removeImage(oldest);
  drawn.push(name);
  put(map, name, ringImage(name));
}
