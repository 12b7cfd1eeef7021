import { useMemo } from 'react';
import type { RuleSummary } from '../../../../contract/alarms/rules.ts';
import { changesOf } from '../../../../derive/rule-words/diff.ts';
import { levelsOf } from '../../../../domain/alarms/edits.ts';
import { useText } from '../../../components/i18n.ts';
import { type RuleDraft, useScopeTargets } from '../../../state/alarm-rules.ts';
import { session } from '../../../state/connection/session.ts';
import { problemsOf } from '../problems.ts';
import { type UserRuleWords, useRuleWords } from '../use-rule-words.ts';
import type { RuleEdit } from './use-rule-edit.ts';

/** What follows from the rule that is edited: whose it is, what it would judge, what is wrong with it, what has changed. */
export function useRuleFacts(given: {
  readonly edited: RuleEdit;
  readonly summary: RuleSummary | null;
  readonly draft: RuleDraft | null;
  readonly isNew: boolean;
  readonly common: UserRuleWords;
}) {
  const { edited, summary, draft, isNew, common } = given;
  const { rule, from } = edited;
  const text = useText();
  const isMany = isNew && session.user?.companyId === null && common.companies.length > 1;
  /** The company that is chosen for a new rule, null = none yet; undefined where there is nothing to choose. */
  const company = isMany ? (draft?.companyId ?? null) : undefined;
  const only = common.companies.length === 1 ? common.companies[0]?.id : undefined;
  /** Whose stations it can judge; null = all that the user may see. */
  const companyId = summary?.companyId ?? draft?.companyId ?? session.user?.companyId ?? only ?? null;
  /** With the words that its company has for the levels. */
  const words = useRuleWords(companyId);
  const { targets: met, isCurrent } = useScopeTargets(rule.definition, companyId);
  const targets = useMemo(() => {
    if (met === null || companyId === null) return met;
    const own = new Set(words.stations.flatMap((one) => (one.companyId === companyId ? [one.id] : [])));
    return met.filter(({ stationId }) => own.has(stationId));
  }, [met, companyId, words]);
  const scope = useMemo(
    () =>
      targets === null || !isCurrent
        ? null
        : { count: targets.length, kinds: [...new Set(targets.flatMap(({ kind }) => kind ?? []))] },
    [targets, isCurrent],
  );
  const problems = useMemo(() => problemsOf(rule, scope), [rule, scope]);
  const levels = useMemo(() => levelsOf(rule.definition), [rule]);
  const levelsFrom = useMemo(() => (from === null ? [] : levelsOf(from.definition)), [from]);
  const changes = useMemo(
    () => (from === null || draft === null ? [] : changesOf(from, rule, text, words)),
    [from, draft, rule, text, words],
  );
  const isBehind = draft !== null && summary !== null && draft.version < summary.version;
  return { company, companyId, words, targets, problems, levels, levelsFrom, changes, isBehind };
}

/** What `useRuleFacts` answers. */
export type RuleFacts = ReturnType<typeof useRuleFacts>;
