import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useMemo, useRef, useState } from 'react';
import { form as formCommands } from '../../../../commands/form.ts';
import { rules } from '../../../../commands/rules.ts';
import type { Level } from '../../../base/alarm-words.ts';
import type { RuleSummary } from '../../../contract/alarms/rules.ts';
import { changesOf } from '../../../derive/rule-words/diff.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import type { EditedRule } from '../../../domain/alarms/edits.ts';
import {
  added,
  type ConditionPath,
  changedAt,
  conditionAt,
  type EditedCondition,
  type EditedLevel,
  grouped,
  levelsOf,
  limitsOf,
  moved,
  negated,
  ungrouped,
  unset,
  withLevel,
  withLevels,
} from '../../../domain/alarms/edits.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Menu } from '../../components/Menu.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import {
  clearRuleDraft,
  createRule,
  deleteRule,
  type RuleDraft,
  type RuleKey,
  ruleDraft,
  rulesKey,
  saveRule,
  setRuleDraft,
  takeRule,
  useRuleVersions,
  useScopeTargets,
} from '../../state/alarm-rules.ts';
import { refusal } from '../../state/connection/refused.ts';
import { session } from '../../state/connection/session.ts';
import { notify } from '../../state/notices.ts';
import { BackTest } from './back-test/BackTest.tsx';
import { EditorProvider, parsePlace, placeOf, type RuleEditor, withCondition } from './editor.ts';
import { Foot } from './Foot.tsx';
import { toFile } from './files.ts';
import { Ladder } from './Ladder.tsx';
import { OverridesDialog } from './OverridesDialog.tsx';
import { presetSources, publishedPreset } from './presets.ts';
import { problemsOf } from './problems.ts';
import { ScopePanel } from './ScopePanel.tsx';
import { SwitchToken } from './tokens.tsx';
import { type UserRuleWords, useRuleWords } from './use-rule-words.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

const plain = (rule: EditedRule) =>
  JSON.stringify(rule, (_name, value) => (Number.isNaN(value) ? 'NaN' : value));
const isGroup = (one: EditedCondition | null): one is EditedCondition & { readonly type: 'and' | 'or' } =>
  one?.type === 'and' || one?.type === 'or';
/** Where a condition is added for the place that was named: into a group, or into the one that a limit stands in. */
function containerOf(condition: EditedCondition, path: ConditionPath): ConditionPath {
  if (isGroup(conditionAt(condition, path))) return path;
  const parent = path.slice(0, -1);
  return path.length > 0 && isGroup(conditionAt(condition, parent)) ? parent : path;
}

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
  const format = useFormat();
  const commands = useCommands();
  const client = useQueryClient();
  const fields = useRef(new Map()).current as RuleEditor['fields'];
  const focused = useRef<string | null>(null);
  const [current, setCurrent] = useState<Level | null>(null);
  const [cards, setCards] = useState<ReadonlySet<Level>>(new Set());
  const [opened, setOpened] = useState<string | null>(null);
  const [sheet, setSheet] = useState<'versions' | 'overrides' | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const saved = useMemo<EditedRule | null>(
    () => (summary === null ? null : { name: summary.name, definition: summary.definition as Definition }),
    [summary],
  );
  const from = draft === null ? saved : draft.from;
  const rule = draft?.rule ?? saved;
  if (rule === null) throw new Error('neither a rule nor a draft');
  const { data: versions } = useRuleVersions(sheet === 'versions' && ruleKey !== 'new' ? ruleKey : null);
  const isNew = ruleKey === 'new';
  const source = isNew ? publishedPreset(rule.definition) : null;
  const isMany = isNew && session.user?.companyId === null && common.companies.length > 1;
  const company = isMany ? (draft?.companyId ?? null) : undefined;
  /** Whose stations it can judge; null = all that the user may see. */
  const only = common.companies.length === 1 ? common.companies[0]?.id : undefined;
  const ofCompany = summary?.companyId ?? draft?.companyId ?? session.user?.companyId ?? only ?? null;
  /** The same with the words that its company has for the levels. */
  const words = useRuleWords(ofCompany);
  const { targets: met, isCurrent } = useScopeTargets(rule.definition, ofCompany);
  const targets = useMemo(() => {
    if (met === null || ofCompany === null) return met;
    const own = new Set(words.stations.flatMap(({ id, companyId }) => (companyId === ofCompany ? [id] : [])));
    return met.filter(({ stationId }) => own.has(stationId));
  }, [met, ofCompany, words]);
  const facts = useMemo(
    () =>
      targets === null || !isCurrent
        ? null
        : { count: targets.length, kinds: [...new Set(targets.flatMap(({ kind }) => kind ?? []))] },
    [targets, isCurrent],
  );
  const problems = useMemo(() => problemsOf(rule, facts), [rule, facts]);
  const levels = useMemo(() => levelsOf(rule.definition), [rule]);
  const levelsFrom = useMemo(() => (from === null ? [] : levelsOf(from.definition)), [from]);
  const changes = useMemo(
    () => (from === null || draft === null ? [] : changesOf(from, rule, text, words)),
    [from, draft, rule, text, words],
  );
  const version = draft?.version ?? summary?.version ?? 0;
  const isBehind = draft !== null && summary !== null && draft.version < summary.version;

  const put = (next: EditedRule, more: Partial<RuleDraft> = {}) => {
    if (!mayEdit) return;
    setRefused(null);
    // What several edits of one event build on is the newest draft, not the one that was drawn.
    const own = ruleDraft(ruleKey);
    const base = own ?? { rule: next, version, from, reason: '' };
    const made = { ...base, ...more, rule: next };
    if (!isNew && made.from !== null && plain(made.from) === plain(next) && made.reason === '')
      clearRuleDraft(ruleKey);
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
  const onCondition = (
    place: string | null | undefined,
    change: (condition: EditedCondition, path: ConditionPath) => EditedCondition | null,
  ) => {
    const at = place == null ? null : parsePlace(place);
    if (at === null) return;
    editLevel(at.level, (own) => withCondition(own, change(own.condition, at.path) ?? own.condition));
  };
  const places = () =>
    levels.flatMap(({ level, condition }) =>
      limitsOf(condition).map(({ limit, path }) => ({
        value: placeOf(level, path),
        label: `${words.level(level)} · ${words.limit(limit)}`,
      })),
    );
  const available = mayEdit;
  const conditions = { available, choices: places };
  const like = (condition: EditedCondition) => limitsOf(condition)[0]?.limit;
  useOffer(
    rules.addCondition,
    ({ at }) =>
      onCondition(at, (condition, path) => {
        const one = like(condition);
        return one === undefined ? null : added(condition, containerOf(condition, path), unset(one));
      }),
    conditions,
  );
  useOffer(
    rules.addGroup,
    ({ at }) =>
      onCondition(at, (condition, path) => {
        const one = like(condition);
        if (one === undefined) return null;
        const into = containerOf(condition, path);
        const around = conditionAt(condition, into);
        const type = around?.type === 'and' || around?.type === 'limit' ? 'or' : 'and';
        return added(condition, into, { type, of: [unset(one), unset(one)] });
      }),
    conditions,
  );
  useOffer(
    rules.removeCondition,
    ({ at }) => onCondition(at, (condition, path) => changedAt(condition, path, () => [])),
    conditions,
  );
  useOffer(rules.group, ({ at }) => onCondition(at ?? focused.current, grouped), { available });
  useOffer(rules.ungroup, ({ at }) => onCondition(at, ungrouped), conditions);
  useOffer(rules.negate, ({ at }) => onCondition(at, negated), conditions);
  useOffer(
    rules.move,
    ({ at, direction }) => {
      const place = at ?? focused.current;
      onCondition(place, (condition, path) => {
        const [next, to] = moved(condition, path, direction === 'up' ? -1 : 1);
        const own = place === null ? null : parsePlace(place);
        if (own !== null) focused.current = placeOf(own.level, to);
        return next;
      });
      const to = focused.current;
      // The focus goes with what was moved.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-at="${to}"] :is(input, button)`)?.focus(),
      );
    },
    { available },
  );
  const named = {
    available,
    choices: () => levels.map(({ level }) => ({ value: level, label: words.level(level) })),
  };
  useOffer(
    rules.addLevel,
    ({ level }) => {
      editLevels((all) => (all.some((one) => one.level === level) ? all : withLevel(all, level)));
      setCurrent(level);
    },
    { available },
  );
  useOffer(
    rules.removeLevel,
    ({ level }) => {
      editLevels((all) => all.filter((one) => one.level !== level));
      edit((definition) => ({
        ...definition,
        overrides: definition.overrides.map((own) => ({
          ...own,
          limits: own.limits.filter((limit) => limit.level !== level),
        })),
      }));
    },
    named,
  );
  useOffer(rules.card, ({ level }) =>
    setCards((before) => new Set([...before, level].filter((one) => one !== level || !before.has(level)))),
  );
  useOffer(rules.set, ({ field, value }) => fields.get(field)?.apply(value), {
    available,
    choices: (argument, { field }) =>
      argument === 'field'
        ? [...fields].map(([value, { label }]) => ({ value, label: `${label} · ${value}` }))
        : (fields.get(String(field))?.options ?? []).map(({ value, label }) => ({ value, label })),
  });
  useOffer(rules.choose, ({ field }) => setOpened(field), { available });

  const [first] = problems;
  const mayNot =
    draft === null
      ? ('rules.unchanged' as const)
      : first !== undefined
        ? ('rules.mendFirst' as const)
        : isBehind
          ? ('rules.newerFirst' as const)
          : company === null || ofCompany === null
            ? ('rules.chooseCompany' as const)
            : draft.reason.trim() === ''
              ? ('rules.reasonFirst' as const)
              : !isNew && changes.length === 0
                ? ('rules.unchanged' as const)
                : busy
                  ? ('rules.saving' as const)
                  : true;
  const save = async () => {
    if (draft === null || ofCompany === null) return;
    setBusy(true);
    setRefused(null);
    try {
      const made = isNew
        ? await createRule(rule, draft.reason, ofCompany)
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

  const onFocus = ({ target }: FocusEvent) => {
    const place = target.closest<HTMLElement>('[data-at]')?.dataset['at'];
    if (place === undefined) return;
    focused.current = place;
    setCurrent(parsePlace(place)?.level ?? null);
  };
  const nameProblem = problems.find(({ part }) => part === 'name');
  const editor: RuleEditor = {
    ...{
      key: ruleKey,
      draft,
      rule,
      from,
      levels,
      levelsFrom,
      problems,
      words,
      targets,
      mayEdit,
      opened,
      fields,
    },
    companyId: ofCompany,
    close: () => setOpened(null),
    edit,
    editLevel,
  };
  return (
    <EditorProvider value={editor}>
      <section className="panel rules__editor" aria-label={rule.name || text('rules.newRule')}>
        <header className="panel__head rules__head">
          <input
            className="rules__name"
            aria-label={text('rules.name')}
            aria-invalid={nameProblem !== undefined}
            placeholder={text('rules.name')}
            maxLength={80}
            readOnly={!mayEdit}
            value={rule.name}
            onChange={(event) => put({ ...latest(), name: event.target.value })}
          />
          {draft !== null && (
            <span className="pill rules__pill num">
              {isNew ? text('rules.newRule') : text('rules.draftOf', { version: version + 1 })}
            </span>
          )}
          {summary !== null && (
            <span className="dim num text-12 ellipsis">
              {text('rules.activeSince', {
                version: summary.version,
                time: format.time(summary.from, zone, 'full'),
                by: summary.accountName ?? '–',
              })}
            </span>
          )}
          <span className="grow" />
          <fieldset disabled={!mayEdit}>
            <SwitchToken
              field="enabled"
              label={text('rules.ruleOn')}
              isOn={rule.definition.enabled}
              onChange={(enabled) => edit((own) => ({ ...own, enabled }))}
            />
          </fieldset>
          {!isNew && <CommandButton command={rules.versions} icon="history" label={text('rules.versions')} />}
          <Menu
            label={text('rules.more')}
            trigger={<Icon name="ellipsis" />}
            className="button button--icon"
            entries={[
              {
                id: 'export',
                label: text('command.rules.export'),
                icon: <Icon name="download" />,
                onPress: () => commands.run(rules.export, {}, 'menu'),
              },
              ...(mayEdit && !isNew
                ? [
                    {
                      id: 'delete',
                      label: text('command.rules.delete'),
                      icon: <Icon name="trash" />,
                      onPress: () => commands.run(rules.delete, {}, 'menu'),
                    },
                  ]
                : []),
            ]}
          />
        </header>
        {isBehind && (
          <div className="rules__behind text-12" role="alert">
            <span>{text('rules.behind', { by: summary.accountName ?? '–', version: summary.version })}</span>
            <CommandButton
              command={rules.takeNewer}
              label={text('rules.load', { version: summary.version })}
            />
            <CommandButton command={rules.keepMine} label={text('rules.keepMine')} />
          </div>
        )}
        {isNew && (
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
        )}
        <div className="rules__scroll">
          <fieldset className="rules__body" disabled={!mayEdit} onFocus={onFocus}>
            <Ladder current={current} cards={cards} />
            <ScopePanel company={company} onCompany={(companyId) => put(latest(), { companyId })} />
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
      {sheet === 'versions' && ruleKey !== 'new' && (
        <VersionsDialog ruleId={ruleKey} onClose={() => setSheet(null)} />
      )}
      {sheet === 'overrides' && <OverridesDialog onClose={() => setSheet(null)} />}
    </EditorProvider>
  );
}
