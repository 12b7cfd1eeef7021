/**
 * The form of an inclination alert: an ordinary rule for one sensor, of one built-in shape. A level is reached by any of
 * its thresholds, on any of the axes x, y and z, in either direction; it is left where all of them have gone back to
 * 80 % of the threshold for three readings. The form is a view: what it says is the rule's definition and nothing else.
 */
import { type Level, longestBody, longestSubject } from '../../base/alarm-words.ts';
import type { DefinedLevel, Definition, LevelMail } from './definition.ts';
import { type LevelCondition, rankOf, type Term } from './rule.ts';

/** Thresholds of a level: angle against the initial one, ° ; changes in 1 h and 5 h, °; angular speed, °/h. */
export const inclinationThresholds = ['angle', 'change1h', 'change5h', 'speed'] as const;
export type InclinationThreshold = (typeof inclinationThresholds)[number];

/** A level of the form. A threshold that is null is not judged. */
export type InclinationLevel = {
  readonly level: Level;
  /** Window of the angular speed, minutes. */
  readonly range: number;
} & Readonly<Record<InclinationThreshold, number | null>> &
  LevelMail;

export const inclinationAxes = ['x', 'y', 'z'] as const;
export type InclinationAxis = (typeof inclinationAxes)[number];

/** Bounds of the form's numbers; both are allowed. Thresholds below a sensor's resolution are of no use. Assumed. */
export const inclinationBounds = {
  range: { low: 5, high: 1440, unit: 'min' },
  angle: { low: 0.001, high: 30, unit: '°' },
  change1h: { low: 0.001, high: 30, unit: '°' },
  change5h: { low: 0.001, high: 30, unit: '°' },
  speed: { low: 0.001, high: 60, unit: '°/h' },
  initial: { low: -180, high: 180, unit: '°' },
} as const;

/** Where a level begins that nobody has filled in: starting points alone, which the engineer of the site changes. Assumed. */
export const inclinationDefaults: Readonly<
  Record<Level, { readonly range: number } & Readonly<Record<InclinationThreshold, number>>>
> = {
  blue: { range: 60, angle: 0.1, change1h: 0.02, change5h: 0.05, speed: 0.02 },
  yellow: { range: 60, angle: 0.3, change1h: 0.05, change5h: 0.1, speed: 0.05 },
  orange: { range: 60, angle: 0.5, change1h: 0.1, change5h: 0.2, speed: 0.1 },
  red: { range: 60, angle: 1, change1h: 0.2, change5h: 0.4, speed: 0.2 },
};

/** Of the threshold to which a value goes back before a level is left. Assumed. */
const releaseShare = 0.8;

const quantities: Readonly<Record<InclinationThreshold, (range: number) => Omit<Term, 'source'>>> = {
  angle: () => ({ quantity: 'absoluteChange', args: {} }),
  change1h: () => ({ quantity: 'change', args: { window: 1 } }),
  change5h: () => ({ quantity: 'change', args: { window: 5 } }),
  speed: (range) => ({ quantity: 'speed', args: { range } }),
};

/** What a threshold of a level is compared with on an axis. */
export const inclinationTerm = (
  threshold: InclinationThreshold,
  axis: InclinationAxis,
  range: number,
): Term => ({ ...quantities[threshold](range), source: { row: 'tilt', channel: axis } });

/**
 * The rule that a form says.
 * @param before the rule as it was, of which the form leaves what it does not show: whether it is switched on, the
 * response cards, and the sirens of its own; null = a new one
 */
export function inclinationRule(
  sensorId: number,
  levels: readonly InclinationLevel[],
  before: Definition | null,
): Definition {
  const terms: Term[] = [];
  const placeOf = (term: Term): number => {
    const found = terms.findIndex((one) => JSON.stringify(one) === JSON.stringify(term));
    return found < 0 ? terms.push(term) - 1 : found;
  };
  const ladder = levels
    .toSorted((a, b) => rankOf(a.level) - rankOf(b.level))
    .map((own): DefinedLevel => {
      const { level, range, subject, body } = own;
      const of = inclinationThresholds.flatMap((threshold) => {
        const limit = own[threshold];
        if (limit === null) return [];
        return inclinationAxes.map((axis): LevelCondition => {
          const term = placeOf(inclinationTerm(threshold, axis, range));
          const release = Number((limit * releaseShare).toFixed(6));
          return { type: 'limit', term, side: 'above', either: true, limit, release };
        });
      });
      const card = before?.ladder.find((one) => one.level === level)?.card;
      return {
        level,
        condition: { type: 'or', of },
        hold: { readings: 1 },
        releaseHold: { readings: 3 },
        ...(card === undefined ? {} : { card }),
        mail: { subject, body },
      };
    });
  return {
    of: 'sensor',
    enabled: before?.enabled ?? true,
    terms,
    ladder,
    patience: 24 * 60,
    blindLevel: 'blue',
    scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [], sensors: [sensorId] },
    overrides: [],
    ...(before?.sirens === undefined ? {} : { sirens: before.sirens }),
  };
}

/** The same whatever the order of its keys. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

function levelOf({ level, condition, mail }: DefinedLevel, { terms }: Definition): InclinationLevel | null {
  if (condition.type !== 'or' || mail === undefined) return null;
  let range = inclinationDefaults[level].range;
  const found: Record<InclinationThreshold, number | null> = {
    angle: null,
    change1h: null,
    change5h: null,
    speed: null,
  };
  for (const one of condition.of) {
    if (one.type !== 'limit') return null;
    const term = terms[one.term];
    if (term?.quantity === 'speed') {
      if (typeof term.args['range'] === 'number') range = term.args['range'];
      found.speed = one.limit;
    } else if (term?.quantity === 'absoluteChange') found.angle = one.limit;
    else if (term?.args['window'] === 1) found.change1h = one.limit;
    else found.change5h = one.limit;
  }
  return { level, range, ...found, ...mail };
}

/** What the form shows of a rule; null where the rule says more than, or something else than, the form can. */
export function inclinationForm(
  sensorId: number,
  definition: Definition,
): readonly InclinationLevel[] | null {
  const levels = definition.ladder.map((level) => levelOf(level, definition));
  const known = levels.filter((level) => level !== null);
  if (known.length !== levels.length) return null;
  return inOrder(inclinationRule(sensorId, known, definition)) === inOrder(definition) ? known : null;
}

/** What is wrong with a form, by the field that it is wrong at: `orange.change5h`, `initial.x`; '' = the form as a whole. */
export interface InclinationProblem {
  readonly field: string;
  readonly type:
    | 'noLevel'
    | 'twice'
    | 'noThreshold'
    | 'between'
    | 'shorter'
    | 'rises'
    | 'required'
    | 'length'
    | 'placeholder'
    | 'initial';
  readonly params: Readonly<Record<string, number | string>>;
}

export type InitialAngles = Readonly<Record<InclinationAxis, number | null>>;

function numberProblems(own: InclinationLevel, lower: InclinationLevel | undefined): InclinationProblem[] {
  const { level } = own;
  const found: InclinationProblem[] = [];
  const add = (name: string, type: InclinationProblem['type'], params: InclinationProblem['params'] = {}) =>
    found.push({ field: `${level}.${name}`, type, params });
  for (const name of ['range', ...inclinationThresholds] as const) {
    const value = own[name];
    const { low, high, unit } = inclinationBounds[name];
    if (value !== null && !(value >= low && value <= high)) add(name, 'between', { low, high, unit });
  }
  if (inclinationThresholds.every((name) => own[name] === null)) add('angle', 'noThreshold');
  const { change1h, change5h } = own;
  if (change1h !== null && change5h !== null && change5h < change1h)
    add('change5h', 'shorter', { low: change1h });
  for (const name of inclinationThresholds) {
    const [value, below] = [own[name], lower?.[name] ?? null];
    const isSame = name !== 'speed' || lower?.range === own.range;
    if (value !== null && below !== null && isSame && value <= below) add(name, 'rises', { low: below });
  }
  return found;
}

/**
 * Every problem of a form; empty where it can be saved.
 * @param unknownIn names in braces of a text that are no placeholders
 */
export function inclinationProblems(
  levels: readonly InclinationLevel[],
  initial: InitialAngles,
  unknownIn: (text: string) => readonly string[],
): readonly InclinationProblem[] {
  if (levels.length === 0) return [{ field: '', type: 'noLevel', params: {} }];
  const found: InclinationProblem[] = [];
  const sorted = levels.toSorted((a, b) => rankOf(a.level) - rankOf(b.level));
  for (const [index, own] of sorted.entries()) {
    const { level } = own;
    const add = (name: string, type: InclinationProblem['type'], params: InclinationProblem['params'] = {}) =>
      found.push({ field: `${level}.${name}`, type, params });
    if (sorted[index - 1]?.level === level) add('range', 'twice');
    found.push(...numberProblems(own, sorted[index - 1]));
    for (const [name, most] of [
      ['subject', longestSubject],
      ['body', longestBody],
    ] as const) {
      const text = own[name];
      const [unknown] = unknownIn(text);
      if (text.trim() === '') add(name, 'required');
      else if (text.length > most) add(name, 'length', { most });
      else if (unknown !== undefined) add(name, 'placeholder', { name: unknown });
    }
  }
  const { low, high, unit } = inclinationBounds.initial;
  const needs = levels.some(({ angle }) => angle !== null);
  for (const axis of inclinationAxes) {
    const value = initial[axis];
    if (value === null ? needs : false) found.push({ field: `initial.${axis}`, type: 'initial', params: {} });
    if (value !== null && !(value >= low && value <= high))
      found.push({ field: `initial.${axis}`, type: 'between', params: { low, high, unit } });
  }
  return found;
}
