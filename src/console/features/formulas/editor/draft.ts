import { ageBounds, inputLetters } from '../../../../base/bounds/formulas.ts';
import type { MessageParams } from '../../../../base/errors.ts';
import type { Language, MessageId } from '../../../../base/messages.ts';
import { languages } from '../../../../base/messages.ts';
import type { Unit } from '../../../../base/units.ts';
import type { FormulaDraft } from '../../../../contract/sites/formulas.ts';
import { longestKindName } from '../../../../contract/sites/own-kinds.ts';
import {
  compensationText,
  type FormulaTemplate,
  formulaTemplates,
  plainNumber,
  templateOf,
} from '../../../../domain/formula-templates.ts';
import {
  type FormulaNode,
  FormulaProblem,
  lettersOf,
  parseFormula,
} from '../../../../domain/formulas/parse.ts';
import { checkFormula, unitOfFormula } from '../../../../domain/formulas/units.ts';
import { typedNumber } from '../../../components/values/typed-number.ts';
import type { InputChannel } from '../channels.ts';

export type InputLetter = (typeof inputLetters)[number];
/** Fields of the editor, as they are typed. */
export type FormulaFormValues = Readonly<
  Record<
    | 'template'
    | 'text'
    | 'k'
    | 't0'
    | 'lag'
    | 'letters'
    | 'unit'
    | 'digits'
    | 'age'
    | 'ageUnit'
    | 'reason'
    | `names.${Language}`
    | `input.${InputLetter}`,
    string
  >
>;

/** The field `unit` holds this while the formula decides. */
export const byFormula = 'auto';

/** What is wrong, and of which field. */
export interface DraftProblem {
  readonly field: keyof FormulaFormValues;
  readonly id: MessageId;
  readonly params: MessageParams;
}
const problemOf = (
  field: keyof FormulaFormValues,
  id: MessageId,
  params: MessageParams = {},
): DraftProblem => ({
  field,
  id,
  params,
});

const isLetter = (text: string): text is InputLetter => inputLetters.some((letter) => letter === text);
const lettersIn = (text: string): readonly InputLetter[] => text.split(',').filter(isLetter);

/** What something answers, or what it finds wrong with a formula. */
function attempt<T>(run: () => T): T | FormulaProblem {
  try {
    return run();
  } catch (error) {
    if (error instanceof FormulaProblem) return error;
    throw error;
  }
}
const ofFault = (field: keyof FormulaFormValues, { fault, values }: FormulaProblem) =>
  problemOf(field, `formulas.fault.${fault}`, values);

/** Letters that the text reads; none while it is not right. */
export function usedLetters(text: string): ReadonlySet<string> {
  const node = attempt(() => parseFormula(text));
  return node instanceof FormulaProblem ? new Set() : lettersOf(node);
}

/** Letters of the inputs, in their order: those that have been added, then those that are read or chosen besides. */
export function shownLetters(values: FormulaFormValues): readonly InputLetter[] {
  const added = lettersIn(values.letters);
  const used = usedLetters(values.text);
  const more = inputLetters.filter((letter) => used.has(letter) || values[`input.${letter}`] !== '');
  return [...added, ...more.filter((letter) => !added.includes(letter))];
}

export interface ReadDraft {
  /** Of the formula; null = it can be computed. */
  readonly problem: DraftProblem | null;
  /** In which it is stored. */
  readonly unit: Unit | null;
  /** In which it comes out. */
  readonly proposed: Unit | null;
}

/** Numbers that a template still lacks, the text, an input without a channel: the first that is wrong. */
function unread(
  values: FormulaFormValues,
  node: FormulaNode | FormulaProblem,
  channelOf: (letter: InputLetter) => InputChannel | undefined,
): DraftProblem | null {
  const number =
    values.template === 'compensation'
      ? (['k', 't0'] as const).find((field) => Number.isNaN(typedNumber(values[field])))
      : undefined;
  if (number !== undefined) return problemOf(number, 'form.number');
  if (node instanceof FormulaProblem) return ofFault('text', node);
  const letter = shownLetters(values).find((one) => channelOf(one) === undefined);
  return letter === undefined ? null : problemOf(`input.${letter}`, 'formulas.chooseInput', { letter });
}

/** Checks the formula with its inputs and its unit by the server's own rules. */
export function readDraft(values: FormulaFormValues, byKey: ReadonlyMap<string, InputChannel>): ReadDraft {
  const letters = shownLetters(values);
  const channelOf = (letter: InputLetter) => byKey.get(values[`input.${letter}`]);
  const first = letters[0] === undefined ? null : (channelOf(letters[0])?.unit ?? null);
  const chosen = (proposed: Unit | null) =>
    values.unit === byFormula ? proposed : values.unit === '' ? null : (values.unit as Unit);
  const node = attempt(() => parseFormula(values.text));
  const early = unread(values, node, channelOf);
  if (early !== null || node instanceof FormulaProblem)
    return { problem: early, unit: chosen(first), proposed: first };
  const units = new Map(letters.map((letter) => [letter, channelOf(letter)?.unit ?? null]));
  const found = attempt(() => unitOfFormula(node, units));
  if (found instanceof FormulaProblem)
    return { problem: ofFault('text', found), unit: chosen(first), proposed: first };
  const proposed = found === 'any' ? first : found;
  const unit = chosen(proposed);
  const fault = attempt(() => checkFormula(node, units, unit));
  const field = fault instanceof FormulaProblem && fault.fault === 'unit' ? 'unit' : 'text';
  return { problem: fault instanceof FormulaProblem ? ofFault(field, fault) : null, unit, proposed };
}

/** Seconds; NaN for what is no time. */
export const ageOf = ({ age, ageUnit }: Pick<FormulaFormValues, 'age' | 'ageUnit'>): number =>
  Math.round(typedNumber(age) * (ageUnit === 'h' ? 3600 : 60));

/** True for a time that values may count for. */
export function isAge(values: Pick<FormulaFormValues, 'age' | 'ageUnit'>): boolean {
  const age = ageOf(values);
  return age >= ageBounds.min && age <= ageBounds.max;
}

/** What is wrong with all that stands beside the formula; null = nothing. */
export function formProblem(values: FormulaFormValues, language: Language): DraftProblem | null {
  const own = `names.${language}` as const;
  if (values[own].trim() === '') return problemOf(own, 'bound.required');
  const long = languages.find((one) => values[`names.${one}`].trim().length > longestKindName);
  if (long !== undefined) return problemOf(`names.${long}`, 'formulas.longName', { max: longestKindName });
  if (!isAge(values))
    return problemOf('age', 'formulas.ageBounds', {
      min: ageBounds.min / 60,
      max: ageBounds.max / 86_400,
    });
  return values.reason.trim() === '' ? problemOf('reason', 'bound.required') : null;
}

/** The draft as it is sent. Names that were left empty are the reader's own one. */
export function draftOf(
  values: FormulaFormValues,
  language: Language,
  unit: Unit | null,
  byKey: ReadonlyMap<string, InputChannel>,
): FormulaDraft {
  const own = values[`names.${language}`].trim();
  const name = (of: Language) => values[`names.${of}`].trim() || own || values.text.slice(0, longestKindName);
  return {
    names: { 'zh-chs': name('zh-chs'), en: name('en'), ja: name('ja') },
    unit,
    digits: Number(values.digits),
    text: values.text,
    inputs: shownLetters(values).flatMap((letter) => {
      const found = byKey.get(values[`input.${letter}`]);
      if (found === undefined) return [];
      const { row, sourceId, element, channel } = found;
      return [{ letter, row, sourceId, element, channel }];
    }),
    age: ageOf(values),
  };
}

/** The field of the editor that a refusal of the server names; null = none. */
export function fieldOf(
  named: string | null,
  values: FormulaFormValues,
  language: Language,
): keyof FormulaFormValues | null {
  if (named === null) return null;
  const input = /^inputs(?:\.(\d+))?/.exec(named);
  if (input !== null) {
    const letter = shownLetters(values)[Number(input[1] ?? 0)];
    return letter === undefined ? null : `input.${letter}`;
  }
  if (named === 'names') return `names.${language}`;
  return named in values ? (named as keyof FormulaFormValues) : null;
}

/** Fields that follow a text which was typed: which template it is, and the numbers of its compensation. */
export function followText(text: string): Partial<FormulaFormValues> {
  const { template, compensation } = templateOf(text);
  return { text, template, ...(compensation ?? {}) };
}

/** Fields that follow a number of the compensation. */
export function followCompensation(
  values: FormulaFormValues,
  change: Partial<Pick<FormulaFormValues, 'k' | 't0' | 'lag'>>,
): Partial<FormulaFormValues> {
  const next = { k: values.k, t0: values.t0, lag: values.lag, ...change };
  const plain = (text: string) => {
    const number = typedNumber(text);
    return Number.isNaN(number) ? '' : plainNumber(number, 12);
  };
  return {
    ...change,
    text: compensationText({ k: plain(next.k), t0: plain(next.t0), lag: next.lag.trim() }),
  };
}

export const isTemplate = (text: string): text is FormulaTemplate =>
  formulaTemplates.some((template) => template === text);
