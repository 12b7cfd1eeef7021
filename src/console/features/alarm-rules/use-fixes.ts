import { rules as ruleCommands } from '../../../../commands/rules.ts';
import type { RuleSummary } from '../../../contract/alarms/rules.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { type RuleDraft, ruleDraft, setRuleDraft } from '../../state/alarm-rules.ts';
import { notify } from '../../state/notices.ts';
import { fixIds, type RuleFix, withFix } from './fixes.ts';

const same = (a: Definition, b: Definition) => JSON.stringify(a) === JSON.stringify(b);

/** True for an edit that is a fix as it was begun, or that changes nothing. */
const isUntouched = ({ from, rule, reason }: RuleDraft): boolean =>
  from !== null &&
  from.name === rule.name &&
  reason === '' &&
  (same(from.definition, rule.definition) ||
    fixIds.some((fix) => same(withFix(from.definition, fix), rule.definition)));

/** Offers edits that may mend a rule; `go` opens it, with its back-test beside. */
export function useFixes(
  rules: readonly RuleSummary[] | undefined,
  mayEdit: boolean,
  go: (ruleId: number) => void,
): void {
  const text = useText();
  const available = rules !== undefined && mayEdit;
  /** Begins it. What somebody is at is not written over: that is said. */
  const begin = (ruleId: number, fix: RuleFix): boolean => {
    const found = rules?.find(({ id }) => id === ruleId);
    if (found === undefined) return false;
    const there = ruleDraft(ruleId);
    if (there !== null && !isUntouched(there)) notify('info', text('rules.fixKept', { rule: found.name }));
    else {
      const from = { name: found.name, definition: found.definition as Definition };
      const rule = { ...from, definition: withFix(from.definition, fix) };
      setRuleDraft(ruleId, { rule, version: found.version, from, reason: '' });
    }
    return true;
  };
  useOffer(
    ruleCommands.calm,
    ({ ruleId, fix }) => {
      if (begin(ruleId, fix)) go(ruleId);
    },
    { available, choices: () => (rules ?? []).map(({ id, name }) => ({ value: id, label: name })) },
  );
  useOffer(
    ruleCommands.calmAll,
    ({ ruleIds }) => {
      const [first] = ruleIds.filter((ruleId) => begin(ruleId, 'hold'));
      if (first !== undefined) go(first);
    },
    { available },
  );
}
