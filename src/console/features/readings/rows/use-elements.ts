import { stations } from '../../../../../commands/stations/index.ts';
import { rows as definitions } from '../../../../catalogue/index.ts';
import { elementMessage } from '../../../../derive/messages.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import type { RowSource } from '../sources.ts';
import { useChoice } from '../use-choice.ts';

/** The parts of a row that has nodes or layers, as a choice kept in the address: the whole, then each by number and depth. */
export function useElements(source: RowSource) {
  const text = useText();
  const format = useFormat();
  const [kept, choose] = useChoice('element');
  const definition = definitions[source.row].elements;
  const nameOf = (value: number): string => {
    if (value === 0 || definition === undefined) return text('table.whole');
    const name = text(elementMessage(source.row, definition.id), { number: value });
    const depth = source.depths.get(value);
    return depth === undefined ? name : `${name} · ${format.number(depth, 2)} m`;
  };
  const choices =
    definition === undefined || source.elements === 0
      ? []
      : Array.from({ length: source.elements + 1 }, (_, value) => ({ value, label: nameOf(value) }));
  const first = choices.length > 0 ? 1 : 0;
  const element = choices.some(({ value }) => value === kept) ? (kept ?? first) : first;
  useOffer(stations.element, ({ element: chosen }) => choose(chosen), {
    available: choices.length > 0,
    choices: () => choices,
  });
  return { element, choices };
}
