import { plans } from '../../../../commands/plans/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { Origin } from '../../../command/command.ts';
import type { PlanAction } from '../../../command/context.ts';
import * as contract from '../../../contract/plans/plans.ts';
import { actOffered, offered } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { request } from '../../state/connection/client.ts';
import { plansKey } from '../../state/plans/plans.ts';
import { shown } from '../../state/shown.ts';
import { queries } from '../../state/sites/stations.ts';
import { until } from './until.ts';

interface Ports {
  readonly origin: Origin;
  readonly open: (address: string) => void;
  readonly notify: (message: MessageId, severity: 'warning') => void;
}

/** Shows the plan where it is not on screen, and asks there. */
async function ask(
  planId: string,
  command: typeof plans.approve | typeof plans.resume,
  { open, notify }: Ports,
): Promise<void> {
  if (shown.plan?.id !== planId) open(`/plans/${planId}`);
  // What was paused elsewhere may not be known as that here yet.
  await until(() => shown.plan?.id === planId && (command === plans.approve || offered(command) === true));
  const situation = shown.plan?.id === planId ? offered(command) : null;
  if (situation === true) await actOffered(command, {});
  else notify(situation ?? (command === plans.approve ? 'plans.noDraft' : 'plans.notPaused'), 'warning');
}

/** Goes on with it; where sirens would sound at times that nobody was shown, those are shown first. */
async function resume(planId: string, ports: Ports): Promise<void> {
  const params = { planId };
  const { plan } = await request(contract.plan, { params });
  try {
    await request(contract.resumePlan, { params, body: { revision: plan.revision } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.field !== 'sounds') throw error;
    await ask(planId, plans.resume, ports);
  }
}

/** Steers a plan, or makes another one out of it and opens that. @throws ApiError */
export async function actOnPlan(planId: string, action: PlanAction, ports: Ports): Promise<void> {
  const params = { planId };
  if (action === 'approve') return ask(planId, plans.approve, ports);
  if (action === 'pause') await request(contract.pausePlan, { params });
  else if (action === 'cancelRest') await request(contract.cancelPlan, { params });
  else if (action === 'resume') await resume(planId, ports);
  else {
    const { origin: surface } = ports;
    const { plan } = await request(contract.derivePlan, { params, body: { of: action, surface } });
    ports.open(`/plans/${plan.id}`);
  }
  await queries.invalidateQueries({ queryKey: [plansKey] });
}
