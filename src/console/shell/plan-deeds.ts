import { plans } from '../../../commands/plans/index.ts';
import type { MessageId } from '../../base/messages.ts';
import type { Origin } from '../../command/command.ts';
import type { PlanDeed } from '../../command/context.ts';
import * as contract from '../../contract/plans.ts';
import { actOffered, offered } from '../components/screen.ts';
import { request } from '../state/client.ts';
import { plansKey } from '../state/plans.ts';
import { shown } from '../state/shown.ts';
import { queries } from '../state/stations.ts';
import { until } from './until.ts';

interface Ports {
  readonly origin: Origin;
  readonly open: (address: string) => void;
  readonly notify: (message: MessageId, severity: 'warning') => void;
}

/** Shows the draft where it is not on screen, and asks for the password there. */
async function approve(planId: string, { open, notify }: Ports): Promise<void> {
  if (shown.plan?.id !== planId) open(`/plans/${planId}`);
  await until(() => shown.plan?.id === planId);
  const situation = shown.plan?.id === planId ? offered(plans.approve) : null;
  if (situation === true) await actOffered(plans.approve, {});
  else notify(situation ?? 'plans.noDraft', 'warning');
}

/** Steers a plan, or makes another one out of it and opens that. @throws ApiError */
export async function actOnPlan(planId: string, deed: PlanDeed, ports: Ports): Promise<void> {
  const params = { planId };
  if (deed === 'approve') return approve(planId, ports);
  if (deed === 'pause') await request(contract.pausePlan, { params });
  else if (deed === 'cancelRest') await request(contract.cancelPlan, { params });
  else if (deed === 'resume') {
    const { plan } = await request(contract.plan, { params });
    await request(contract.resumePlan, { params, body: { revision: plan.revision } });
  } else {
    const { origin: surface } = ports;
    const { plan } = await request(contract.derivePlan, { params, body: { of: deed, surface } });
    ports.open(`/plans/${plan.id}`);
  }
  await queries.invalidateQueries({ queryKey: [plansKey] });
}
