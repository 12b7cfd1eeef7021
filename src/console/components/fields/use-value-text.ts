import { useMemo } from 'react';
import type { ParameterField, ParameterValue } from '../../../catalogue/model.ts';
import { parameterWords } from '../../../derive/parameter-words.ts';
import { useText } from '../i18n.ts';

/** Says a parameter's value in the user's words, with its unit. */
export function useValueText(): (field: ParameterField, value: ParameterValue) => string {
  const text = useText();
  return useMemo(() => (field, value) => parameterWords(field, value, text), [text]);
}
