import { useEffect } from 'react';
import { plans as planCommands } from '../../../../../commands/plans/index.ts';
import { type Plan, type PlanRollout, updatePlan } from '../../../../contract/plans/plans.ts';
import { rolloutOrders } from '../../../../domain/rollout/rollout.ts';
import { readSizes } from '../../../../domain/rollout/rollout-bounds.ts';
import { Button } from '../../../components/Button.tsx';
import { CommandButton } from '../../../components/commands.tsx';
import { FormProblem, FormSelect, FormText } from '../../../components/form/fields.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { notify } from '../../../state/notices.ts';
import { plansKey } from '../../../state/plans/plans.ts';

const minute = 60;
type Typed = Readonly<
  Record<'batches' | 'concurrency' | 'failed' | 'of' | 'order' | 'timeout' | 'gap', string>
>;

/** What no number is, is refused by the server under its field. */
const number = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : 0);
const orNone = (typed: string) => (typed.trim() === '' ? null : number(typed));

function readRollout({ batches, concurrency, failed, of, order, timeout, gap }: Typed): PlanRollout {
  const sizes = readSizes(batches);
  const minutes = orNone(timeout);
  const noRule = failed.trim() === '' && of.trim() === '';
  return {
    batches: sizes.length === 0 ? ['100%'] : sizes,
    concurrency: orNone(concurrency),
    stopAt: noRule ? null : { failed: number(failed), of: number(of) },
    order: rolloutOrders.find((one) => one === order) ?? 'nextContact',
    timeout: minutes === null ? null : minutes * minute,
    ...(gap.trim() === '' ? {} : { gap: /^\d+$/.test(gap.trim()) ? Number(gap) : -1 }),
  };
}

const typedOf = ({ batches, concurrency, stopAt, order, timeout, gap = null }: PlanRollout): Typed => ({
  batches: batches.join(', '),
  concurrency: concurrency === null ? '' : String(concurrency),
  failed: stopAt === null ? '' : String(stopAt.failed),
  of: stopAt === null ? '' : String(stopAt.of),
  order,
  timeout: timeout === null ? '' : String(Math.round(timeout / minute)),
  gap: gap === null ? '' : String(gap),
});

/** How a draft goes to its devices: batches, how many at once, when it stops, in which order. */
export function RolloutOptions(props: {
  readonly plan: Plan;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onSaved: () => void;
}) {
  const { plan, onUnsaved, onSaved } = props;
  const text = useText();
  const change = useChange(plansKey, text);
  const form = useForm<Typed>(
    typedOf(plan.rollout),
    async (typed) => {
      const { id: planId, revision, title } = plan;
      const excluded = plan.items.filter((item) => item.excluded).map((item) => item.position);
      const body = { revision, title, excluded, rollout: readRollout(typed) };
      const refused = await change(() => request(updatePlan, { params: { planId }, body }));
      if (refused === null) {
        notify('success', text('rollout.saved'));
        onSaved();
      }
      const field = refused?.field?.replace('rollout.', '').replace('stopAt', 'failed') ?? null;
      return refused === null ? null : { ...refused, field };
    },
    planCommands.rollout,
  );
  const { changed } = form;
  useEffect(() => {
    onUnsaved(changed);
    return () => onUnsaved(false);
  }, [changed, onUnsaved]);
  const orders = rolloutOrders.map((value) => ({ value, label: text(`rollout.order.${value}`) }));
  return (
    <form
      className="rollout rollout__form padded underlined text-12"
      noValidate
      aria-label={text('rollout.title')}
      onSubmit={form.onSubmit}
    >
      <div className="rollout__fields num gap-8 grid">
        <FormText form={form} name="batches" label={text('rollout.batches')} autoComplete="off" />
        <FormText form={form} name="concurrency" label={text('rollout.concurrency')} autoComplete="off" />
        <FormText form={form} name="failed" label={text('rollout.stopFailed')} autoComplete="off" />
        <FormText form={form} name="of" label={text('rollout.stopOf')} autoComplete="off" />
        <FormText form={form} name="timeout" label={text('rollout.timeout')} autoComplete="off" />
        <FormText form={form} name="gap" label={text('rollout.gap')} autoComplete="off" />
        <FormSelect form={form} name="order" label={text('rollout.order')} options={orders} />
        <span className="gap-4 flex">
          <Button submit look="plain" label={text('rollout.save')} disabled={form.busy || !changed} />
          <CommandButton
            command={planCommands.editRollout}
            look="ghost"
            label={text(changed ? 'action.cancel' : 'rollout.fold')}
          />
        </span>
      </div>
      <p className="form__hint text-12 dim">{text('rollout.hint')}</p>
      <FormProblem problem={form.problem} />
    </form>
  );
}
