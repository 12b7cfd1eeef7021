import { type FormEvent, useState } from 'react';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { type Plan, updatePlan } from '../../../contract/plans/plans.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { plansKey } from '../../state/plans/plans.ts';

const longest = 120;

/** The name of a plan; a draft is renamed in its place. */
export function PlanTitle({ plan }: { readonly plan: Plan }) {
  const text = useText();
  const commands = useCommands();
  const permitted = usePermitted();
  const change = useChange(plansKey, text);
  /** What is typed; null while nothing is. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isDraft = plan.state === 'draft';
  useOffer(
    planCommands.rename,
    async ({ title }) => {
      setProblem(null);
      if (title === undefined) {
        setTyped(typed === null ? plan.title : null);
        return;
      }
      const { id: planId, revision } = plan;
      const excluded = plan.items.filter((item) => item.excluded).map((item) => item.position);
      const refused = await change(() =>
        request(updatePlan, { params: { planId }, body: { revision, title, excluded } }),
      );
      setProblem(refused?.sentence ?? null);
      if (refused === null) setTyped(null);
    },
    { available: isDraft ? true : 'plans.noDraft' },
  );
  if (typed === null || !isDraft)
    return (
      <>
        <h2 title={plan.title}>{plan.title}</h2>
        {isDraft && permitted('device:parameter:edit') && (
          <CommandButton
            command={planCommands.rename}
            icon="pencil"
            label={text('plans.rename')}
            iconOnly
            look="ghost"
          />
        )}
      </>
    );
  const title = typed.trim();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (title !== '') commands.run(planCommands.rename, { title }, 'button');
  };
  return (
    <form className="plans__rename row wrap gap-6" noValidate onSubmit={onSubmit}>
      <div className={`field ${problem === null ? '' : 'field--invalid'}`}>
        <input
          // biome-ignore lint/a11y/noAutofocus: who asked to rename it types next
          autoFocus
          aria-label={text('plans.title')}
          aria-invalid={problem !== null}
          autoComplete="off"
          maxLength={longest}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            event.stopPropagation();
            commands.run(planCommands.rename, {}, 'key');
          }}
        />
      </div>
      <Button submit look="plain" label={text('plans.renameSave')} disabled={title === ''} />
      <CommandButton command={planCommands.rename} label={text('action.cancel')} />
      {problem !== null && (
        <p className="field__error" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
