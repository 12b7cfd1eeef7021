import { useState } from 'react';
import { type Plan, resumePlan } from '../../../../contract/plans/plans.ts';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { FormProblem } from '../../../components/form/fields.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { plansKey } from '../../../state/plans/plans.ts';
import { movedSoundings, Soundings, shownSpan } from './Soundings.tsx';

/** Asks before a plan goes on whose sirens would sound at other times than were approved. */
export function ResumeDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const text = useText();
  const change = useChange(plansKey, text);
  const [soundings, setSoundings] = useState(plan.soundings);
  const form = useForm({}, async () => {
    const refused = await change(async () => {
      const body = { revision: plan.revision, ...shownSpan(soundings) };
      try {
        await request(resumePlan, { params: { planId: plan.id }, body });
      } catch (error) {
        setSoundings((before) => [...(movedSoundings(error) ?? before)]);
        throw error;
      }
    });
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('plans.resumeTitle')}
      label={text('plans.resume')}
      className="plans__dialog"
      onClose={onClose}
    >
      <p>{text('plans.resumeAsk')}</p>
      <Soundings soundings={soundings} />
      <FormProblem problem={form.problem} />
    </FormDialog>
  );
}
