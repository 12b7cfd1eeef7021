import { useRef, useState } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import type { RuleSummary } from '../../../../contract/alarms/rules.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import type { RuleDraft, RuleKey } from '../../../state/alarm-rules.ts';
import { BackTest } from '../back-test/BackTest.tsx';
import { presetSources, publishedPreset } from '../presets.ts';
import type { UserRuleWords } from '../use-rule-words.ts';
import { EditorProvider, type RuleEditor } from './context.ts';
import { EditorHead } from './EditorHead.tsx';
import { Foot } from './Foot.tsx';
import { Ladder } from './Ladder.tsx';
import { OverridesDialog } from './OverridesDialog.tsx';
import { ScopePanel } from './ScopePanel.tsx';
import { useConditionOffers } from './use-condition-offers.ts';
import { useRuleEdit } from './use-rule-edit.ts';
import { useRuleFacts } from './use-rule-facts.ts';
import { useRuleOffers } from './use-rule-offers.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

/** A rule: its ladder, its scope, and what saves it. */
export function Editor(props: {
  readonly ruleKey: RuleKey;
  readonly summary: RuleSummary | null;
  readonly draft: RuleDraft | null;
  readonly words: UserRuleWords;
  readonly mayEdit: boolean;
  readonly onSaved: (id: number) => void;
  readonly onGone: () => void;
}) {
  const { ruleKey, summary, draft, words: common, mayEdit, onSaved, onGone } = props;
  const text = useText();
  const fields = useRef(new Map()).current as RuleEditor['fields'];
  const [opened, setOpened] = useState<string | null>(null);
  const isNew = ruleKey === 'new';
  const edited = useRuleEdit({ ruleKey, summary, draft, mayEdit });
  const { rule, from, version, refused, put, latest, edit, editLevel } = edited;
  const facts = useRuleFacts({ edited, summary, draft, isNew, common });
  const { company, companyId, words, targets, problems, levels, levelsFrom, changes, isBehind } = facts;
  const { current, cards, onFocus } = useConditionOffers(edited, facts, mayEdit);
  const { sheet, closeSheet } = useRuleOffers({
    ...{ ruleKey, summary, draft, mayEdit, edited, facts, onSaved, onGone },
  });
  useOffer(rules.set, ({ field, value }) => fields.get(field)?.apply(value), {
    available: mayEdit,
    choices: (argument, { field }) =>
      argument === 'field'
        ? [...fields].map(([value, { label }]) => ({ value, label: `${label} · ${value}` }))
        : (fields.get(String(field))?.options ?? []).map(({ value, label }) => ({ value, label })),
  });
  useOffer(rules.choose, ({ field }) => setOpened(field), { available: mayEdit });
  const editor: RuleEditor = {
    ...{ key: ruleKey, draft, rule, from, levels, levelsFrom, problems, words, targets },
    ...{ mayEdit, opened, fields, companyId, edit, editLevel },
    close: () => setOpened(null),
  };
  return (
    <EditorProvider value={editor}>
      <section className="panel rules__editor" aria-label={rule.name || text('rules.newRule')}>
        <EditorHead summary={summary} version={version} onName={(name) => put({ ...latest(), name })} />
        {isBehind && summary !== null && (
          <div className="rules__behind text-12" role="alert">
            <span>{text('rules.behind', { by: summary.accountName ?? '–', version: summary.version })}</span>
            <CommandButton
              command={rules.takeNewer}
              label={text('rules.load', { version: summary.version })}
            />
            <CommandButton command={rules.keepMine} label={text('rules.keepMine')} />
          </div>
        )}
        {isNew && <PresetNote source={publishedPreset(rule.definition)} />}
        <div className="rules__scroll">
          <fieldset className="rules__body" disabled={!mayEdit} onFocus={onFocus}>
            <Ladder current={current} cards={cards} />
            <ScopePanel company={company} onCompany={(chosen) => put(latest(), { companyId: chosen })} />
          </fieldset>
          <BackTest />
        </div>
        {mayEdit ? (
          draft !== null && (
            <Foot
              changes={changes}
              next={version + 1}
              refused={refused}
              onReason={(reason) => put(latest(), { reason })}
            />
          )
        ) : (
          <footer className="rules__foot dim text-12">{text('rules.readOnly')}</footer>
        )}
        {draft === null && refused !== null && (
          <footer className="rules__foot rules__wrong text-12" role="alert">
            {refused}
          </footer>
        )}
      </section>
      {sheet === 'versions' && ruleKey !== 'new' && <VersionsDialog ruleId={ruleKey} onClose={closeSheet} />}
      {sheet === 'overrides' && <OverridesDialog onClose={closeSheet} />}
    </EditorProvider>
  );
}

/** That limits of a preset are to be looked at, and where they were published. */
function PresetNote({ source }: { readonly source: keyof typeof presetSources | null }) {
  const text = useText();
  return (
    <p className="rules__note text-12">
      {text('rules.presetNote')}
      {source !== null && (
        <>
          {' '}
          {text('rules.sourceIs')}{' '}
          <a href={presetSources[source]} target="_blank" rel="noreferrer">
            {text(`rules.source.${source}`)}
          </a>
        </>
      )}
    </p>
  );
}
