import type { IconName } from '../Icon.tsx';

/** Something that happened at a moment, as the chart marks it. */
export interface ChartMark {
  readonly key: string;
  /** UTC ms. */
  readonly t: number;
  readonly icon: IconName;
  /** What it is, e.g. a remark, in the user's language. */
  readonly kind: string;
  readonly text: string;
  /** The shape of a level in place of the icon; hollow where an alarm has returned. */
  readonly level?: { readonly rank: number; readonly hollow: boolean };
}

/** Marks that stand at one place of the lane: the first says where. */
export interface MarkGroup {
  readonly x: number;
  readonly marks: readonly ChartMark[];
}

/** Marks that would lie over each other, px. */
const near = 18;

/**
 * Puts the marks in view into places on the lane, oldest first; those that would lie over each other share one.
 * `x`: px of a moment.
 */
export function placeMarks(
  marks: readonly ChartMark[],
  from: number,
  to: number,
  x: (t: number) => number,
): readonly MarkGroup[] {
  const groups: { x: number; marks: ChartMark[] }[] = [];
  for (const mark of marks.filter(({ t }) => t >= from && t <= to).toSorted((a, b) => a.t - b.t)) {
    const at = x(mark.t);
    const last = groups.at(-1);
    if (last !== undefined && at - last.x < near) last.marks.push(mark);
    else groups.push({ x: at, marks: [mark] });
  }
  return groups;
}

/** The mark of a place that a press chooses: the one after the chosen, round the end. */
export function nextMark({ marks }: MarkGroup, chosen: string | null): ChartMark | undefined {
  const at = marks.findIndex(({ key }) => key === chosen);
  return marks.length === 1 ? marks[0] : marks[(at + 1) % marks.length];
}
