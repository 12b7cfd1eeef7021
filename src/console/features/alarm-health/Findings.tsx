import { useText } from '../../components/i18n.ts';
import type { AlarmHealth } from '../../state/alarms/health.ts';
import { TryFix } from './TryFix.tsx';

/** Test and unknown are one part: neither says anything of the rule. */
const parts = ['true', 'false', 'maintenance', 'rest'] as const;

type RuleFindings = AlarmHealth['findings']['byRule'][number];
/** Every alarm that was closed was a true one: the rule is right as it is. */
export const isAllTrue = (rule: RuleFindings): boolean =>
  rule.true > 0 && rule.false + rule.maintenance + rule.test + rule.unknown === 0;

/** What alarms turned out to be, by rule; each leads to its rule, and where it rang for nothing to what may mend it. */
export function Findings(props: { readonly health: AlarmHealth; readonly onRule: (ruleId: number) => void }) {
  const { health } = props;
  const text = useText();
  const { byRule, closed } = health.findings;
  const word = (part: (typeof parts)[number]) =>
    part === 'rest'
      ? `${text('alarms.finding.test')}${text('list.comma')}${text('alarms.finding.unknown')}`
      : text(`alarms.finding.${part}`);
  return (
    <section className="panel" aria-label={text('health.findings')}>
      <header className="panel__head">
        <h2>{text('health.findings')}</h2>
        <span className="dim text-12 num">
          {text('health.findings.of', { closed, days: health.days.length })}
        </span>
      </header>
      {byRule.length === 0 ? (
        <p className="health__none dim text-12">{text('health.findings.none')}</p>
      ) : (
        <>
          <ul className="health__findings text-12">
            {byRule.map((rule) => {
              const counts = {
                true: rule.true,
                false: rule.false,
                maintenance: rule.maintenance,
                rest: rule.test + rule.unknown,
              };
              const said = parts
                .filter((part) => counts[part] > 0)
                .map((part) => `${word(part)} ${counts[part]}`)
                .join(text('list.comma'));
              return (
                <li key={rule.ruleId}>
                  <button type="button" className="link ellipsis" onClick={() => props.onRule(rule.ruleId)}>
                    {rule.ruleName}
                  </button>
                  <span className="health__parts" role="img" aria-label={said} title={said}>
                    {parts.map((part) =>
                      counts[part] === 0 ? null : (
                        <i
                          key={part}
                          className={`health__part health__part--${part}`}
                          style={{ flexGrow: counts[part] }}
                        />
                      ),
                    )}
                  </span>
                  <b className="num strong">
                    {counts.true + counts.false + counts.maintenance + counts.rest}
                  </b>
                  <span className="health__fix">
                    {isAllTrue(rule) ? (
                      <span className="faint">{text('health.keep')}</span>
                    ) : (
                      rule.false > 0 && <TryFix ruleId={rule.ruleId} fix="hold" />
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
          <ul className="health__key row wrap gap-12 text-11 dim">
            {parts.map((part) => (
              <li key={part} className="row gap-6">
                <i className={`health__part health__part--${part}`} />
                {word(part)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
