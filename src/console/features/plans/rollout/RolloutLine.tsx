import { plans as planCommands } from '../../../../../commands/plans/index.ts';
import type { Plan } from '../../../../contract/plans/plans.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { goingDevices } from './device-counts.ts';
import { useRolloutWords } from './use-rollout-words.ts';

/** How a draft goes to its devices, in a line of words, and the way to the fields that change it. */
export function RolloutLine({ plan }: { readonly plan: Plan }) {
  const text = useText();
  const words = useRolloutWords();
  return (
    <div className="rollout__line row gap-8 underlined text-12">
      <p className="num grow yields">
        <strong className="strong">{text('rollout.title')}</strong>{' '}
        {words(plan.rollout, goingDevices(plan.items)).join(' · ')}
      </p>
      <Permit needs="device:parameter:edit">
        <CommandButton command={planCommands.editRollout} look="ghost" label={text('rollout.change')} />
      </Permit>
    </div>
  );
}
