import { useMemo } from 'react';
import { formatNumber } from '../../../base/number-text.ts';
import { enums, groups } from '../../../catalogue/index.ts';
import type { GroupId, ParameterField } from '../../../catalogue/model.ts';
import { enumValueMessage, fieldMessage } from '../../../derive/messages.ts';
import { rangesText } from '../../../domain/parameters/parameter-rules.ts';
import { useText } from '../i18n.ts';
import { useValueText } from './use-value-text.ts';

/** What a field can take, the rules that bind it to others, and its default: "60–64800 s, step 60 (3600 s)". */
export function useBoundsText(): (group: GroupId | null, field: ParameterField) => string {
  const text = useText();
  const valueText = useValueText();
  return useMemo(
    () => (group, field) => {
      const comma = text('list.comma');
      const bounds = (): string[] => {
        switch (field.type) {
          case 'number':
            return [
              field.choices === undefined
                ? rangesText(field)
                : `${field.choices.map((choice) => formatNumber(choice, field.digits)).join(comma)} ${field.unit ?? ''}`.trim(),
              ...(field.step === undefined ? [] : [text('bounds.step', { step: field.step })]),
              ...(field.off === undefined ? [] : [text('bounds.off', { value: field.off })]),
              ...(field.nullable ? [text('bounds.empty')] : []),
            ];
          case 'text':
          case 'secret':
            return [text('bounds.length', { max: field.maxLength })];
          case 'enum':
          case 'set':
            return [
              enums[field.values].values
                .map((value) => text(enumValueMessage(field.values, value)))
                .join(comma),
            ];
          case 'flag':
            return [`${text('value.on')}${comma}${text('value.off')}`];
          case 'date':
            return [text('bounds.date')];
        }
      };
      const rules = (group === null ? [] : groups[group].rules)
        .filter(({ left }) => left === field.id)
        .map(({ type, right }) =>
          text(`bounds.${type}`, {
            right: text(fieldMessage(group ?? 'rtu', right.split('/').at(-1) ?? right)),
          }),
        );
      const hasDefault = 'default' in field && field.default !== null && field.default !== '';
      const all = [...bounds(), ...rules].join(comma);
      return field.readOnly
        ? text('bounds.readOnly')
        : hasDefault
          ? text('bounds.default', { bounds: all, value: valueText(field, field.default) })
          : all;
    },
    [text, valueText],
  );
}
