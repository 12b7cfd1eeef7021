/** Own lines of intensity and duration over time: a station's, and where it has none that of its project. */

/** I = factor · D^exponent (mm/h, h) for durations from `shortest` to `longest`; `gap` hours without rain end an event. */
export interface IntensityLine {
  readonly factor: number;
  readonly exponent: number;
  readonly shortest: number;
  readonly longest: number;
  readonly gap: number;
}
/** A line that stood from a moment (with it) to `until` (without it), UTC ms; null = still. */
export interface LineStretch {
  readonly from: number;
  readonly until: number | null;
  readonly line: IntensityLine;
}
/** The line in force from a moment on; null = none. */
export interface LineSince {
  readonly from: number;
  readonly line: IntensityLine | null;
}

const standing = (stretches: readonly LineStretch[], t: number): IntensityLine | null =>
  stretches.findLast(({ from, until }) => from <= t && (until === null || t < until))?.line ?? null;

/** What was in force when, ascending: a station's line comes before its project's. */
export function linesInForce(
  station: readonly LineStretch[],
  project: readonly LineStretch[],
): readonly LineSince[] {
  const moments = new Set(
    [...station, ...project].flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
  );
  return [...moments]
    .toSorted((a, b) => a - b)
    .map((from) => ({ from, line: standing(station, from) ?? standing(project, from) }));
}

/** The line in force at a moment; null = none. */
export const lineInForce = (lines: readonly LineSince[], t: number): IntensityLine | null =>
  lines.findLast(({ from }) => from <= t)?.line ?? null;
