/** A panel's group held against the standard set that was chosen for its kind. */
import type { ParameterValue } from '../../../catalogue/model.ts';
import { sameValue } from '../../../domain/parameters/same-value.ts';
import { useValueText } from '../../components/fields/use-value-text.ts';
import { useText } from '../../components/i18n.ts';
import { useStandardsOf } from '../../state/devices/standards.ts';
import type { PanelGroup } from './use-panel.ts';

/** The group's standards, the chosen one, and by field what it wants otherwise than the device has it. */
export function useStandard(group: PanelGroup) {
  const { definition, kind, known, slot } = group;
  const { own, standard } = useStandardsOf(slot === null ? null : kind, definition.id);
  const differing = new Map(
    definition.fields.flatMap((field): [string, ParameterValue][] => {
      const wanted = standard?.values[field.id];
      return wanted === undefined || sameValue(field, known[field.id] ?? null, wanted)
        ? []
        : [[field.id, wanted]];
    }),
  );
  return { own, standard, differing };
}

/** Says below a field what the standard wants, where that is something else. */
export function useStandardHints(group: PanelGroup): (field: string) => readonly string[] {
  const text = useText();
  const valueText = useValueText();
  const { differing } = useStandard(group);
  return (id) => {
    const wanted = differing.get(id);
    const field = group.definition.fields.find((one) => one.id === id);
    return wanted === undefined || field === undefined
      ? []
      : [text('standards.hint', { value: valueText(field, wanted) })];
  };
}
