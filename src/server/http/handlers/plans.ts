import * as contract from '../../../contract/plans/plans.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { readPlanImpact } from '../../impact/of-plan.ts';
import { addToPlan, discardPlan, updatePlan } from '../../plans/change.ts';
import { cancelRest, pausePlan, resumePlan } from '../../plans/control.ts';
import { createPlan } from '../../plans/create.ts';
import { derivePlan } from '../../plans/derive.ts';
import { type Binding, bind } from '../bind.ts';
import type { Guarded } from './joint-acts.ts';
import { shownPlan } from './joint-shown.ts';

/** Plans: made, reviewed, approved. */
export function planHandlers({ services, acts, joint }: Guarded): readonly Binding[] {
  const { delivery, plans, issuer, orders } = services;
  const { store } = delivery;
  const { link } = orders.options;
  /** Does something with a plan that goes, and looks at it again. */
  const controlled = async (viewer: Viewer, planId: string, action: Promise<void>) => {
    await action;
    issuer.issue(planId);
    return plans.one(viewer, planId);
  };
  return [
    bind(contract.createPlan, async (by) => {
      const planId = await createPlan(store, by, by.body);
      return plans.one(by.viewer, planId);
    }),
    bind(contract.plans, ({ viewer, query }) => plans.list(viewer, query)),
    bind(contract.plan, ({ viewer, params, query }) => plans.one(viewer, params.planId, query.since)),
    bind(contract.updatePlan, async (by) => {
      const { planId } = by.params;
      await updatePlan(store, by, planId, by.body);
      return plans.one(by.viewer, planId);
    }),
    bind(contract.planImpact, ({ viewer, params, body }) =>
      readPlanImpact(services, viewer, params.planId, body.positions),
    ),
    bind(contract.addToPlan, async (by) => {
      const { planId } = by.params;
      await addToPlan(store, by, planId, by.body);
      return plans.one(by.viewer, planId);
    }),
    bind(contract.approvePlan, async (by) => {
      const { planId } = by.params;
      const { confirmation: _used, ...asked } = by.body;
      const shown = () => shownPlan(services, by.viewer, planId, asked);
      await joint.guarded(
        by,
        { kind: 'plan', body: { planId, ...asked }, language: by.language, shown },
        () => acts.plan(by, { planId, ...by.body }),
      );
      return plans.one(by.viewer, planId);
    }),
    bind(contract.discardPlan, async (by) => {
      const { planId } = by.params;
      await discardPlan(store, by, planId);
      return {};
    }),
    bind(contract.pausePlan, (by) =>
      controlled(by.viewer, by.params.planId, pausePlan(store, by, by.params.planId)),
    ),
    bind(contract.resumePlan, (by) =>
      controlled(by.viewer, by.params.planId, resumePlan(store, by, by.params.planId, by.body, link)),
    ),
    bind(contract.cancelPlan, (by) =>
      controlled(by.viewer, by.params.planId, cancelRest(store, by, by.params.planId)),
    ),
    bind(contract.derivePlan, async (by) => {
      const planId = await derivePlan(store, by, by.language, by.params.planId, by.body);
      return plans.one(by.viewer, planId);
    }),
  ];
}
