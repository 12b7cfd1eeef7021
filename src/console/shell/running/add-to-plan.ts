import { plans } from '../../../../commands/plans/index.ts';
import type { CommandContext, PlansPort } from '../../../command/context.ts';
import type { ScriptStep } from '../../../command/script.ts';
import * as contract from '../../../contract/plans/plans.ts';
import { fieldMessage } from '../../../derive/messages.ts';
import { isGroup } from '../../components/orders/use-order-text.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { request } from '../../state/connection/client.ts';
import { parametersOf } from '../../state/devices/parameters.ts';
import { currentPlan, workOn } from '../../state/plans/current-plan.ts';
import { preferences } from '../../state/preferences.ts';
import { giveAndKeep } from '../../state/recording/recorder.ts';
import { loadWords } from '../words.ts';

interface Ports {
  readonly notify: CommandContext['notices']['show'];
  readonly sayWhy: (error: unknown) => string;
}
type Proposal = Parameters<PlansPort['add']>[0];
type Content = Extract<Proposal['content'], { type: 'set' }>;

/** Statuses by which the server says that a plan is no draft that the user could add to. */
const isOver = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.messageId === 'plans.notDraft');
const isStale = (error: unknown) => error instanceof ApiError && error.messageId === 'plans.stale';

/** Adds to the plan as it is now; once more where somebody else was first. Null = it is no draft any more. */
async function addTo(planId: string, item: contract.PlanOrder, tries = 2): Promise<contract.Plan | null> {
  try {
    const { plan } = await request(contract.plan, { params: { planId } });
    if (plan.state !== 'draft') return null;
    const body = { revision: plan.revision, items: [item] };
    return (await request(contract.addToPlan, { params: { planId }, body })).plan;
  } catch (error) {
    if (isOver(error)) return null;
    if (isStale(error) && tries > 1) return addTo(planId, item, tries - 1);
    throw error;
  }
}

async function titleOf({ group, edits }: Content): Promise<string> {
  const words = await loadWords(preferences.language);
  return Object.keys(edits)
    .map((field) => (isGroup(group) ? (words[fieldMessage(group, field)] ?? field) : field))
    .join(', ');
}

/** Adds a set to the current draft, or begins one with it; a notice leads there. @throws ApiError */
export async function addToPlan(
  { stationId, slot, content }: Proposal,
  { notify, sayWhy }: Ports,
): Promise<void> {
  const { devices } = await parametersOf(stationId);
  const target = { rtuId: devices[0]?.target.rtuId ?? 0, slot };
  const edits = Object.fromEntries(
    Object.entries(content.edits).map(([id, value]) => [
      id,
      typeof value === 'object' && value !== null ? [...value] : value,
    ]),
  );
  const item = { target, group: content.group, edits };
  const action: ScriptStep = {
    type: 'set',
    stationId,
    slot,
    group: content.group,
    edits: content.edits,
    reason: '',
  };
  await giveAndKeep(plans.add, [action], sayWhy, async () => {
    const known = currentPlan();
    const added = known === null ? null : await addTo(known, item);
    const plan =
      added ??
      (
        await request(contract.createPlan, {
          body: { title: await titleOf(content), items: [item], surface: 'palette' },
        })
      ).plan;
    workOn(plan.id);
    const params = { title: plan.title, count: plan.items.length };
    notify(added === null ? 'plans.begun' : 'plans.added', 'success', params, `/plans/${plan.id}`);
    return plan.id;
  });
}
