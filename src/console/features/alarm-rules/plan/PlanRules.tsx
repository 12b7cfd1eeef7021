import { plans } from '../../../../../commands/plans/index.ts';
import { rules as ruleCommands } from '../../../../../commands/rules.ts';
import type { MessageId } from '../../../../base/messages.ts';
import type { Plan, PlanObstacle, PlanRule } from '../../../../contract/plans/plans.ts';
import { changesOf } from '../../../../derive/rule-words/diff.ts';
import { levelsOf } from '../../../../domain/alarms/edits.ts';
import { ChangeList } from '../../../components/ChangeList.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { type UserRuleWords, useRuleWords } from '../use-rule-words.ts';
import '../dialogs.css';
import './plan-rules.css';

/** What a rule of a plan is judged for, and its levels, where there is nothing to compare it with. */
function NewRule({ rule, words }: { readonly rule: PlanRule; readonly words: UserRuleWords }) {
  const text = useText();
  const { definition } = rule;
  if (definition === null) return null;
  return (
    <dl className="change-list text-12">
      <div>
        <dt>{text('rules.scope')}</dt>
        <dd>
          <b>
            {[
              words.scope(definition.scope),
              ...(definition.scope.projects.length === 0
                ? []
                : (definition.scope.folders ?? []).map(words.folder)),
              ...definition.scope.kinds.map(words.kind),
              ...definition.scope.labels.map(words.label),
            ].join(text('list.comma'))}
          </b>
        </dd>
      </div>
      {levelsOf(definition).map((level) => (
        <div key={level.level}>
          <dt>{words.level(level.level)}</dt>
          <dd>
            <b>{words.sentence(level)}</b>
          </dd>
        </div>
      ))}
      {definition.overrides.length > 0 && (
        <div>
          <dt>{text('rules.overrides')}</dt>
          <dd className="num">{definition.overrides.length}</dd>
        </div>
      )}
    </dl>
  );
}

function Why({ why, tone }: { readonly why: PlanObstacle; readonly tone: 'warn' | 'bad' }) {
  const text = useText();
  return (
    <p className={`plan-rules__why plan-rules__why--${tone} row gap-6 text-12`} role="status">
      <Icon name="circle-alert" />
      {text(why.message as MessageId, why.params)}
    </p>
  );
}

function OneRule(props: { readonly rule: PlanRule; readonly isDraft: boolean }) {
  const { rule, isDraft } = props;
  const words = useRuleWords(rule.companyId);
  const text = useText();
  const { before, definition, excluded, obstacle, skipped, version, ruleId } = rule;
  const company =
    words.companies.length > 1 ? words.companies.find(({ id }) => id === rule.companyId) : undefined;
  const badge =
    version !== null
      ? text('plans.rule.saved', { version })
      : excluded
        ? text('plans.rule.excluded')
        : before === null
          ? text('plans.rule.new')
          : text('plans.rule.of', { version: before.version });
  return (
    <li className="plan-rules__one" data-excluded={excluded || undefined}>
      <header className="row gap-6 wrap">
        <b>{rule.name}</b>
        {company !== undefined && <span className="dim text-12">{company.name}</span>}
        <span className="plan-rules__badge text-12">{badge}</span>
        {rule.targets !== null && definition !== null && (
          <span className="dim num text-12">
            {text(`plans.rule.targets.${definition.of}`, { count: rule.targets })}
          </span>
        )}
        <span className="grow" />
        {version !== null && ruleId !== null && (
          <CommandButton command={ruleCommands.open} args={{ ruleId }} label={text('plans.rule.open')} />
        )}
        {isDraft && skipped === null && (
          <CommandButton
            command={plans.exclude}
            args={{ position: rule.position }}
            label={text(excluded ? 'plans.rule.takeIn' : 'plans.rule.leaveOut')}
          />
        )}
      </header>
      {rule.reason !== '' && <p className="dim text-12">{rule.reason}</p>}
      {skipped !== null && <Why why={skipped} tone="bad" />}
      {skipped === null && obstacle !== null && <Why why={obstacle} tone="warn" />}
      {definition !== null &&
        (before === null ? (
          <NewRule rule={rule} words={words} />
        ) : (
          <ChangeList changes={changesOf(before, { name: rule.name, definition }, text, words)} />
        ))}
    </li>
  );
}

/** The alarm rules that a plan proposes: each with what it changes, in words; saved as the plan is approved. */
export default function PlanRules({ plan }: { readonly plan: Plan }) {
  const text = useText();
  const { proposals, rules } = plan;
  if (rules === 0) return null;
  return (
    <section className="plan-rules" aria-label={text('plans.rules')}>
      <h3 className="text-12 strong">
        {text('plans.rules')} <span className="dim num">{rules}</span>
      </h3>
      {proposals.length === 0 ? (
        <p className="dim text-12">{text('plans.rules.hidden')}</p>
      ) : (
        <ul>
          {proposals.map((rule) => (
            <OneRule key={rule.position} rule={rule} isDraft={plan.state === 'draft'} />
          ))}
        </ul>
      )}
    </section>
  );
}
