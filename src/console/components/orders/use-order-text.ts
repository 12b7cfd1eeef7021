import { useMemo } from 'react';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { fieldValueWords, fieldWords, type OrderedContent, orderWords } from '../../../derive/order-words.ts';
import { useText } from '../i18n.ts';

export { fieldOf, isGroup } from '../../../derive/order-words.ts';

/** Says what an order orders: "Send cycle 600 s", "Sound alarm: Clip 1, Volume 70 %". */
export function useOrderText(): {
  readonly order: (ordered: OrderedContent) => string;
  readonly value: (group: string, field: string, kind: number | null, value: ParameterValue) => string;
  readonly field: (group: string, field: string) => string;
} {
  const text = useText();
  return useMemo(
    () => ({
      order: (ordered) => orderWords(ordered, text),
      value: (group, id, kind, value) => fieldValueWords(group, id, kind, value, text),
      field: (group, id) => fieldWords(group, id, text),
    }),
    [text],
  );
}
