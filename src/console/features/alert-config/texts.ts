/** The form as it is typed, and as it is saved. */
import { type Level, levels } from '../../../base/alarm-words.ts';
import { mergeFields } from '../../../derive/merge-fields.ts';
import {
  type InclinationLevel,
  type InitialAngles,
  inclinationAxes,
  inclinationDefaults,
  inclinationThresholds,
} from '../../../domain/alarms/inclination.ts';
import type { Text } from '../../components/i18n.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import type { AlertDraft, AlertForm, LevelTexts } from '../../state/alert-form.ts';

export const numberNames = ['range', 'angle', 'change1h', 'change5h', 'speed'] as const;
export type NumberName = (typeof numberNames)[number];

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

/** A form as it was saved; of one that the form cannot show, no level. */
export const draftOf = ({ rule, levels: own, initial }: AlertForm): AlertDraft => ({
  version: rule?.version ?? 0,
  levels: Object.fromEntries(
    (own ?? []).map(({ level, range, angle, change1h, change5h, speed, subject, body }) => [
      level,
      {
        range: textOf(range),
        angle: textOf(angle),
        change1h: textOf(change1h),
        change5h: textOf(change5h),
        speed: textOf(speed),
        subject,
        body,
      },
    ]),
  ),
  initial: { x: textOf(initial.x), y: textOf(initial.y), z: textOf(initial.z) },
});

/** A level as it is typed, in numbers: what is none is NaN, which no bound allows. */
export function levelFrom(level: Level, texts: LevelTexts): InclinationLevel {
  const { range, subject, body } = texts;
  const [angle = null, change1h = null, change5h = null, speed = null] = inclinationThresholds.map((name) =>
    numberOf(texts[name]),
  );
  return { level, range: numberOf(range) ?? Number.NaN, angle, change1h, change5h, speed, subject, body };
}

/** The levels that are set, from the mildest on. */
export const levelsFrom = ({ levels: own }: AlertDraft): readonly InclinationLevel[] =>
  levels.flatMap((level) => {
    const texts = own[level];
    return texts === undefined ? [] : [levelFrom(level, texts)];
  });

export function initialFrom({ initial }: AlertDraft): InitialAngles {
  const [x = null, y = null, z = null] = inclinationAxes.map((axis) => numberOf(initial[axis]));
  return { x, y, z };
}

/** A placeholder as it is written, for words that name it. */
const written = Object.fromEntries(mergeFields.map((name) => [name, `{${name}}`]));

/** A level that is begun: starting points, and a mail in the user's language. */
export function defaultsOf(level: Level, text: Text): LevelTexts {
  const { range, angle, change1h, change5h, speed } = inclinationDefaults[level];
  return {
    range: textOf(range),
    angle: textOf(angle),
    change1h: textOf(change1h),
    change5h: textOf(change5h),
    speed: textOf(speed),
    subject: text('alertForm.default.subject', written),
    body: text('alertForm.default.body', written),
  };
}

/** How many fields of a form differ. */
export function changedCount(before: AlertDraft, after: AlertDraft): number {
  let count = inclinationAxes.filter((axis) => before.initial[axis] !== after.initial[axis]).length;
  for (const level of levels) {
    const [old, now] = [before.levels[level], after.levels[level]];
    if (old === undefined || now === undefined) count += old === now ? 0 : 1;
    else
      count += [...numberNames, 'subject' as const, 'body' as const].filter(
        (name) => old[name] !== now[name],
      ).length;
  }
  return count;
}
