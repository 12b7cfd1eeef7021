import { rules } from '../../../../commands/rules.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';

/** Opens a rule with an edit that may mend it, and the back-test that shows what it would; nothing for who may not edit. */
export function TryFix(props: {
  readonly ruleId: number;
  readonly fix: 'hold' | 'release' | 'limit' | 'patience';
}) {
  const text = useText();
  if (!usePermitted()('alarm:rule:edit')) return null;
  return (
    <CommandButton
      command={rules.calm}
      args={props}
      look="ghost"
      label={text('health.try', { fix: text(`rules.fix.${props.fix}`) })}
    />
  );
}
