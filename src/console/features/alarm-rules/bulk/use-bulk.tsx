import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rules as ruleCommands } from '../../../../../commands/rules.ts';
import type { RuleSummary } from '../../../../contract/alarms/rules.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { rulesKey, saveRule } from '../../../state/alarm-rules.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import type { UserRuleWords } from '../use-rule-words.ts';
import { BulkDialog, type SavedRule } from './BulkDialog.tsx';
import './bulk.css';

/** Rules that are changed together: which are marked, the bar above the list, and the dialog. */
export function useBulk(
  rules: readonly RuleSummary[],
  words: UserRuleWords,
  mayEdit: boolean,
): { readonly marked: ReadonlySet<number>; readonly bar: ReactNode; readonly dialog: ReactNode } {
  const text = useText();
  const client = useQueryClient();
  const [chosen, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState<readonly SavedRule[]>([]);
  const own = rules.filter(({ id }) => chosen.has(id));
  const marked = new Set(own.map(({ id }) => id));
  useOffer(
    ruleCommands.mark,
    ({ ruleId }) => {
      const next = new Set(marked);
      if (!next.delete(ruleId)) next.add(ruleId);
      setMarked(next);
    },
    { available: mayEdit, choices: () => rules.map(({ id, name }) => ({ value: id, label: name })) },
  );
  useOffer(
    ruleCommands.markAll,
    () => setMarked(new Set(marked.size === rules.length ? [] : rules.map(({ id }) => id))),
    { available: mayEdit && rules.length > 0 },
  );
  useOffer(ruleCommands.changeMarked, () => setOpen(true), {
    available: !mayEdit ? false : marked.size > 0 ? true : 'rules.bulk.none',
  });
  useOffer(
    ruleCommands.undoMarked,
    async () => {
      const left: string[] = [];
      for (const { ruleId, version, before } of saved)
        try {
          await saveRule(ruleId, version, before, text('rules.bulk.undoReason', { version: version - 1 }));
        } catch (error) {
          left.push(text('rules.named', { name: before.name, value: reasonOf(error, text) }));
        }
      setSaved([]);
      await client.invalidateQueries({ queryKey: [rulesKey] });
      if (left.length > 0) notify('error', text('rules.bulk.left', { names: left.join(text('list.comma')) }));
      else notify('success', text('rules.bulk.undone', { count: saved.length }));
    },
    { available: !mayEdit ? false : saved.length > 0 ? true : 'rules.bulk.nothingToUndo' },
  );
  const bar = mayEdit && (marked.size > 0 || saved.length > 0) && (
    <div className="rules__bulk-bar row gap-6 wrap text-12">
      {marked.size > 0 && (
        <>
          <span className="num">{text('rules.bulk.marked', { count: marked.size })}</span>
          <CommandButton command={ruleCommands.markAll} look="ghost" label={text('rules.bulk.all')} />
          <CommandButton command={ruleCommands.changeMarked} label={text('rules.bulk.change')} />
        </>
      )}
      {saved.length > 0 && (
        <CommandButton
          command={ruleCommands.undoMarked}
          label={text('rules.bulk.undo', { count: saved.length })}
        />
      )}
    </div>
  );
  const dialog = open && marked.size > 0 && (
    <BulkDialog
      rules={own}
      words={words}
      onSaved={(done) => {
        if (done.length > 0) setSaved(done);
        setMarked(new Set());
      }}
      onClose={() => setOpen(false)}
    />
  );
  return { marked, bar, dialog };
}
