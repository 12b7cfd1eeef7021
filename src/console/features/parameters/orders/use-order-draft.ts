import { useState } from 'react';
import type { DeviceActionDefinition, ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import type { OrderProposal } from '../../../../command/context.ts';
import type { Draft } from '../../../../domain/parameters/parameter-edits.ts';
import { checkGroup } from '../../../../domain/parameters/parameter-rules.ts';
import { useProblemText } from '../../../components/fields/use-problem-text.ts';
import type { PanelGroup } from '../use-panel.ts';
import { areFit, argumentValues, firstArguments } from './OrderArguments.tsx';
import { openSecrets } from './Secrets.tsx';

const emptyFields: PanelGroup['definition']['fields'] = [];

/** What an order holds with what was typed into its form. */
export interface OrderDraft {
  /** Secrets that are still to be typed, and those that were. */
  readonly open: readonly ParameterField[];
  readonly secrets: Draft;
  /** Arguments of an action as they are typed. */
  readonly typed: Draft;
  /** Of a set; empty for an action. */
  readonly edits: Draft;
  /** Of an action; empty for a set. */
  readonly args: Draft;
  /** What is wrong with an edit, in words, by its field. */
  readonly problems: ReadonlyMap<string, string>;
  /** True when nothing is wrong and nothing is missing. */
  readonly isComplete: boolean;
  readonly onSecret: (field: string, value: string) => void;
  readonly onArgument: (argument: string, value: ParameterValue) => void;
}

/** Keeps what is typed into the form of an order. @param definition of an action; undefined for a set */
export function useOrderDraft(
  content: OrderProposal['content'],
  group: PanelGroup | undefined,
  definition: DeviceActionDefinition | undefined,
): OrderDraft {
  const [secrets, setSecrets] = useState<Draft>({});
  const [typed, setTyped] = useState<Draft>(() => firstArguments(definition));
  const words = useProblemText(group?.definition.id ?? 'rtu', group?.definition.fields ?? emptyFields);

  const open = group === undefined || content.type !== 'set' ? [] : openSecrets(group, content.edits);
  const edits: Draft = content.type === 'set' ? { ...content.edits, ...secrets } : {};
  const args = argumentValues(definition, typed);
  const problems = new Map(
    (group === undefined ? [] : checkGroup(group.definition, edits, group.known))
      .filter(({ field }) => !open.some(({ id }) => id === field))
      .map((problem) => [problem.field, words.problem(problem)]),
  );
  const hasSecrets = open.every(({ id }) => (secrets[id] ?? '') !== '');
  return {
    open,
    secrets,
    typed,
    edits,
    args,
    problems,
    isComplete: problems.size === 0 && hasSecrets && (content.type === 'set' || areFit(definition, args)),
    onSecret: (field, value) => setSecrets({ ...secrets, [field]: value }),
    onArgument: (argument, value) => setTyped((before) => ({ ...before, [argument]: value })),
  };
}
