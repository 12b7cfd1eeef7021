import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { form as formCommands } from '../../../../../commands/form.ts';
import { rules } from '../../../../../commands/rules.ts';
import type { RuleSummary } from '../../../../contract/alarms/rules.ts';
import type { Definition } from '../../../../domain/alarms/definition.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import {
  clearRuleDraft,
  createRule,
  deleteRule,
  type RuleDraft,
  type RuleKey,
  rulesKey,
  saveRule,
  setRuleDraft,
  takeRule,
  useRuleVersions,
} from '../../../state/alarm-rules.ts';
import { refusal } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { toFile } from '../files.ts';
import type { RuleEdit } from './use-rule-edit.ts';
import type { RuleFacts } from './use-rule-facts.ts';

/** Why a rule cannot be saved; true where it can. */
function saving(
  draft: RuleDraft | null,
  { problems, isBehind, company, companyId, changes }: RuleFacts,
  isNew: boolean,
  busy: boolean,
) {
  if (draft === null) return 'rules.unchanged' as const;
  if (problems.length > 0) return 'rules.mendFirst' as const;
  if (isBehind) return 'rules.newerFirst' as const;
  if (company === null || companyId === null) return 'rules.chooseCompany' as const;
  if (draft.reason.trim() === '') return 'rules.reasonFirst' as const;
  if (!isNew && changes.length === 0) return 'rules.unchanged' as const;
  return busy ? ('rules.saving' as const) : true;
}

/** Offers what is done with a rule as a whole: saving, versions, a file, the end of it. */
export function useRuleOffers(given: {
  readonly ruleKey: RuleKey;
  readonly summary: RuleSummary | null;
  readonly draft: RuleDraft | null;
  readonly mayEdit: boolean;
  readonly edited: RuleEdit;
  readonly facts: RuleFacts;
  readonly onSaved: (id: number) => void;
  readonly onGone: () => void;
}) {
  const { ruleKey, summary, draft, mayEdit, edited, facts, onSaved, onGone } = given;
  const { rule, saved, put, setRefused } = edited;
  const { isBehind, companyId } = facts;
  const text = useText();
  const commands = useCommands();
  const client = useQueryClient();
  const [sheet, setSheet] = useState<'versions' | 'overrides' | null>(null);
  const [busy, setBusy] = useState(false);
  const isNew = ruleKey === 'new';
  const { data: versions } = useRuleVersions(sheet === 'versions' && ruleKey !== 'new' ? ruleKey : null);
  const mayNot = saving(draft, facts, isNew, busy);
  const save = async () => {
    if (draft === null || companyId === null) return;
    setBusy(true);
    setRefused(null);
    try {
      const made =
        ruleKey === 'new'
          ? await createRule(rule, draft.reason, companyId)
          : await saveRule(ruleKey, draft.version, rule, draft.reason);
      // In one step: neither both lines, the draft and the rule, are listed for a moment, nor none.
      takeRule(client, made);
      onSaved(made.id);
      clearRuleDraft(ruleKey);
      void client.invalidateQueries({ queryKey: [rulesKey] });
      notify('success', text('rules.saved', { name: made.name, version: made.version }));
    } catch (error) {
      void client.invalidateQueries({ queryKey: [rulesKey] });
      setRefused(refusal(error, text).sentence);
    } finally {
      setBusy(false);
    }
  };
  useOffer(rules.save, save, { available: mayNot });
  useOffer(formCommands.save, () => commands.run(rules.save, {}, 'key'), { available: mayNot === true });
  useOffer(
    rules.discard,
    () => {
      clearRuleDraft(ruleKey);
      setRefused(null);
      if (isNew) onGone();
    },
    { available: draft === null ? 'rules.unchanged' : true },
  );
  useOffer(rules.takeNewer, () => clearRuleDraft(ruleKey), { available: isBehind });
  useOffer(
    rules.keepMine,
    () => {
      if (draft !== null && summary !== null)
        setRuleDraft(ruleKey, { ...draft, version: summary.version, from: saved });
    },
    { available: isBehind },
  );
  useOffer(
    rules.delete,
    async () => {
      if (ruleKey === 'new') return;
      try {
        await deleteRule(ruleKey);
        clearRuleDraft(ruleKey);
        await client.invalidateQueries({ queryKey: [rulesKey] });
        onGone();
      } catch (error) {
        setRefused(refusal(error, text).sentence);
      }
    },
    { available: mayEdit && !isNew },
  );
  useOffer(rules.export, () =>
    saveFile(`${rule.name || 'rule'}.json`, new Blob([toFile(rule)], { type: 'application/json' })),
  );
  useOffer(rules.versions, () => setSheet('versions'), { available: !isNew });
  useOffer(rules.overrides, () => setSheet('overrides'));
  useOffer(
    rules.restore,
    ({ version: wanted }) => {
      const own = versions?.find((one) => one.version === wanted);
      if (own === undefined) return;
      setSheet(null);
      put(
        { name: own.name, definition: own.definition as Definition },
        { reason: text('rules.restored', { version: wanted, reason: own.reason }).slice(0, 300) },
      );
    },
    { available: mayEdit && versions !== undefined },
  );
  return { sheet, closeSheet: () => setSheet(null) };
}
