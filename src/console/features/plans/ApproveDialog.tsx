import { useRef, useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { approvePlan, type Plan } from '../../../contract/plans/plans.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { useModal } from '../../components/dialog/use-modal.ts';
import { FormProblem, FormText, ProofFields } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { confirm } from '../../state/connection/confirm.ts';
import { notify } from '../../state/notices.ts';
import { plansKey } from '../../state/plans/plans.ts';
import { hasProblem, setsOwn } from './item-state.ts';
import { goingDevices, goingRules } from './rollout/device-counts.ts';
import { movedSoundings, Soundings, shownSpan } from './rollout/Soundings.tsx';
import { useRolloutWords } from './rollout/use-rollout-words.ts';
import { usePlanText } from './use-plan-text.ts';

/** Changes that are named one by one. */
const most = 6;

/** What is new on how many devices. */
function changesOf(plan: Plan, say: ReturnType<typeof usePlanText>) {
  const found = new Map<string, { field: string; to: string; count: number }>();
  for (const item of plan.items) {
    if (item.excluded || hasProblem(item)) continue;
    for (const [id, value] of Object.entries(item.edits)) {
      const [field, to] = [say.field(item, id), say.value(item, id, value)];
      const key = `${item.group}/${id}/${to}`;
      found.set(key, { field, to, count: (found.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...found.values()];
}

/** One diff, one password: says what will be set on how many devices, and asks who wants it. */
export function ApproveDialog(props: {
  readonly plan: Plan;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const { plan, zone, onClose } = props;
  const text = useText();
  const format = useFormat();
  const words = useRolloutWords();
  const commands = useCommands();
  const say = usePlanText();
  const change = useChange(plansKey, text);
  const dialog = useRef<HTMLDialogElement>(null);
  // Those that are on screen, however they move meanwhile: they are what is approved.
  const [soundings, setSoundings] = useState(plan.soundings);
  useModal(dialog);
  useOffer(dialogCommands.decline, onClose);
  const form = useForm({ password: '', code: '', reason: '' }, async ({ reason, ...proof }) => {
    const { id: planId, revision } = plan;
    const refused = await change(async () => {
      const body = { planId, revision, reason: reason.trim(), ...shownSpan(soundings) };
      const confirmation = await confirm(body, proof);
      const approval = { revision, reason: body.reason, confirmation, ...shownSpan(soundings) };
      try {
        await request(approvePlan, { params: { planId }, body: approval });
      } catch (error) {
        setSoundings((before) => [...(movedSoundings(error) ?? before)]);
        throw error;
      }
    });
    if (refused === null) {
      notify('success', text('plans.approved'));
      onClose();
    }
    return refused;
  });
  const changes = changesOf(plan, say);
  const going = plan.items.filter(
    (item) => item.type !== 'skip' && !item.excluded && !hasProblem(item),
  ).length;
  const rules = goingRules(plan);
  const title =
    going === 0 && rules > 0
      ? text('plans.approveRules', { count: rules })
      : text('plans.approveTitle', { count: going });
  const { expectedEnd: end, items } = plan;
  const count = (is: (item: Plan['items'][number]) => boolean) => items.filter(is).length;
  const [problems, late, own, excluded] = [
    count((item) => !item.excluded && hasProblem(item)),
    count((item) => !item.excluded && item.late !== null),
    count((item) => !item.excluded && setsOwn(item)),
    count((item) => item.excluded),
  ];
  const how = [
    ...words(plan.rollout, goingDevices(items)),
    end === null
      ? text('plans.endNotKnown')
      : end.plusMinus === 0
        ? text('plans.endsAtOnce')
        : text('plans.expectedEnd', {
            time: format.time(end.at, zone, 'dayTime'),
            width: format.duration(end.plusMinus),
          }),
    ...(problems > 0 ? [text('plans.summary.problem', { count: problems })] : []),
    ...(late > 0 ? [text('plans.summary.late', { count: late })] : []),
    ...(own > 0 ? [text('plans.summary.own', { count: own })] : []),
    ...(excluded > 0 ? [text('plans.summary.excluded', { count: excluded })] : []),
  ];
  return (
    <dialog
      ref={dialog}
      className="dialog plans__dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        commands.run(dialogCommands.decline, {}, 'key');
      }}
    >
      <form noValidate onSubmit={form.onSubmit}>
        <h2>{title}</h2>
        <ul className="plans__changes num text-12 grid">
          {changes.slice(0, most).map(({ field, to, count }) => (
            <li key={`${field} ${to}`}>{text('plans.change', { field, to, count })}</li>
          ))}
          {changes.length > most && <li>{text('plans.moreChanges', { count: changes.length - most })}</li>}
          {plan.proposals
            .filter(({ excluded, obstacle, skipped }) => !excluded && obstacle === null && skipped === null)
            .map(({ position, name, before }) => (
              <li key={position}>
                {text(before === null ? 'plans.ruleNew' : 'plans.ruleChanged', { name })}
              </li>
            ))}
        </ul>
        {going > 0 && (
          <>
            <h3 className="plans__how text-12 strong">{text('rollout.title')}</h3>
            <ul className="plans__changes num text-12 grid">
              {how.map((phrase) => (
                <li key={phrase}>{phrase}</li>
              ))}
            </ul>
          </>
        )}
        <Soundings soundings={soundings} />
        <p>{text('plans.approvePrompt')}</p>
        <div className="form plans__fields">
          <ProofFields form={form} />
          <FormText form={form} name="reason" label={text('plans.reasonOptional')} autoComplete="off" />
          <FormProblem problem={form.problem} />
        </div>
        <div className="dialog__foot">
          <CommandButton command={dialogCommands.decline} label={text('action.cancel')} />
          <Button submit look="primary" label={title} disabled={form.busy || going + rules === 0} />
        </div>
      </form>
    </dialog>
  );
}
