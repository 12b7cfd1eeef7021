/** Who would be notified now: a policy's steps with their ways, as they would be walked; nothing is written or sent. */
import { Refusal } from '../../base/errors.ts';
import type { DataOf, QueryOf } from '../../contract/call.ts';
import type * as contract from '../../contract/notify/messages.ts';
import { isFor, toldFrom } from '../../domain/notify/policy.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { receiversOf } from './recipients.ts';

/** @throws Refusal 404 for a foreign project */
export async function wouldNotify(
  { storage, board, now }: { readonly storage: Storage; readonly board: Board; readonly now: number },
  viewer: Viewer,
  { projectId, rank }: QueryOf<typeof contract.wouldNotify>,
): Promise<DataOf<typeof contract.wouldNotify>> {
  const project = board.projects(viewer).find(({ id }) => id === projectId);
  if (project === undefined) throw new Refusal(404, 'api.notFound', { what: `project ${projectId}` });
  const { companyId, timeZone } = project;
  const rows = await storage.db
    .selectFrom('notify_policies')
    .select(['id', 'name', 'body'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const policies: DataOf<typeof contract.wouldNotify>['policies'] = [];
  for (const { id, name, body } of rows) {
    const policy = fromJson(body);
    if (!isFor(policy, projectId, rank)) continue;
    const steps: (typeof policies)[number]['steps'] = [];
    for (const step of policy.steps) {
      // A later step reaches whoever is on duty by then.
      const at = now + step.after * 60_000;
      const found = await receiversOf(storage.db, step, { companyId, projectId, timeZone }, at);
      const ways = found.map((one) => ({
        name: one.name,
        address: one.address,
        channel: one.channel,
        problem: one.problem,
      }));
      steps.push({ after: step.after, ways });
    }
    const goes = toldFrom(policy, rank, now, timeZone);
    policies.push({ id, name, heldUntil: goes > now ? goes : null, steps, repeat: policy.repeat });
  }
  return { policies };
}
