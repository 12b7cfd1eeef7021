import { toLanguage } from '../../base/messages.ts';
import { hasPermission, type Permission } from '../../base/permissions.ts';
import { orderPermission } from '../../contract/devices/order-permission.ts';
import { hostCalls, isHostCall } from '../../script/calls.ts';
import type { ScriptProblem } from '../../script/problem.ts';
import { readViewer, type Viewer } from '../accounts/viewer.ts';
import type { Storage } from '../storage/storage.ts';
import type { RunRow } from './row.ts';
import type { ScriptAct } from './sandbox/messages.ts';

const problem = (id: ScriptProblem['id'], params: ScriptProblem['params'] = {}): ScriptProblem => ({
  id,
  params,
  line: null,
  column: null,
});

function neededFor(act: ScriptAct): readonly Permission[] {
  if (act.op === 'call') return isHostCall(act.call) ? hostCalls[act.call].permissions : [];
  if (act.op !== 'step') return [];
  const { step } = act;
  if (step.step === 'rule') return ['alarm:rule:edit'];
  if (step.step === 'set') return ['device:parameter:edit'];
  if (step.step === 'send') return [orderPermission({ type: 'action', action: step.action, args: {} })];
  return [];
}

/** Who a run acts for, with the rights of now, in the language that the run was started in; or why it may do nothing more. */
export async function runViewer(
  storage: Storage,
  row: Pick<RunRow, 'user_id' | 'company_id' | 'language'>,
): Promise<Viewer | ScriptProblem> {
  const viewer = await readViewer(storage, row.user_id);
  if (viewer === null) return problem('accountGone');
  if (viewer.companyId !== row.company_id) return problem('companyMoved');
  const permission = 'device:workflow:run';
  return hasPermission(viewer.permissions, permission)
    ? { ...viewer, language: toLanguage(row.language) }
    : problem('permission', { permission });
}

/** The first permission that what a script did needs and its user does not hold. */
export function missingRight(viewer: Viewer, acts: readonly ScriptAct[]): ScriptProblem | null {
  for (const act of acts)
    for (const permission of neededFor(act))
      if (!hasPermission(viewer.permissions, permission)) return problem('permission', { permission });
  return null;
}
