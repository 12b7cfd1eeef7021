/** What companies declare: policies, rotas, webhooks, addresses without account; and what became of messages. */
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { AuditAction } from '../../contract/company/audit.ts';
import type * as contract from '../../contract/notify/notify.ts';
import type * as lists from '../../contract/notify/send-list.ts';
import { type PolicyPlan, policyProblems } from '../../domain/notify/policy.ts';
import { dateNumber, type RotaPlan } from '../../domain/notify/rota.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { restorableFor } from '../deleted-rows.ts';
import { OutgoingRefusal } from '../outgoing.ts';
import { boundInForce } from '../platform/state.ts';
import type { Board } from '../sites/board.ts';
import { sees } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, HookBody } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { Notifier } from './notifier.ts';
import { mayBeTold } from './recipients.ts';
import { addAddress, importAddresses, removeAddress } from './send-list.ts';

export type NotifyPart = 'notify_policies' | 'notify_rotas' | 'notify_hooks';
const nounOf = { notify_policies: 'policy', notify_rotas: 'rota', notify_hooks: 'hook' } as const;
type Saved = { readonly id: number; readonly revision: number };

interface Given<T> {
  readonly id: number | null;
  readonly companyId: number;
  readonly revision: number;
  readonly name: string;
  readonly body: T;
}

const problem = (type: string, params: Record<string, string | number> = {}, field = 'body') =>
  new Refusal(422, `notify.problem.${type}` as MessageId, params, field);

/** What a company has declared. @throws Refusal 404 for what is foreign, unknown or deleted */
export async function ownPart(db: Db, viewer: Viewer, table: NotifyPart, id: number) {
  const row = await db
    .selectFrom(table)
    .select(['id', 'company_id', 'revision', 'name', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined || row.deleted_at !== null || !sees(viewer, row.company_id))
    throw new Refusal(404, 'api.notFound', { what: `${nounOf[table]} ${id}` });
  return row;
}

/** A rota's gaps are looked at at once; of a new one they are by themselves. */
async function lookSoon(db: Db, rotaId: number): Promise<void> {
  await db.updateTable('notify_rotas').set({ due_at: 0 }).where('id', '=', rotaId).execute();
}

/** @throws Refusal 422 where a company has as many as it may */
async function mustHaveRoom(db: Db, table: NotifyPart, companyId: number): Promise<void> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const most = await boundInForce(db, 'notifyParts');
  if (Number(count) >= most) throw problem('tooMany', { most });
}

export class NotifyBook {
  constructor(
    readonly storage: Storage,
    readonly board: Board,
    readonly notifier: Notifier,
    readonly now: () => number = Date.now,
  ) {}

  #mustSee(viewer: Viewer, companyId: number, what: string): void {
    const isKnown = this.board.projects(viewer).some((project) => project.companyId === companyId);
    if (!isKnown || !sees(viewer, companyId)) throw new Refusal(404, 'api.notFound', { what });
  }

  /** Writes a revision; `bodyOf` is given what stood before. @throws Refusal 404, 409, 422 */
  async #save<T>(
    by: By,
    table: NotifyPart,
    action: AuditAction,
    given: Given<unknown>,
    bodyOf: (db: Db, before: T | null) => Promise<T>,
  ): Promise<Saved> {
    const { id, companyId, revision, name } = given;
    this.#mustSee(by.viewer, companyId, `company ${companyId}`);
    return this.storage.write(async (db) => {
      const at = this.now();
      await auditBy(db, by, { at, action, subject: `company:${companyId}`, detail: name.trim() });
      if (id === null) {
        await mustHaveRoom(db, table, companyId);
        const body = toJson(await bodyOf(db, null)) as never;
        return db
          .insertInto(table)
          .values({ company_id: companyId, revision: 1, name: name.trim(), body })
          .returning(['id', 'revision'])
          .executeTakeFirstOrThrow();
      }
      const row = await ownPart(db, by.viewer, table, id);
      if (row.company_id !== companyId)
        throw new Refusal(404, 'api.notFound', { what: `${nounOf[table]} ${id}` });
      if (row.revision !== revision) throw new Refusal(409, 'notify.changed', { name: row.name });
      const before = await db.selectFrom(table).select('body').where('id', '=', id).executeTakeFirstOrThrow();
      const body = toJson(await bodyOf(db, fromJson(before.body as never) as T)) as never;
      return db
        .updateTable(table)
        .set({ revision: revision + 1, name: name.trim(), body })
        .where('id', '=', id)
        .returning(['id', 'revision'])
        .executeTakeFirstOrThrow();
    });
  }

  async #delete(by: By, table: NotifyPart, action: AuditAction, id: number): Promise<Record<string, never>> {
    await this.storage.write(async (db) => {
      const row = await ownPart(db, by.viewer, table, id);
      const user = await this.#userOf(db, table, row);
      if (user !== null) throw problem('used', { name: user }, 'id');
      await db.updateTable(table).set({ deleted_at: this.now() }).where('id', '=', id).execute();
      if (table === 'notify_rotas') await lookSoon(db, id);
      const detail = `${row.name}: deleted`;
      await auditBy(db, by, { at: this.now(), action, subject: `company:${row.company_id}`, detail });
    });
    this.notifier.watch.changed();
    return {};
  }

  /**
   * Puts one back that was deleted within a day, as it was.
   * @throws Refusal 404 for what is foreign or gone, also for whom a policy names; 422 for too many
   */
  async restore(
    by: By,
    table: NotifyPart,
    action: 'notify.policy' | 'notify.rota' | 'notify.hook',
    id: number,
  ): Promise<Record<string, never>> {
    await this.storage.write(async (db) => {
      const at = this.now();
      const row = await db
        .selectFrom(table)
        .select(['company_id', 'name', 'body'])
        .where('id', '=', id)
        .where('deleted_at', '>=', at - restorableFor)
        .executeTakeFirst();
      if (row === undefined || !sees(by.viewer, row.company_id))
        throw new Refusal(404, 'api.notFound', { what: `${nounOf[table]} ${id}` });
      await mustHaveRoom(db, table, row.company_id);
      // What it named may have been deleted meanwhile: then it would reach nobody.
      if (table === 'notify_policies')
        await this.#checkReceivers(db, fromJson(row.body as never) as PolicyPlan, row.company_id);
      await db.updateTable(table).set({ deleted_at: null }).where('id', '=', id).execute();
      if (table === 'notify_rotas') await lookSoon(db, id);
      const detail = `${row.name}: restored`;
      await auditBy(db, by, { at, action, subject: `company:${row.company_id}`, detail });
    });
    this.notifier.watch.changed();
    return {};
  }

  /** The policy or the outlet that names a rota or a hook; null = none. */
  async #userOf(db: Db, table: NotifyPart, { id, company_id }: { id: number; company_id: number }) {
    if (table === 'notify_policies') return null;
    const outlet =
      table === 'notify_hooks'
        ? await db
            .selectFrom('outlets')
            .select('name')
            .where('hook_id', '=', id)
            .where('deleted_at', 'is', null)
            .executeTakeFirst()
        : undefined;
    if (outlet !== undefined) return outlet.name;
    const policies = await db
      .selectFrom('notify_policies')
      .select(['name', 'body'])
      .where('company_id', '=', company_id)
      .where('deleted_at', 'is', null)
      .execute();
    const found = policies.find(({ body }) =>
      fromJson(body).steps.some(({ to }) =>
        to.some((one) =>
          table === 'notify_rotas'
            ? one.type === 'duty' && one.rotaId === id
            : one.type === 'hook' && one.hookId === id,
        ),
      ),
    );
    return found?.name ?? null;
  }

  async #mustTell(db: Db, userId: number, companyId: number): Promise<void> {
    if (!(await mayBeTold(db, userId, companyId))) throw problem('person', { userId });
  }

  async savePolicy(by: By, given: BodyOf<typeof contract.savePolicy>): Promise<Saved> {
    const plan: PolicyPlan = given.body;
    const [first] = policyProblems(plan);
    if (first !== undefined) throw problem(first.type, { step: (first.step ?? 0) + 1 });
    const own = new Set(this.board.projects({ companyId: given.companyId }).map(({ id }) => id));
    const foreign = plan.projects.find((id) => !own.has(id));
    if (foreign !== undefined) throw new Refusal(404, 'api.notFound', { what: `project ${foreign}` });
    return this.#save<PolicyPlan>(by, 'notify_policies', 'notify.policy', given, async (db) => {
      await this.#checkReceivers(db, plan, given.companyId);
      return plan;
    });
  }

  /** Whom the steps of a policy name is there and may be notified. @throws Refusal 404, 422 */
  async #checkReceivers(db: Db, plan: PolicyPlan, companyId: number): Promise<void> {
    for (const receiver of plan.steps.flatMap(({ to }) => to)) {
      if (receiver.type === 'user') await this.#mustTell(db, receiver.userId, companyId);
      if (receiver.type === 'hook') await this.#ofCompany(db, 'notify_hooks', receiver.hookId, companyId);
      if (receiver.type !== 'duty') continue;
      const { body, name } = await this.#ofCompany(db, 'notify_rotas', receiver.rotaId, companyId);
      if (receiver.layer >= (fromJson(body as never) as RotaPlan).layers.length)
        throw problem('layer', { rota: name, layer: receiver.layer + 1 });
    }
  }

  async #ofCompany(db: Db, table: NotifyPart, id: number, companyId: number) {
    const row = await db
      .selectFrom(table)
      .select(['name', 'body'])
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `${nounOf[table]} ${id}` });
    return row;
  }

  async saveRota(by: By, given: BodyOf<typeof contract.saveRota>): Promise<Saved> {
    const rota: RotaPlan = {
      ...given.body,
      layers: given.body.layers.map((one) => ({ ...one, at: one.at.toSorted((a, b) => a - b) })),
    };
    try {
      new Intl.DateTimeFormat('en', { timeZone: rota.timeZone });
    } catch {
      throw problem('zone', { zone: rota.timeZone }, 'timeZone');
    }
    for (const date of [...rota.holidays, ...rota.layers.map(({ from }) => from)])
      if (!Number.isInteger(dateNumber(date))) throw problem('date', { date });
    if (rota.overrides.some(({ from, to }) => to <= from)) throw problem('override', {}, 'overrides');
    const saved = await this.#save<RotaPlan>(by, 'notify_rotas', 'notify.rota', given, async (db) => {
      const people = [
        ...rota.layers.flatMap((one) => [...one.people, ...one.onHolidays]),
        ...rota.overrides.map(({ userId }) => userId),
      ];
      for (const userId of new Set(people))
        if (userId !== null) await this.#mustTell(db, userId, given.companyId);
      if (given.id !== null) await lookSoon(db, given.id);
      return rota;
    });
    this.notifier.watch.changed();
    return saved;
  }

  /** @throws Refusal 422 for an address that may not be called */
  async saveHook(by: By, given: BodyOf<typeof contract.saveHook>) {
    const { preset, url, secret, language, enabled } = given.body;
    try {
      this.notifier.outgoing.check(url);
    } catch (error) {
      if (error instanceof OutgoingRefusal) throw problem('url', {}, 'url');
      throw error;
    }
    let made: string | null = null;
    const saved = await this.#save<HookBody>(
      by,
      'notify_hooks',
      'notify.hook',
      given,
      async (_db, before) => {
        if (secret === undefined && before === null && preset === 'standard')
          made = `whsec_${randomBytes(32).toString('base64')}`;
        return { preset, url, secret: secret ?? before?.secret ?? made ?? '', language, enabled };
      },
    );
    this.notifier.watch.changed();
    return { ...saved, secret: made };
  }

  deletePolicy(by: By, id: number) {
    return this.#delete(by, 'notify_policies', 'notify.policy', id);
  }
  deleteRota(by: By, id: number) {
    return this.#delete(by, 'notify_rotas', 'notify.rota', id);
  }
  deleteHook(by: By, id: number) {
    return this.#delete(by, 'notify_hooks', 'notify.hook', id);
  }

  addAddress(by: By, given: BodyOf<typeof lists.addListAddress>) {
    return addAddress(this, by, given);
  }
  importAddresses(by: By, given: BodyOf<typeof lists.importListAddresses>) {
    return importAddresses(this, by, given);
  }
  removeAddress(by: By, id: number): Promise<Record<string, never>> {
    return removeAddress(this, by, id);
  }
}
