import * as contract from '../../../contract/notify/work.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** What people are notified of plans and scripts that they started. */
export function workHandlers({ workNotices }: Services): readonly Binding[] {
  return [
    bind(contract.workNotices, ({ viewer }) => workNotices.unseen(viewer)),
    bind(contract.seeWork, ({ viewer, body }) => workNotices.see(viewer, body.works)),
    bind(contract.chooseWork, (by) => workNotices.choose(by, by.body)),
  ];
}
