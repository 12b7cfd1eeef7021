import type { Map as MapLibre } from 'maplibre-gl';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { glyphShapes } from '../glyph-shapes.ts';
import { levelPaths, ranks } from '../levels/level-shapes.ts';
import { themeColor } from './theme-colors.ts';

/** How a station's alarm is drawn. */
export interface MarkerAlarm {
  /** 1 blue to 4 red. */
  readonly rank: number;
  /** Filled; hollow once the condition has returned. */
  readonly holds: boolean;
  /** With a ring in the colour of its level: nobody has answered it. */
  readonly asks: boolean;
}

/** What a marker can show, the worst first: levels of alarms by their rank, then states. */
export const markers: readonly (number | StationState)[] = [...ranks, ...stationStates];
const ratio = 2;
const statePrefix = 'state-';
const alarmPrefix = 'alarm-';
const alarmName = ({ rank, holds, asks }: MarkerAlarm) =>
  `${alarmPrefix}${rank}${holds ? '' : '-hollow'}${asks ? '-asks' : ''}`;
/** Name of the image of a station. */
export const markerName = (state: StationState, alarm: MarkerAlarm | undefined): string =>
  alarm === undefined ? `${statePrefix}${state}` : alarmName(alarm);
/** Severity of a station, the smaller the worse: level, answered or not, holding or not, then the state. */
export const markerOrder = (state: StationState, alarm: MarkerAlarm | undefined): number =>
  alarm === undefined
    ? stationStates.indexOf(state)
    : -4 * alarm.rank - (alarm.asks ? 2 : 0) - (alarm.holds ? 1 : 0);
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

/** Draws the shape of a level with its centre at (x, y). */
function drawLevel(
  context: CanvasRenderingContext2D,
  { rank, holds }: Pick<MarkerAlarm, 'rank' | 'holds'>,
  x: number,
  y: number,
  size: number,
): void {
  const path = new Path2D(levelPaths[rank]);
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 12, size / 12);
  context.lineJoin = 'round';
  if (holds) {
    context.fillStyle = themeColor(`--lv${rank}`);
    context.fill(path);
  }
  context.strokeStyle = themeColor(`--lv${rank}-edge`);
  context.lineWidth = holds ? 1.2 : 1.8;
  context.stroke(path);
  context.restore();
}

/** A level on a disc; what asks has a ring of its level's colour. */
function alarmImage(alarm: MarkerAlarm): ImageData {
  const size = 34;
  const middle = size / 2;
  const context = canvas(size);
  disc(context, middle, middle, alarm.asks ? 13 : 11);
  if (alarm.asks) {
    context.strokeStyle = themeColor(`--lv${alarm.rank}-edge`);
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(middle, middle, 12, 0, 2 * Math.PI);
    context.stroke();
  }
  drawLevel(context, alarm, middle, middle, 13);
  return context.getImageData(0, 0, size * ratio, size * ratio);
}

const quiet = new Set<number | StationState>(['ok', 'asleep', 'offline']);

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

/** A ring by share of level and state with the worst glyph at its corner; the number is drawn by the layer. */
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
    const state = markers[index];
    if (share === 0 || state === undefined) return;
    const end = angle + (share / sum) * 2 * Math.PI;
    context.strokeStyle = themeColor(typeof state === 'number' ? `--lv${state}` : ringColors[state]);
    context.beginPath();
    context.arc(middle, middle, radius - 3, angle, end);
    context.stroke();
    angle = end;
  });
  const worst = markers.find((state, index) => (shares[index] ?? 0) > 0 && !quiet.has(state));
  if (worst !== undefined) {
    const corner = middle + radius * 0.72;
    disc(context, corner, middle - radius * 0.72, 7.5);
    const high = middle - radius * 0.72;
    if (typeof worst === 'number') drawLevel(context, { rank: worst, holds: true }, corner, high, 11);
    else drawGlyph(context, worst, corner, high, 11);
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
  for (const rank of ranks)
    for (const holds of [true, false])
      for (const asks of [true, false]) {
        const alarm = { rank, holds, asks };
        put(map, alarmName(alarm), alarmImage(alarm));
      }
  const stretch: [number, number][] = [[8 * ratio, 16 * ratio]];
  const content: [number, number, number, number] = [3 * ratio, 3 * ratio, 21 * ratio, 21 * ratio];
  put(map, labelBox, boxImage(), { stretchX: stretch, stretchY: stretch, content });
  for (const name of rings.get(map) ?? []) if (map.hasImage(name)) map.removeImage(name);
  rings.set(map, []);
}

/** Draws a missing ring: `ring-` size `-` twelfths by level and state, worst first. The map's resolver of missing images. */
export function provideMissing(map: MapLibre, name: string): void {
  if (!name.startsWith(ringPrefix) || map.hasImage(name)) return;
  const drawn = rings.get(map) ?? [];
  rings.set(map, drawn);
  const oldest = drawn.length < mostRings ? undefined : drawn.shift();
  if (oldest !== undefined && map.hasImage(oldest)) map.removeImage(oldest);
  drawn.push(name);
  put(map, name, ringImage(name));
}
