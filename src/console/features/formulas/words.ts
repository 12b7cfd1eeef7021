import type { MessageParams } from '../../../base/errors.ts';
import { type Language, languages, type MessageId } from '../../../base/messages.ts';
import { ownColumns } from '../../../catalogue/own-columns.ts';
import type { FormulaDraft, FormulaView } from '../../../contract/sites/formulas.ts';
import { type InputChannel, inputKey } from './channels.ts';

type Text = (id: MessageId, params?: MessageParams) => string;
type Input = FormulaDraft['inputs'][number];

/** A channel that a formula reads, in words; of a sensor that is there no more its number. */
export const inputWords = (input: Input, channels: ReadonlyMap<string, InputChannel>, text: Text): string =>
  channels.get(inputKey(input))?.label ??
  text('formulas.goneInput', { sensor: input.sourceId, channel: input.channel });

/** Share of its past that is computed, 0 to 1. */
export const shareDone = ({ since, next, to }: NonNullable<FormulaView['progress']>): number =>
  to <= since ? 1 : Math.min(1, Math.max(0, (next - since) / (to - since)));

/** The curve of a derived channel beside that of its first input. Its readings are in the first column of a company's kind. */
export function curveAddress(stationId: number, { sensorId, inputs }: FormulaView): string {
  const [first] = inputs;
  const own = `${sensorId}.own.${ownColumns.curve[0]}`;
  const beside =
    first === undefined || first.row === 'status'
      ? []
      : [
          [first.sourceId, first.row, first.channel, ...(first.element === 0 ? [] : [first.element])].join(
            '.',
          ),
        ];
  return `/station/${stationId}/curve?channels=${[own, ...beside].join()}`;
}

export interface FormulaChange {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Seconds as they are typed: 90 min, 3 h. */
const ageWords = (age: number, text: Text) =>
  age % 3600 === 0
    ? `${age / 3600} ${text('formulas.ageUnit.h')}`
    : `${Math.round(age / 6) / 10} ${text('formulas.ageUnit.min')}`;

/** What a version changed of the one before it, in words. @param before null = it is the first: all of it */
export function formulaChanges(
  before: FormulaDraft | null,
  after: FormulaDraft,
  channels: ReadonlyMap<string, InputChannel>,
  text: Text,
): readonly FormulaChange[] {
  const changes: FormulaChange[] = [];
  const compare = (what: string, of: (draft: FormulaDraft) => string | null) => {
    const [was, is] = [before === null ? null : of(before), of(after)];
    if (was !== is) changes.push({ what, before: was, after: is });
  };
  compare(text('formulas.formula'), (draft) => draft.text);
  const letters = [...new Set([...(before?.inputs ?? []), ...after.inputs].map(({ letter }) => letter))];
  for (const letter of letters)
    compare(text('formulas.input', { letter }), ({ inputs }) => {
      const input = inputs.find((one) => one.letter === letter);
      return input === undefined ? null : inputWords(input, channels, text);
    });
  const nameOf = (language: Language) => text(`kinds.name.${language}`);
  for (const language of languages) compare(nameOf(language), ({ names }) => names[language]);
  compare(text('kinds.unit'), ({ unit }) => unit ?? text('kinds.noUnit'));
  compare(text('kinds.digits'), ({ digits }) => String(digits));
  compare(text('formulas.age'), ({ age }) => ageWords(age, text));
  return changes;
}
