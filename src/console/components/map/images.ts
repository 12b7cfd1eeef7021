import type { Map as MapLibre } from 'maplibre-gl';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { glyphShapes } from '../glyph-shapes.ts';
import { themeColor } from './theme-colors.ts';

const ratio = 2;

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
  lv4: '--lv4',
  lv3: '--lv3',
  lv2: '--lv2',
  lv1: '--lv1',
  silent: '--silent',
  late: '--late',
  fault: '--fault',
  offline: '--offline',
  ok: '--ok',
  asleep: '--asleep',
};

/** Name of a cluster's image: its size class, its shares in tenths, its worst state. */
function clusterImageName(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const shares = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.round((count / total) * 12))));
  return `cluster-${total < 10 ? 's' : total < 50 ? 'm' : 'l'}-${shares.join('.')}`;
}

/** A ring by share of state with the worst glyph at its corner; the number is drawn by the layer. */
function clusterImage(name: string): ImageData {
  const [, size = 's', list = ''] = name.split('-');
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

/** Gives the map its station images in the theme's colours; cluster rings are drawn when they are first needed. */
export function provideImages(map: MapLibre): void {
  for (const state of stationStates) {
    const name = `state-${state}`;
    if (map.hasImage(name)) map.removeImage(name);
    map.addImage(name, markerImage(state), { pixelRatio: ratio });
  }
}

/** Draws a missing image: `counts-n0.n1.…` is the ring of a cluster. The map's resolver of missing images. */
export function provideMissing(map: MapLibre, name: string): void {
  if (!name.startsWith('counts-') || map.hasImage(name)) return;
  const counts = name.slice('counts-'.length).split('.').map(Number);
  map.addImage(name, clusterImage(clusterImageName(counts)), { pixelRatio: ratio });
}
