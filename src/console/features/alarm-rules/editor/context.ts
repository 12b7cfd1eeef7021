/** What the parts of the editor share: the rule as it is edited, and how a part changes it. */
import { createContext, useContext, useEffect } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import type { Level } from '../../../../base/alarm-words.ts';
import type { Definition } from '../../../../domain/alarms/definition.ts';
import type {
  ConditionPath,
  EditedCondition,
  EditedLevel,
  EditedRule,
} from '../../../../domain/alarms/edits.ts';
import { useCommands } from '../../../components/commands.tsx';
import type { RuleDraft, RuleKey, RuleTarget } from '../../../state/alarm-rules.ts';
import type { PlacedProblem } from '../problems.ts';
import type { UserRuleWords } from '../use-rule-words.ts';

/** A field that is chosen or switched: by its control, or by the command of its name. */
export interface ChosenField {
  readonly label: string;
  readonly apply: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface RuleEditor {
  readonly key: RuleKey;
  readonly draft: RuleDraft | null;
  readonly rule: EditedRule;
  /** As it was saved last; null = of a new rule. */
  readonly from: EditedRule | null;
  readonly levels: readonly EditedLevel[];
  readonly levelsFrom: readonly EditedLevel[];
  readonly problems: readonly PlacedProblem[];
  readonly words: UserRuleWords;
  /** What stands in the scope; null = not known yet. */
  readonly targets: readonly RuleTarget[] | null;
  /** Whose stations it can judge; null = all that the user may see. */
  readonly companyId: number | null;
  readonly mayEdit: boolean;
  /** Field whose list is open. */
  readonly opened: string | null;
  readonly close: () => void;
  readonly edit: (change: (definition: Definition) => Definition) => void;
  readonly editLevel: (level: Level, change: (own: EditedLevel) => EditedLevel) => void;
  readonly fields: Map<string, ChosenField>;
}

const EditorContext = createContext<RuleEditor | null>(null);
export const EditorProvider = EditorContext.Provider;

/** @throws Error outside of the editor */
export function useEditor(): RuleEditor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('no rule is edited');
  return editor;
}

/** A field that is chosen: registers it by its name and answers what sets it, by the command. */
export function useChosen(
  field: string,
  label: string,
  apply: (value: string) => void,
  options: ChosenField['options'] = [],
): (value: string) => void {
  const { fields } = useEditor();
  const commands = useCommands();
  useEffect(() => {
    fields.set(field, { label, apply, options });
  });
  useEffect(() => () => void fields.delete(field), [fields, field]);
  return (value) => commands.run(rules.set, { field, value });
}

/** Names a condition: its level and its path. */
export const placeOf = (level: Level, path: ConditionPath): string => [level, ...path].join('.');

/** What a name of a condition names; null where it is none. */
export function parsePlace(place: string): { readonly level: Level; readonly path: ConditionPath } | null {
  const match = /^(blue|yellow|orange|red)((?:\.\d{1,2})*)$/.exec(place);
  if (match === null) return null;
  const path = (match[2] ?? '').split('.').filter(Boolean).map(Number);
  return { level: match[1] as Level, path };
}

/** A level with another condition. */
export const withCondition = (level: EditedLevel, condition: EditedCondition): EditedLevel => ({
  ...level,
  condition,
});
