import { useMemo } from 'react';
import type { ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import { checkGroup } from '../../../../domain/parameters/parameter-rules.ts';
import { useProblemText } from '../../../components/fields/use-problem-text.ts';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { useText } from '../../../components/i18n.ts';
import { type PanelGroup, type Panels, usePanels } from '../../../features/parameters/use-panel.ts';
import type { AllWords } from '../entries.ts';
import { readValue } from '../sentence/value.ts';
import { askedGroup, asksDevice, isTyped } from './device-values.ts';
import type { FoundValue } from './pages.ts';
import type { PalettePage } from './use-pages.ts';

/** A value that is being typed for a field. */
export interface TypedValue {
  readonly group: PanelGroup;
  readonly field: ParameterField;
  /** undefined = nothing typed, or no value of this field. */
  readonly value: ParameterValue | undefined;
  /** Why it cannot be set, in words. */
  readonly problem: string | null;
}

const noFields: readonly ParameterField[] = [];

/** What the pages about a station's devices need: the devices, and the value that is typed. */
export function useDevicePage(
  page: PalettePage | undefined,
  typed: string,
  words: AllWords | null,
): {
  readonly panels: Panels;
  readonly value: TypedValue | null;
  /** The rows of a page with what the device has now. */
  readonly noted: (found: readonly FoundValue[]) => readonly FoundValue[];
} {
  const text = useText();
  const valueText = useValueText();
  const stationId = page?.args['stationId'];
  const wanted = page !== undefined && asksDevice(page.step) && typeof stationId === 'number';
  const panels = usePanels(wanted ? stationId : 0, wanted);
  const group = page === undefined ? undefined : askedGroup(page.args, panels);
  const field = group?.definition.fields.find(({ id }) => id === page?.args['field']);
  const say = useProblemText(group?.definition.id ?? 'rtu', group?.definition.fields ?? noFields);
  const value = useMemo((): TypedValue | null => {
    if (page?.step.ask !== 'value' || group === undefined || field === undefined || !isTyped(field))
      return null;
    if (words === null || typed === '') return { group, field, value: undefined, problem: null };
    const read = readValue(field, typed, words);
    if (read === undefined) return { group, field, value: undefined, problem: text('parameterProblem.type') };
    const [problem] = checkGroup(group.definition, { [field.id]: read }, group.known);
    return { group, field, value: read, problem: problem === undefined ? null : say.problem(problem) };
  }, [page, group, field, words, typed, text, say]);
  const noted = (found: readonly FoundValue[]) => {
    if (page?.step.ask !== 'field' || group === undefined) return found;
    return found.map(({ item, hit }) => {
      const own = group.definition.fields.find(({ id }) => id === item.key);
      const state = group.states[item.key];
      if (own === undefined || state === undefined || own.type === 'secret') return { item, hit };
      const pending =
        state.pending === null
          ? []
          : [text('palette.pending', { value: valueText(own, state.pending.value) })];
      const now = state.at === null ? text('preview.notRead') : valueText(own, state.value);
      return { item: { ...item, note: [now, ...pending].join(text('list.comma')) }, hit };
    });
  };
  return { panels, value, noted };
}
