import { plans } from '../../../../commands/plans/index.ts';
import { type Plan, type PlanItem, updatePlan } from '../../../contract/plans/plans.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { notify } from '../../state/notices.ts';
import { plansKey } from '../../state/plans/plans.ts';
import { usePlanText } from './use-plan-text.ts';

/** Rows that are listed for a command at most. */
const listed = 500;

/** Offers to leave rows of a draft out, one or all that are shown, and to take them in again. */
export function useExclusion(
  plan: Plan | undefined,
  shown: readonly PlanItem[],
  onChosen: (position: number) => void,
): void {
  const text = useText();
  const say = usePlanText();
  const change = useChange(plansKey, text);
  const available = plan?.state === 'draft' ? true : 'plans.noDraft';
  const keep = async (excluded: readonly number[]) => {
    if (plan === undefined) return;
    const { id: planId, title, revision } = plan;
    const body = { revision, title, excluded: [...excluded] };
    const refused = await change(() => request(updatePlan, { params: { planId }, body }));
    if (refused !== null) notify('error', refused.sentence);
  };
  const own = (plan?.items ?? []).filter(({ type }) => type !== 'skip');
  const positions = (of: readonly PlanItem[]) => of.map(({ position }) => position);
  const rules = plan?.proposals ?? [];
  const outOf = (of: readonly { readonly position: number; readonly excluded: boolean }[]) =>
    of.filter(({ excluded }) => excluded).map(({ position }) => position);
  const out = () => [...outOf(own), ...outOf(rules)];

  useOffer(
    plans.exclude,
    async ({ position }) => {
      const before = out();
      await keep(
        before.includes(position) ? before.filter((one) => one !== position) : [...before, position],
      );
      if (!rules.some((rule) => rule.position === position)) onChosen(position);
    },
    {
      available,
      choices: () => [
        ...rules.map(({ position, name }) => ({ value: position, label: name })),
        ...shown.slice(0, listed).map((item) => ({
          value: item.position,
          label: `${item.stationCode} ${item.stationName} ${say.device(item)}`,
        })),
      ],
    },
  );
  useOffer(
    plans.narrow,
    ({ rows: of }) => {
      const visible = new Set(positions(shown));
      if (of === 'back') return keep(out().filter((position) => !visible.has(position)));
      const wanted = own.filter(({ position }) => visible.has(position) === (of === 'shown'));
      return keep([...new Set([...out(), ...positions(wanted)])]);
    },
    { available },
  );
}
