import * as contract from '../../../contract/plans/rehearsal.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Rehearsals of plans: started, looked at, ended. */
export function rehearsalHandlers({ rehearsals }: Services): readonly Binding[] {
  return [
    bind(contract.rehearsal, ({ viewer, params }) => rehearsals.one(viewer, params.planId)),
    bind(contract.startRehearsal, async (by) => {
      await rehearsals.begin(by, by.params.planId, by.body);
      return rehearsals.one(by.viewer, by.params.planId);
    }),
    bind(contract.cancelRehearsal, async (by) => {
      await rehearsals.cancel(by, by.params.planId);
      return rehearsals.one(by.viewer, by.params.planId);
    }),
  ];
}
