import { useQueryClient } from '@tanstack/react-query';
import { type Level, levels } from '../../../../base/alarm-words.ts';
import type { RuleSummary } from '../../../../contract/alarms/rules.ts';
import { changesOf, type RuleChange } from '../../../../derive/rule-words/diff.ts';
import { type Definition, ruleFor } from '../../../../domain/alarms/definition.ts';
import type { EditedRule } from '../../../../domain/alarms/edits.ts';
import { ruleProblems } from '../../../../domain/alarms/rule-problems.ts';
import { ChangeList } from '../../../components/ChangeList.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { rulesKey, saveRule } from '../../../state/alarm-rules.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import type { UserRuleWords } from '../use-rule-words.ts';
import { type BulkChange, bulkChanged } from './bulk.ts';

/** A version that was saved, with what the rule said before: what an undo needs. */
export interface SavedRule {
  readonly ruleId: number;
  readonly version: number;
  readonly before: EditedRule;
}
interface Row {
  readonly rule: RuleSummary;
  readonly before: EditedRule;
  readonly after: EditedRule;
  readonly changes: readonly RuleChange[];
  readonly problem: string | null;
}

const parts = ['factor', 'shift', 'hold', 'releaseHold', 'enabled', 'project'] as const;
type Values = Readonly<Record<'what' | 'level' | 'amount' | 'unit' | 'on' | 'project' | 'reason', string>>;
const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace('−', '-'));

/** What a form says; null where it does not say it yet. */
function changeOf({ what, level: chosen, amount: typed, unit, on, project }: Values): BulkChange | null {
  const level = levels.find((one) => one === chosen) ?? null;
  if (what === 'enabled') return { what, on: on === 'on' };
  if (what === 'project') return { what, project: project === '' ? null : Number(project) };
  const amount = numberOf(typed);
  if (!Number.isFinite(amount)) return null;
  if (what === 'factor' || what === 'shift')
    return what === 'factor' && amount <= 0 ? null : { what, level, amount };
  if (what !== 'hold' && what !== 'releaseHold') return null;
  if (amount <= 0 || (unit === 'readings' && !Number.isInteger(amount))) return null;
  return { what, level, hold: unit === 'readings' ? { readings: amount } : { minutes: amount } };
}

/** One change of several rules: what it makes of each in words, one reason, one save. */
export function BulkDialog(props: {
  readonly rules: readonly RuleSummary[];
  readonly words: UserRuleWords;
  readonly onSaved: (saved: readonly SavedRule[]) => void;
  readonly onClose: () => void;
}) {
  const { rules, words, onSaved, onClose } = props;
  const text = useText();
  const client = useQueryClient();
  const begun: Values = {
    what: 'factor',
    level: '',
    amount: '',
    unit: 'readings',
    on: 'on',
    project: '',
    reason: '',
  };
  const form = useForm(begun, async ({ reason }) => {
    const saved: SavedRule[] = [];
    const left: string[] = [];
    for (const { rule, before, after } of going)
      try {
        const { version } = await saveRule(rule.id, rule.version, after, reason);
        saved.push({ ruleId: rule.id, version, before });
      } catch (error) {
        left.push(text('rules.named', { name: rule.name, value: reasonOf(error, text) }));
      }
    await client.invalidateQueries({ queryKey: [rulesKey] });
    onSaved(saved);
    if (left.length > 0) notify('error', text('rules.bulk.left', { names: left.join(text('list.comma')) }));
    if (saved.length > 0) notify('success', text('rules.bulk.saved', { count: saved.length }));
    onClose();
    return null;
  });
  const { values } = form;
  const change = changeOf(values);
  const rows: readonly Row[] = rules.map((rule) => {
    const definition = rule.definition as Definition;
    const before = { name: rule.name, definition };
    const after = { ...before, definition: change === null ? definition : bulkChanged(definition, change) };
    const [wrong] = ruleProblems(ruleFor({ ...after.definition, enabled: true }, 0, 1));
    const changes = changesOf(before, after, text, words);
    const problem = wrong === undefined || changes.length === 0 ? null : text(`rules.problem.${wrong.type}`);
    return { rule, before, after, changes, problem };
  });
  const going = rows.filter(({ changes, problem }) => changes.length > 0 && problem === null);
  const title = text('rules.bulk.title', { count: rules.length });
  const options = <T extends string>(ids: readonly T[], label: (id: T) => string) =>
    ids.map((value) => ({ value, label: label(value) }));
  const isLimit = values.what === 'factor' || values.what === 'shift';
  const isHold = values.what === 'hold' || values.what === 'releaseHold';
  return (
    <FormDialog
      form={form}
      title={title}
      className="rules__sheet"
      label={text('rules.bulk.save', { count: going.length })}
      disabled={going.length === 0 || values.reason.trim() === ''}
      onClose={onClose}
    >
      <div className="rules__form rules__bulk">
        <FormSelect
          form={form}
          name="what"
          label={text('rules.bulk.what')}
          options={options(parts, (id) => text(`rules.bulk.what.${id}`))}
        />
        {(isLimit || isHold) && (
          <>
            <FormSelect
              form={form}
              name="level"
              label={text('rules.level')}
              options={[
                { value: '', label: text('rules.bulk.allLevels') },
                ...options<Level>(levels, words.level),
              ]}
            />
            <FormText
              form={form}
              name="amount"
              label={text(
                isHold
                  ? 'rules.bulk.count'
                  : `rules.bulk.amount.${values.what === 'factor' ? 'factor' : 'shift'}`,
              )}
              autoComplete="off"
            />
          </>
        )}
        {isHold && (
          <FormSelect
            form={form}
            name="unit"
            label={text('rules.bulk.unit')}
            options={options(['readings', 'minutes'] as const, (id) => text(`rules.bulk.unit.${id}`))}
          />
        )}
        {values.what === 'enabled' && (
          <FormSelect
            form={form}
            name="on"
            label={text('rules.ruleOn')}
            options={options(['on', 'off'] as const, (id) => text(`value.${id}`))}
          />
        )}
        {values.what === 'project' && (
          <FormSelect
            form={form}
            name="project"
            label={text('rules.scope.projects')}
            options={[
              { value: '', label: text('rules.allProjects') },
              ...words.projects.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <FormText form={form} name="reason" label={text('rules.reason')} autoComplete="off" />
        <FormProblem problem={form.problem} />
      </div>
      <ul className="rules__bulk-list" aria-label={text('rules.changes')}>
        {rows.map(({ rule, changes, problem }) => (
          <li key={rule.id}>
            <b className="text-12">{rule.name}</b>
            {problem !== null && <p className="text-12 rules__bulk-problem">{problem}</p>}
            <ChangeList changes={changes} />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
