import { type ChangeEvent, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { rules as ruleCommands } from '../../../../commands/rules.ts';
import type { RuleSummary } from '../../../contract/alarms/rules.ts';
import type { EditedRule } from '../../../domain/alarms/edits.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { type RuleKey, setRuleDraft, useRuleDrafts, useRules } from '../../state/alarm-rules.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useBulk } from './bulk/use-bulk.tsx';
import { Editor } from './editor/Editor.tsx';
import { fromFile } from './files.ts';
import { presetIds, presets } from './presets.ts';
import { RuleList } from './RuleList.tsx';
import type { ShapeProblem } from './shape.ts';
import { TurnDialog } from './TurnDialog.tsx';
import { useFixes } from './use-fixes.ts';
import { useRuleWords } from './use-rule-words.ts';
import '../../components/fields/fields.css';
import '../../components/form/form.css';
import './alarm-rules.css';
import './editor/tokens.css';
import './editor/ladder.css';
import './editor/scope.css';
import './dialogs.css';

const none: readonly RuleSummary[] = [];

const keyOf = (value: string | null): RuleKey | null => {
  if (value === 'new') return 'new';
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
};

/** Rules of alarms: the list, and the one that is open. Which one is in the address. */
export default function AlarmRulesPage() {
  const text = useText();
  const words = useRuleWords();
  const mayEdit = usePermitted()('alarm:rule:edit');
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useRules();
  const drafts = useRuleDrafts();
  const [turned, setTurned] = useState<number | null>(null);
  const [waiting, setWaiting] = useState<EditedRule | null>(null);
  const [wrong, setWrong] = useState<readonly ShapeProblem[] | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const chosen = keyOf(query.get('rule'));
  const go = (key: RuleKey | null) => setQuery(key === null ? {} : { rule: String(key) });
  const begin = (rule: EditedRule) => {
    setRuleDraft('new', { rule, version: 0, from: null, reason: '' });
    go('new');
  };
  /** A rule that was begun and not saved is not dropped without a question. */
  const ask = (rule: EditedRule) => (drafts['new'] === undefined ? begin(rule) : setWaiting(rule));
  const listed = () => (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const available = data !== undefined;
  // A rule that was begun has no id yet.
  useOffer(ruleCommands.open, ({ ruleId }) => go(ruleId === 0 ? 'new' : ruleId), {
    available,
    choices: listed,
  });
  useFixes(data, mayEdit, go);
  useOffer(ruleCommands.turn, ({ ruleId }) => setTurned(ruleId), { available, choices: listed });
  useOffer(
    ruleCommands.add,
    ({ preset }) =>
      ask({
        name: preset === 'empty' ? '' : text(`rules.preset.${preset}`),
        definition: presets[presetIds.find((one) => one === preset) ?? 'empty'],
      }),
    { available: available && mayEdit },
  );
  const bulk = useBulk(data ?? none, words, mayEdit);
  useOffer(ruleCommands.import, () => file.current?.click(), { available: available && mayEdit });
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [own] = event.target.files ?? [];
    event.target.value = '';
    if (own === undefined) return;
    const read = fromFile(await own.text());
    if ('rule' in read) ask(read.rule);
    else setWrong(read.problems);
  };
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={10} />
    ) : (
      <FailedState
        title={text('rules.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  const summary = data.find(({ id }) => id === chosen) ?? null;
  const draft = chosen === null ? null : (drafts[String(chosen)] ?? null);
  const turning = data.find(({ id }) => id === turned);
  return (
    <div className="rules">
      <RuleList
        rules={data}
        drafts={drafts}
        chosen={chosen}
        words={words}
        mayEdit={mayEdit}
        marked={bulk.marked}
        bulk={bulk.bar}
      />
      {chosen !== null && (summary !== null || draft !== null) ? (
        <Editor
          key={chosen}
          ruleKey={chosen}
          summary={summary}
          draft={draft}
          words={words}
          mayEdit={mayEdit}
          onSaved={go}
          onGone={() => go(null)}
        />
      ) : (
        <section className="panel rules__editor">
          <EmptyState
            icon="ruler"
            title={text(data.length === 0 ? 'rules.empty.title' : 'rules.choose')}
            actions={
              mayEdit &&
              presetIds.map((preset) => (
                <CommandButton
                  key={preset}
                  command={ruleCommands.add}
                  args={{ preset }}
                  label={text(`rules.preset.${preset}`)}
                />
              ))
            }
          >
            {text(mayEdit ? 'rules.empty.text' : 'rules.readOnly')}
          </EmptyState>
        </section>
      )}
      <input
        ref={file}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={text('command.rules.import')}
        onChange={(event) => void onFile(event)}
      />
      {turning !== undefined && (
        <TurnDialog key={turning.id} rule={turning} onClose={() => setTurned(null)} />
      )}
      {waiting !== null && (
        <Confirm
          question={text('rules.replaceNew')}
          confirm={text('rules.replace')}
          onAnswer={(yes) => {
            if (yes) begin(waiting);
            setWaiting(null);
          }}
        />
      )}
      {bulk.dialog}
      {wrong !== null && (
        <DialogFrame title={text('rules.file.refused')} onClose={() => setWrong(null)}>
          <h2>{text('rules.file.refused')}</h2>
          <ul className="rules__file text-12">
            {wrong.slice(0, 12).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path !== '' && <code>{path}</code>} {text(message)}
              </li>
            ))}
          </ul>
          <div className="dialog__foot">
            <CommandButton command={dialogCommands.decline} label={text('action.close')} />
          </div>
        </DialogFrame>
      )}
    </div>
  );
}
