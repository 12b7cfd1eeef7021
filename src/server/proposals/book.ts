/** Changes that are proposed: kept, accepted by a person, thrown away (README.md of this room). */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { BodyOf } from '../../contract/call.ts';
import {
  type acceptProposal as acceptCall,
  type ChangeProposal,
  type createProposal as createCall,
  proposalBounds,
} from '../../contract/proposals.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { PlacedTarget } from '../alarms/rules/targets.ts';
import { auditBy, type By } from '../audit/by.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { ulid } from '../delivery/ulid.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, StoredChange } from '../storage/schema.ts';
import { NeedsSecond } from '../two-persons/guard.ts';
import { lackedRight, type ThingBook, things } from './things.ts';
import {
  listProposals,
  movedSince,
  nameOf,
  type ProposalRow,
  proposalRow,
  proposalView,
  whyRefused,
} from './view.ts';

type Asker = By & { readonly language: Language };
type Accept = BodyOf<typeof acceptCall> & { readonly proposalId: string };

/** Proposals of a company that have ended and are still listed; older ones are forgotten. */
const mostEnded = 500;

/** A refusal of one of several changes: the field says which. */
const at = (
  position: number,
  { status, messageId, params }: Pick<Refusal, 'status' | 'messageId' | 'params'>,
) => new Refusal(status, messageId, params, `changes/${position}`);

export class ProposalBook {
  constructor(readonly things: ThingBook) {}

  async list(viewer: Viewer) {
    return { proposals: await listProposals(this.things.storage.db, viewer) };
  }

  /** @throws Refusal 404 */
  async one(viewer: Viewer, id: string, language: Language): Promise<{ proposal: ChangeProposal }> {
    const row = await proposalRow(this.things.storage.db, viewer, id);
    return { proposal: await proposalView(this.things, viewer, row, language) };
  }

  /** Keeps what is proposed, or answers the same one that waits already. @throws Refusal 404, 409, 422 */
  async create(by: Asker, { title, changes }: BodyOf<typeof createCall>) {
    const { viewer, language } = by;
    const { companyId } = viewer;
    if (companyId === null) throw new Refusal(422, 'proposals.ofCompany');
    const stored: StoredChange[] = [];
    for (const [position, asked] of changes.entries())
      stored.push(await this.#checked(viewer, companyId, language, position, asked));
    const text = toJson(stored as readonly StoredChange[]);
    if (text.length > proposalBounds.letters)
      throw new Refusal(422, 'proposals.tooLarge', { most: proposalBounds.letters });
    const hash = bodyHash({ title, changes });
    const { storage, now } = this.things;
    const id = await storage.write(async (db) => {
      const open = await db
        .selectFrom('change_proposals')
        .select(['id', 'hash', 'title', 'creator_id'])
        .where('company_id', '=', companyId)
        .where('state', '=', 'open')
        .execute();
      const own = open.filter((row) => row.creator_id === viewer.userId);
      const same = own.find((row) => row.hash === hash);
      if (same !== undefined) return same.id;
      const time = now();
      const before = own.filter((row) => row.title === title).map((row) => row.id);
      if (open.length - before.length >= proposalBounds.open)
        throw new Refusal(422, 'proposals.tooMany', { most: proposalBounds.open });
      if (before.length > 0)
        await db
          .updateTable('change_proposals')
          .set({ state: 'superseded', ended_at: time, ender_name: viewer.accountName })
          .where('id', 'in', before)
          .execute();
      await this.#forget(db, companyId);
      const made = ulid(time);
      await db
        .insertInto('change_proposals')
        .values({
          ...{ id: made, company_id: companyId, title, state: 'open', hash, created_at: time },
          ...{ creator_id: viewer.userId, creator_name: viewer.accountName },
          ...{ ended_at: null, ender_name: null, reason: '', changes: text },
        })
        .execute();
      await this.#audit(db, by, time, 'proposal.create', companyId, { id: made, title, changes: stored });
      return made;
    });
    return this.one(viewer, id, language);
  }

  /** A change as it is kept, with what was there before. @throws Refusal 404, 409, 422 */
  async #checked(
    viewer: Viewer,
    companyId: number,
    language: Language,
    position: number,
    { type, id, base, after }: BodyOf<typeof createCall>['changes'][number],
  ): Promise<StoredChange> {
    const thing = things[type];
    if (!hasPermission(viewer.permissions, thing.view))
      throw at(position, new Refusal(403, 'api.forbidden', { permission: thing.view }));
    const { db } = this.things.storage;
    const now = id === null ? null : await thing.now(db, viewer, companyId, id);
    if (id !== null && now === null)
      throw at(position, new Refusal(404, 'api.notFound', { what: `${type} ${id}` }));
    if (now !== null && now.base !== base)
      throw at(position, new Refusal(409, 'proposals.why.changed', { by: now.by }));
    const before = now?.content ?? null;
    const change: StoredChange = { type, id, base, before, after, state: 'open', why: null, version: null };
    try {
      await thing.check(this.things, change, { companyId, language });
    } catch (error) {
      throw error instanceof Refusal ? at(position, error) : error;
    }
    return change;
  }

  async #forget(db: Db, companyId: number): Promise<void> {
    const last = await db
      .selectFrom('change_proposals')
      .select('id')
      .where('company_id', '=', companyId)
      .where('state', '!=', 'open')
      .orderBy('id', 'desc')
      .offset(mostEnded)
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined)
      await db
        .deleteFrom('change_proposals')
        .where('company_id', '=', companyId)
        .where('state', '!=', 'open')
        .where('id', '<=', last.id)
        .execute();
  }

  #audit(
    db: Db,
    by: By,
    time: number,
    action: 'proposal.create' | 'proposal.accept' | 'proposal.discard',
    companyId: number,
    {
      id,
      title,
      changes,
    }: { readonly id: string; readonly title: string; readonly changes: readonly StoredChange[] },
  ) {
    const named = changes.map(
      (change) => `${change.after === null ? '−' : ''}${change.type} ${nameOf(change)}`,
    );
    const detail = JSON.stringify({ proposal: id, title, changes: named });
    return auditBy(db, by, { at: time, action, subject: `company:${companyId}`, detail });
  }

  /** What rules would be judged for, or why they would be refused: read before the transaction. */
  async #targets(row: ProposalRow, chosen: ReadonlySet<number>, language: Language) {
    const found = new Map<number, readonly PlacedTarget[] | Refusal>();
    for (const [position, change] of fromJson(row.changes).entries()) {
      if (!chosen.has(position)) continue;
      const given = { companyId: row.company_id, language };
      try {
        found.set(position, await things[change.type].check(this.things, change, given));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        found.set(position, error);
      }
    }
    return found;
  }

  /** Who may make all of the chosen ones. @throws Refusal 403 */
  async #refuseUnentitled(db: Db, viewer: Viewer, changes: readonly StoredChange[]): Promise<void> {
    for (const change of changes) {
      const lacked = await lackedRight(db, viewer, change);
      if (lacked === null) continue;
      const { permission } = lacked.params;
      throw permission === undefined
        ? new Refusal(403, 'scripts.notOwn')
        : new Refusal(403, 'api.forbidden', { permission });
    }
  }

  /**
   * Makes the chosen changes in one transaction, and ends the proposal.
   * @throws Refusal 403, 404, 409, 422; NeedsSecond where a company asks two persons for rules
   */
  async accept(by: Asker, { proposalId, positions, reason }: Accept): Promise<void> {
    const { storage, ruleBook, now } = this.things;
    const { viewer, language } = by;
    const chosen = new Set(positions);
    const said = reason.trim();
    if (said === '') throw new Refusal(422, 'bound.required', {}, 'reason');
    const targets = await this.#targets(await proposalRow(storage.db, viewer, proposalId), chosen, language);
    await storage.write(async (db) => {
      const row = await proposalRow(db, viewer, proposalId);
      if (row.state !== 'open') throw new Refusal(409, 'proposals.ended');
      const changes = fromJson(row.changes);
      if (positions.some((position) => position >= changes.length))
        throw new Refusal(404, 'api.notFound', { what: `proposal ${proposalId}` });
      await this.#refuseUnentitled(
        db,
        viewer,
        changes.filter((_change, position) => chosen.has(position)),
      );
      const time = now();
      const ended: StoredChange[] = [];
      for (const [position, change] of changes.entries()) {
        if (!chosen.has(position)) ended.push({ ...change, state: 'left' });
        else {
          const found = targets.get(position) ?? [];
          const making = { by, language, companyId: row.company_id, reason: said, at: time };
          ended.push(await this.#made(db, change, found, making));
        }
      }
      const first = ended.find(({ state }) => state === 'failed');
      if (!ended.some(({ state }) => state === 'done'))
        throw new Refusal(422, 'proposals.nothing', { name: first === undefined ? '–' : nameOf(first) });
      await db
        .updateTable('change_proposals')
        .set({
          ...{ state: 'accepted', ended_at: time, ender_name: viewer.accountName, reason: said },
          changes: toJson(ended as readonly StoredChange[]),
        })
        .where('id', '=', proposalId)
        .execute();
      const done = ended.filter(({ state }) => state === 'done');
      await this.#audit(db, by, time, 'proposal.accept', row.company_id, { ...row, changes: done });
    });
    ruleBook.engine.changed();
  }

  /** A change that was made, or with why it was not. @throws NeedsSecond: the proposal as a whole waits for them */
  async #made(
    db: Db,
    change: StoredChange,
    found: readonly PlacedTarget[] | Refusal,
    making: Omit<Parameters<(typeof things)['rule']['make']>[3], 'targets'>,
  ): Promise<StoredChange> {
    const failed = (why: StoredChange['why']): StoredChange => ({ ...change, state: 'failed', why });
    const moved = await movedSince(db, making.by.viewer, making.companyId, change);
    if (moved !== null) return failed(moved);
    if (found instanceof Refusal) return failed(whyRefused(found));
    try {
      const made = await things[change.type].make(db, this.things, change, { ...making, targets: found });
      return { ...change, state: 'done', ...made };
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof NeedsSecond) throw error;
      return failed(whyRefused(error));
    }
  }

  /** @throws Refusal 404, 409 */
  async discard(by: By, id: string): Promise<Record<string, never>> {
    const { storage, now } = this.things;
    await storage.write(async (db) => {
      const row = await proposalRow(db, by.viewer, id);
      if (row.state !== 'open') throw new Refusal(409, 'proposals.ended');
      const time = now();
      await db
        .updateTable('change_proposals')
        .set({ state: 'discarded', ended_at: time, ender_name: by.viewer.accountName })
        .where('id', '=', id)
        .execute();
      const changes = fromJson(row.changes);
      await this.#audit(db, by, time, 'proposal.discard', row.company_id, { ...row, changes });
    });
    return {};
  }
}
