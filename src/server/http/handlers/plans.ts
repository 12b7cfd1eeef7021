import * as contract from '../../../contract/plans.ts';
import { addToPlan, approvePlan, discardPlan, updatePlan } from '../../plans/change.ts';
import { createPlan } from '../../plans/create.ts';
import { tellOfPlan } from '../../plans/teller.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Plans: made, reviewed, approved. */
export function planHandlers(services: Services): readonly Binding[] {
  const { delivery, plans, issuer } = services;
  const { store } = delivery;
  return [
    bind(contract.createPlan, async (by) => {
      const planId = await createPlan(store, by, by.body);
      await tellOfPlan(services, planId);
      return plans.one(by.viewer, planId);
    }),
    bind(contract.plans, ({ viewer, query }) => plans.list(viewer, query)),
    bind(contract.plan, ({ viewer, params }) => plans.one(viewer, params.planId)),
    bind(contract.updatePlan, async (by) => {
      const { planId } = by.params;
      await updatePlan(store, by, planId, by.body);
      await tellOfPlan(services, planId);
      return plans.one(by.viewer, planId);
    }),
    bind(contract.addToPlan, async (by) => {
      const { planId } = by.params;
      await addToPlan(store, by, planId, by.body);
      await tellOfPlan(services, planId);
      return plans.one(by.viewer, planId);
    }),
    bind(contract.approvePlan, async (by) => {
      const { planId } = by.params;
      await approvePlan(store, by, planId, by.body);
      issuer.issue(planId);
      await tellOfPlan(services, planId);
      return plans.one(by.viewer, planId);
    }),
    bind(contract.discardPlan, async (by) => {
      const { planId } = by.params;
      await discardPlan(store, by, planId);
      await tellOfPlan(services, planId);
      return {};
    }),
  ];
}
