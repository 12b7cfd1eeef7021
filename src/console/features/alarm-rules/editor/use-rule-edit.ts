import { useMemo, useState } from 'react';
import type { Level } from '../../../../base/alarm-words.ts';
import type { RuleSummary } from '../../../../contract/alarms/rules.ts';
import type { Definition } from '../../../../domain/alarms/definition.ts';
import { type EditedLevel, type EditedRule, levelsOf, withLevels } from '../../../../domain/alarms/edits.ts';
import {
  clearRuleDraft,
  type RuleDraft,
  type RuleKey,
  ruleDraft,
  setRuleDraft,
} from '../../../state/alarm-rules.ts';

const plain = (rule: EditedRule) =>
  JSON.stringify(rule, (_name, value) => (Number.isNaN(value) ? 'NaN' : value));

/** The rule that is edited: its draft where there is one, else what was saved of it. An edit makes the draft. */
export function useRuleEdit(given: {
  readonly ruleKey: RuleKey;
  readonly summary: RuleSummary | null;
  readonly draft: RuleDraft | null;
  readonly mayEdit: boolean;
}) {
  const { ruleKey, summary, draft, mayEdit } = given;
  const [refused, setRefused] = useState<string | null>(null);
  const saved = useMemo<EditedRule | null>(
    () => (summary === null ? null : { name: summary.name, definition: summary.definition as Definition }),
    [summary],
  );
  const from = draft === null ? saved : draft.from;
  const rule = draft?.rule ?? saved;
  if (rule === null) throw new Error('neither a rule nor a draft');
  const version = draft?.version ?? summary?.version ?? 0;

  const put = (next: EditedRule, more: Partial<RuleDraft> = {}) => {
    if (!mayEdit) return;
    setRefused(null);
    // What several edits of one event build on is the newest draft, not the one that was drawn.
    const own = ruleDraft(ruleKey);
    const base = own ?? { rule: next, version, from, reason: '' };
    const made = { ...base, ...more, rule: next };
    const isUndone = ruleKey !== 'new' && made.from !== null && plain(made.from) === plain(next);
    if (isUndone && made.reason === '') clearRuleDraft(ruleKey);
    else setRuleDraft(ruleKey, made);
  };
  const latest = () => ruleDraft(ruleKey)?.rule ?? rule;
  const edit = (change: (definition: Definition) => Definition) => {
    const own = latest();
    put({ ...own, definition: change(own.definition) });
  };
  const editLevels = (change: (own: readonly EditedLevel[]) => readonly EditedLevel[]) =>
    edit((definition) => withLevels(definition, change(levelsOf(definition))));
  const editLevel = (level: Level, change: (own: EditedLevel) => EditedLevel) =>
    editLevels((all) => all.map((one) => (one.level === level ? change(one) : one)));
  return {
    ...{ saved, from, rule, version, refused, setRefused },
    ...{ put, latest, edit, editLevels, editLevel },
  };
}

/** What `useRuleEdit` answers. */
export type RuleEdit = ReturnType<typeof useRuleEdit>;
