import { useMemo } from 'react';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { fieldMessage } from '../../../../derive/messages.ts';
import type { ParameterProblem } from '../../../../domain/parameters/parameter-rules.ts';
import { useProblemText } from '../../../components/fields/use-problem-text.ts';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { type Formatters, type Text, useFormat, useText } from '../../../components/i18n.ts';
import type { CheckedDevice } from '../checks.ts';
import type { Comparison } from '../compare.ts';

export interface CellWords {
  readonly text: Text;
  readonly format: Formatters;
  /** A value in its field's words; cheap for those that many devices have. */
  value(column: number, value: ParameterValue): string;
  field(column: number): string;
  /** What is wrong with a value. */
  wrong(problem: ParameterProblem): string;
  /** What a cell shows. */
  shown(device: number, column: number, checked: CheckedDevice | undefined): string;
  /** The same with the unit apart. */
  parts(
    device: number,
    column: number,
    checked: CheckedDevice | undefined,
  ): { readonly text: string; readonly unit: string };
  /** Everything that is to be said of it: value and age, standard, what is under way, edit, and what is wrong. */
  all(device: number, column: number, checked: CheckedDevice | undefined, now: number): string;
}

/** Says what the cells of the matrix hold. */
export function useCellWords(comparison: Comparison): CellWords {
  const text = useText();
  const format = useFormat();
  const valueText = useValueText();
  const { model } = comparison;
  const { group, definition } = model.sheet;
  const { problem } = useProblemText(group, definition.fields);
  return useMemo(() => {
    const known = model.fields.map((): Map<string, string> => new Map());
    const value = (column: number, of: ParameterValue) => {
      const field = model.fields[column];
      if (field === undefined) return '';
      const key = JSON.stringify(of);
      const memory = known[column];
      const said = memory?.get(key) ?? valueText(field, of);
      memory?.set(key, said);
      return said;
    };
    const fieldId = (column: number) => model.fields[column]?.id ?? '';
    const field = (column: number) => text(fieldMessage(group, fieldId(column)));
    const shown = (device: number, column: number, checked: CheckedDevice | undefined) => {
      const edit = checked?.changes[fieldId(column)];
      if (edit !== undefined) return value(column, edit);
      const reported = model.value(device, column);
      return reported === undefined ? '–' : value(column, reported);
    };
    const units = model.fields.map((one) =>
      one.type === 'number' && one.unit !== null ? ` ${one.unit}` : '',
    );
    return {
      text,
      format,
      value,
      field,
      wrong: problem,
      shown,
      parts(device, column, checked) {
        const whole = shown(device, column, checked);
        const unit = units[column] ?? '';
        return unit !== '' && whole.endsWith(unit)
          ? { text: whole.slice(0, -unit.length), unit }
          : { text: whole, unit: '' };
      },
      all(device, column, checked, now) {
        const reported = model.value(device, column);
        const at = model.reportedAt(device, column);
        const edit = checked?.changes[fieldId(column)];
        const wrong = checked?.problems[fieldId(column)];
        const waiting = model.pending(device, column);
        const wanted = comparison.wanted(column);
        const parts = [
          reported === undefined || at === null
            ? text('matrix.notReported')
            : text('matrix.onDevice', {
                value: value(column, reported),
                age: format.duration(Math.max(0, now - at)),
              }),
          ...(wanted === undefined ? [] : [text('matrix.standardIs', { value: value(column, wanted) })]),
          ...(waiting === undefined
            ? []
            : [text('matrix.underWay', { value: value(column, waiting.value) })]),
          ...(edit === undefined ? [] : [text('matrix.editIs', { value: value(column, edit) })]),
          ...(wrong === undefined ? [] : [problem(wrong)]),
        ];
        return parts.join(text('list.comma'));
      },
    };
  }, [model, comparison, group, text, format, valueText, problem]);
}
