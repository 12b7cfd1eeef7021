import type { Language } from '../../../../base/messages.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { type FormulaTemplate, templateLetters, templateText } from '../../../../domain/formula-templates.ts';
import type { AskedFormula } from '../../../state/overlays.ts';
import { type InputChannel, inputKey, mainChannel, proposedSecond } from '../channels.ts';
import { byFormula, type FormulaFormValues, followText } from './draft.ts';

const noInputs = {
  ...{ 'input.a': '', 'input.b': '', 'input.c': '', 'input.d': '' },
  ...{ 'input.e': '', 'input.f': '', 'input.g': '', 'input.h': '' },
} as const;

/** Seconds as the editor has them: hours where they are whole. */
function ageFields(age: number): Pick<FormulaFormValues, 'age' | 'ageUnit'> {
  return age % 3600 === 0
    ? { age: String(age / 3600), ageUnit: 'h' }
    : { age: String(Math.round(age / 6) / 10), ageUnit: 'min' };
}

/** Two collections may fail: then a value is too old. An hour at least. */
const usualAge = ({ rtu }: StationDetail): number => Math.max(3600, 3 * (rtu?.collectionCycle ?? 0));

/** Fields that a template changes: its text, and channels for its letters where none were chosen. */
export function templateFields(
  template: FormulaTemplate,
  values: FormulaFormValues,
  channels: readonly InputChannel[],
  summary: StationDetail['summary'],
): Partial<FormulaFormValues> {
  const text = templateText(template, { k: '', t0: '', lag: '' });
  const letters = templateLetters(template);
  if (text === null || letters === null) return { template };
  const find = (key: string) => channels.find((one) => one.key === key);
  const first = find(values['input.a']) ?? mainChannel(channels, summary);
  const second = find(values['input.b']);
  const isWarm = template === 'compensation';
  const fits = second !== undefined && (isWarm ? second.unit === '°C' : second.unit === first?.unit);
  const beside = fits ? second : proposedSecond(channels, first, isWarm);
  return {
    ...{ template, text, letters: letters.join(), k: '', t0: '', lag: '', ...noInputs },
    'input.a': first?.key ?? '',
    ...(letters.includes('b') ? { 'input.b': beside?.key ?? '' } : {}),
    digits: String(first?.digits ?? values.digits),
  };
}

/** What the editor begins with. */
export function beginValues(
  begin: AskedFormula['begin'],
  detail: StationDetail,
  channels: readonly InputChannel[],
  language: Language,
): FormulaFormValues {
  const empty: FormulaFormValues = {
    ...{ template: 'free', text: '', k: '', t0: '', lag: '', letters: 'a', ...noInputs },
    ...{ unit: byFormula, digits: '2', ...ageFields(usualAge(detail)), reason: '' },
    ...{ 'names.zh-chs': '', 'names.en': '', 'names.ja': '' },
  };
  if (begin.type === 'template') {
    const first = mainChannel(channels, detail.summary);
    const free = { ...empty, 'input.a': first?.key ?? '', digits: String(first?.digits ?? 2) };
    return { ...free, ...templateFields(begin.template, free, channels, detail.summary) };
  }
  const source = begin.type === 'edit' ? begin.formula : begin;
  const inputs = Object.fromEntries(source.inputs.map((input) => [`input.${input.letter}`, inputKey(input)]));
  const given: FormulaFormValues = {
    ...empty,
    ...followText(source.text),
    letters: source.inputs.map(({ letter }) => letter).join(),
    ...inputs,
  };
  if (begin.type === 'given') {
    const first = channels.find(({ key }) => key === given['input.a']);
    return { ...given, [`names.${language}`]: begin.name, digits: String(first?.digits ?? 2) };
  }
  const { names, unit, digits, age } = begin.formula;
  return {
    ...given,
    ...{ 'names.zh-chs': names['zh-chs'], 'names.en': names.en, 'names.ja': names.ja },
    ...{ unit: unit ?? '', digits: String(digits), ...ageFields(age) },
  };
}
