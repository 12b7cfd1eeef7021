import { randomInt } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { Language, MessageId } from '../../base/messages.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { RunSource, startWorkflow } from '../../contract/workflows.ts';
import { checkArguments } from '../../script/arguments.ts';
import type { ScriptModule } from '../../script/modules.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { ulid } from '../delivery/ulid.ts';
import { boundInForce } from '../platform/state.ts';
import { toJson } from '../storage/json.ts';
import type { Declared } from './declarations.ts';
import { hashOf, openStates } from './row.ts';
import type { RunStore } from './store.ts';

/** Runs of one user that have not ended. */
const mostOpen = 50;
const messageOf = (id: string) => id as MessageId;

/** Stores a run that is to begin, whose words() speak a language; answers its id. @throws Refusal 422, 429 */
export async function insertRun(
  store: RunStore,
  by: By,
  { script, args, title }: BodyOf<typeof startWorkflow>,
  { problem, declaration }: Declared,
  {
    language,
    source,
    modules,
  }: {
    readonly language: Language;
    readonly source: RunSource | null;
    readonly modules: readonly ScriptModule[];
  },
): Promise<string> {
  const named = title.trim();
  if (named === '') throw new Refusal(422, 'bound.required', {}, 'title');
  if (problem !== null)
    throw new Refusal(422, messageOf(`workflow.problem.${problem.id}`), problem.params, 'script', {
      problem,
    });
  const { values, problems } = checkArguments(declaration, args);
  const [wrong] = problems;
  if (wrong !== undefined)
    throw new Refusal(422, messageOf(`workflow.argument.${wrong.reason}`), { name: wrong.name }, wrong.name);
  const { viewer, address } = by;
  const now = store.now();
  const id = ulid(now);
  await store.write('start', async (db) => {
    const open = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('user_id', '=', viewer.userId)
      .where('state', 'in', [...openStates])
      .execute();
    if (open.length >= mostOpen) throw new Refusal(429, 'workflow.tooMany', { limit: mostOpen });
    const ofCompany =
      viewer.companyId === null
        ? []
        : await db
            .selectFrom('workflow_runs')
            .select('id')
            .where('company_id', '=', viewer.companyId)
            .where('state', 'in', [...openStates])
            .execute();
    const limit = await boundInForce(db, 'runs');
    if (ofCompany.length >= limit) throw new Refusal(429, 'workflow.companyTooMany', { limit });
    const hash = hashOf(script);
    await db
      .insertInto('workflow_runs')
      .values({
        id,
        title: named,
        script,
        script_hash: hash,
        args: JSON.stringify(values),
        seed: randomInt(2 ** 31),
        language,
        user_id: viewer.userId,
        account_name: viewer.accountName,
        address,
        company_id: viewer.companyId,
        state: 'running',
        created_at: now,
        updated_at: now,
        ended_at: null,
        problem: null,
        plan_id: null,
        proposal: null,
        source: source === null ? null : toJson(source),
        modules: modules.length === 0 ? null : toJson(modules),
        progress: null,
        lines: 0,
        more: 0,
        awaited: 0,
      })
      .execute();
    await noteChange(db, 'run', id, now);
    await auditBy(db, by, {
      at: now,
      action: 'workflow.start',
      subject: `run:${id}`,
      detail: JSON.stringify({
        ...{ title: named, script: hash, args: values },
        ...(modules.length === 0
          ? {}
          : { modules: modules.map(({ name, version }) => `${name} v${version}`) }),
      }).slice(0, 2000),
    });
  });
  return id;
}
