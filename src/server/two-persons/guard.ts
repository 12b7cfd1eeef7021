/** Whether something takes two persons, and whether two have signed it: asked within the transaction that it allows. */
import { Refusal } from '../../base/errors.ts';
import {
  firstSettings,
  pairProblem,
  type Signature,
  type Signer,
  type TwoPersonSettings,
} from '../../domain/two-persons.ts';
import { isActive } from '../accounts/active.ts';
import type { By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { JointRow } from './row.ts';

/** Thrown where a second person has to sign; nothing was done. `two-persons/joint-book` turns it into what waits. */
export class NeedsSecond extends Refusal {
  constructor(
    /** Whose it is; null = of several companies. */
    readonly companyId: number | null,
    /** The second person needs every one of them. */
    readonly permissions: readonly string[],
  ) {
    super(409, 'joint.needed');
  }
}

/** What a company asks two persons for. */
export async function settingsOf(db: Db, companyId: number): Promise<TwoPersonSettings> {
  const row = await db
    .selectFrom('two_person_settings')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (row === undefined) return firstSettings;
  return { sirens: row.sirens !== 0, plansAbove: row.plans_above, rules: row.rules !== 0 };
}

/** People as they are now, by id; those that are disabled or gone are not there. */
export async function signersOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, Signer>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select(['users.id', 'users.company_id', 'role_permissions.permission'])
    .where('users.id', 'in', [...userIds])
    .where(isActive)
    .execute();
  const found = new Map<number, Signer>();
  for (const { id, company_id: companyId, permission } of rows) {
    const known = found.get(id)?.permissions ?? [];
    const permissions = permission === null ? known : [...known, permission];
    found.set(id, { userId: id, companyId, permissions });
  }
  return found;
}

/** Hash of all that two persons sign: what is done, and what they are shown of it. */
export const hashOfAct = (
  row: Pick<JointRow, 'kind' | 'company_id' | 'permissions' | 'body' | 'shown'>,
): string =>
  bodyHash({
    kind: row.kind,
    companyId: row.company_id,
    permissions: fromJson(row.permissions),
    body: JSON.parse(row.body),
    shown: fromJson(row.shown),
  });

/** Both signatures as they stand in the database. */
export const pairOf = (row: JointRow): { readonly first: Signature; readonly second: Signature | null } => ({
  first: { userId: row.first_id, at: row.first_at, hash: row.first_hash },
  second:
    row.second_id === null || row.second_at === null || row.second_hash === null
      ? null
      : { userId: row.second_id, at: row.second_at, hash: row.second_hash },
});

/** What two persons have to be for an act. */
export interface Demanded {
  /** null = of several companies. */
  readonly companyId: number | null;
  readonly permissions: readonly string[];
}

/**
 * What is wrong with an act's two signatures now; null = nothing. The hash is made anew of what the row says, and the
 * signers are looked at as they are: what was changed behind their backs is signed by nobody.
 */
export async function actProblem(db: Db, row: JointRow, demanded: Demanded) {
  // Of an act of several companies both see all.
  if (row.company_id !== null && row.company_id !== demanded.companyId) return 'foreign' as const;
  const pair = pairOf(row);
  const ids = [pair.first.userId, ...(pair.second === null ? [] : [pair.second.userId])];
  const permissions = [...new Set([...fromJson(row.permissions), ...demanded.permissions])];
  const signed = { hash: hashOfAct(row), companyId: row.company_id, permissions };
  return pairProblem(signed, pair, await signersOf(db, ids));
}

/**
 * Lets an act go on only where two persons have signed it, and uses their signatures up: once, however often it is asked
 * within the same doing. @throws NeedsSecond where nobody has signed as the second person; Refusal 409, 422
 */
export async function demandSecond(db: Db, by: By, demanded: Demanded, now: number): Promise<void> {
  const { joint } = by;
  if (joint === undefined) throw new NeedsSecond(demanded.companyId, demanded.permissions);
  const row = await db.selectFrom('joint_acts').selectAll().where('id', '=', joint.id).executeTakeFirst();
  if (row === undefined || (row.state !== 'signed' && row.claim !== joint.claim))
    throw new Refusal(409, 'joint.gone');
  const problem = await actProblem(db, row, demanded);
  if (problem !== null) throw new Refusal(422, `joint.${problem}`);
  if (row.claim === joint.claim) return;
  await db
    .updateTable('joint_acts')
    .set({ state: 'done', claim: joint.claim, ended_at: now })
    .where('id', '=', joint.id)
    .where('state', '=', 'signed')
    .execute();
  await noteChange(db, 'joint', row.company_id ?? 0, now);
}
