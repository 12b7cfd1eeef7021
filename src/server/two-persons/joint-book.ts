/** What one person has signed and a second one has to: asked for, signed, refused, done (README.md of this room). */
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { JointAct, JointKind, signJoint } from '../../contract/company/two-persons.ts';
import { secondProblem } from '../../domain/two-persons.ts';
import type { Login } from '../accounts/login.ts';
import { proveOther } from '../accounts/second-person.ts';
import { readViewer, type Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { confirm } from '../delivery/confirm.ts';
import { ulid } from '../delivery/ulid.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { JointShown } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { words } from '../words.ts';
import { hashOfAct, NeedsSecond } from './guard.ts';
import { cannotSign, type JointRow, kindOf, untilOf, viewOfAct } from './row.ts';
import { type ActReader, type ReadyNaming, type RuleNaming, readyNaming } from './rule-said.ts';

/** Acts that have ended are listed for so long, ms. */
const listed = 86_400_000;
/** Acts that wait of one person at most. */
const mostWaiting = 50;

/** Does what was signed, as the first person, with the language in which they asked for it. */
export type Performer = (by: By & { readonly language: Language }, body: unknown) => Promise<void>;
export type Performers = Readonly<Record<JointKind, Performer>>;

/** What is asked for. */
export interface JointAsk {
  readonly kind: JointKind;
  /** What its performer gets once both have signed. */
  readonly body: unknown;
  readonly language: Language;
  readonly shown: () => Promise<JointShown> | JointShown;
}

export class JointBook {
  constructor(
    readonly storage: Storage,
    readonly login: Login,
    readonly performers: Performers,
    readonly naming: RuleNaming,
    readonly now: () => number = Date.now,
  ) {}

  /**
   * Does something, or, where a second person has to sign it, keeps it for them.
   * @throws Refusal 409 `joint.waiting` with the act's id in `data`: nothing was done yet
   */
  async guarded<T>(by: By, asked: JointAsk, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NeedsSecond)) throw error;
      const { id } = await this.ask(by, asked, error);
      throw new Refusal(409, 'joint.waiting', {}, undefined, { jointId: id });
    }
  }

  /** Keeps what one person has signed for a second one; the same again begins its time anew. */
  async ask(
    by: By,
    { kind, body, language, shown }: JointAsk,
    { companyId, permissions }: Pick<NeedsSecond, 'companyId' | 'permissions'>,
  ): Promise<JointRow> {
    const now = this.now();
    const said = await shown();
    const row = {
      ...{ kind, company_id: companyId, permissions: toJson(permissions) },
      ...{ body: JSON.stringify(body), shown: toJson(said) },
    };
    const hash = hashOfAct(row);
    return this.storage.write(async (db) => {
      const own = await db
        .selectFrom('joint_acts')
        .select(['id', 'hash'])
        .where('first_id', '=', by.viewer.userId)
        .where('ended_at', 'is', null)
        .where('first_at', '>', now - (untilOf({ first_at: 0 }) as number))
        .execute();
      if (own.length >= mostWaiting) throw new Refusal(422, 'joint.tooMany', { most: mostWaiting });
      // JointAsk for twice: the earlier one is replaced, so that one thing waits once.
      for (const { id, hash: before } of own)
        if (before === hash)
          await db
            .updateTable('joint_acts')
            .set({ state: 'over', ended_at: now })
            .where('id', '=', id)
            .execute();
      const made = await db
        .insertInto('joint_acts')
        .values({
          ...row,
          ...{ id: ulid(now), hash, state: 'waiting', claim: null, language, note: '' },
          ...{ first_id: by.viewer.userId, first_name: by.viewer.accountName, first_address: by.address },
          ...{ first_at: now, first_hash: hash, ended_at: null },
          ...{ second_id: null, second_name: null, second_at: null, second_hash: null },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await auditBy(db, by, {
        at: now,
        action: 'joint.ask',
        subject: `company:${companyId ?? 0}`,
        detail: `${kind} ${made.id}: ${said.lines.map(({ value }) => value).join('; ')}`.slice(0, 500),
      });
      await noteChange(db, 'joint', companyId ?? 0, now);
      return made;
    });
  }

  /** What a person asked for or may sign: what waits, and what has ended within a day. */
  async list(reader: ActReader): Promise<JointAct[]> {
    const now = this.now();
    const rows = await this.storage.db
      .selectFrom('joint_acts')
      .selectAll()
      .where('first_at', '>', now - listed)
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
    const shown = rows.filter((row) => (cannotSign(row, reader.viewer) ?? 'same') === 'same');
    const naming = await this.#named(reader, shown);
    return shown.map((row) => viewOfAct(row, reader, naming, now));
  }

  async #one(viewer: Viewer, id: string): Promise<JointRow> {
    const row = await this.storage.db
      .selectFrom('joint_acts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined || (viewer.companyId !== null && viewer.companyId !== row.company_id))
      throw new Refusal(404, 'api.notFound', { what: `act ${id}` });
    return row;
  }

  async #view(reader: ActReader, id: string): Promise<{ act: JointAct }> {
    const row = await this.#one(reader.viewer, id);
    return { act: viewOfAct(row, reader, await this.#named(reader, [row]), this.now()) };
  }

  #named(reader: ActReader, rows: readonly JointRow[]): Promise<ReadyNaming> {
    const companies = rows.map(({ company_id: companyId }) => companyId);
    return readyNaming(this.storage.db, this.naming, reader, companies);
  }

  /** Who signs: somebody else at this console, or who is signed in; by their own password. */
  async #signer(by: By, row: JointRow, given: BodyOf<typeof signJoint>): Promise<Viewer> {
    const { password, code, accountName = '' } = given;
    const own = by.viewer.accountName;
    const isOther = accountName.trim() !== '' && accountName.trim().toLowerCase() !== own.toLowerCase();
    // Who asked cannot be the second one, whatever their password: it is not looked at.
    if (!isOther && row.first_id === by.viewer.userId)
      throw new Refusal(422, 'joint.same', {}, 'accountName');
    if (isOther) return proveOther(this.login, by, { password, code, accountName: accountName.trim() });
    await confirm(this.login, by, { password, code, body: { joint: row.id } });
    return by.viewer;
  }

  /**
   * Signs as the second person, and does it. Where it cannot be done, the act ends with that reason.
   * @throws Refusal 404, 409, 422 with why it is not taken, or why it was not done
   */
  async sign(by: By & ActReader, id: string, given: BodyOf<typeof signJoint>): Promise<{ act: JointAct }> {
    const asked = await this.#one(by.viewer, id);
    this.#refuseEnded(asked);
    const second = await this.#signer(by, asked, given);
    const claim = randomBytes(16).toString('hex');
    const row = await this.storage.write(async (db) => {
      const found = await db
        .selectFrom('joint_acts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      this.#refuseEnded(found);
      const now = this.now();
      const problem = secondProblem(
        {
          hash: hashOfAct(found),
          companyId: found.company_id,
          permissions: fromJson(found.permissions),
        },
        { userId: found.first_id, at: found.first_at, hash: found.first_hash },
        { signer: second, hash: given.hash, at: now },
      );
      if (problem !== null)
        throw new Refusal(422, `joint.${problem}`, {}, problem === 'same' ? 'accountName' : undefined);
      await auditBy(
        db,
        { viewer: second, address: by.address },
        {
          at: now,
          action: 'joint.sign',
          subject: `company:${found.company_id ?? 0}`,
          detail: `${found.kind} ${id} of ${found.first_name}`,
        },
      );
      await noteChange(db, 'joint', found.company_id ?? 0, now);
      return db
        .updateTable('joint_acts')
        .set({
          ...{ state: 'signed', second_id: second.userId, second_name: second.accountName },
          ...{ second_at: now, second_hash: given.hash },
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    await this.#perform(row, second, claim);
    return this.#view(by, id);
  }

  #refuseEnded(row: JointRow): void {
    if (row.state === 'waiting' || row.state === 'signed') {
      if (this.now() > untilOf(row)) throw new Refusal(422, 'joint.over');
      return;
    }
    throw new Refusal(409, 'joint.gone');
  }

  async #perform(row: JointRow, second: Viewer, claim: string): Promise<void> {
    const viewer = await readViewer(this.storage, row.first_id);
    try {
      if (viewer === null) throw new Refusal(422, 'joint.right');
      const language = viewer.language;
      const by = { viewer, address: row.first_address, joint: { id: row.id, claim, second }, language };
      await this.performers[kindOf(row)](by, JSON.parse(row.body));
      // What asks nobody any more (the setting was changed meanwhile) has used nothing up.
      await this.#end(row, 'done', '');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.#end(row, 'failed', words(viewer?.language ?? 'en')(error.messageId, error.params));
      throw error;
    }
  }

  async #end(row: JointRow, state: 'done' | 'failed', note: string): Promise<void> {
    await this.storage.write(async (db) => {
      await db
        .updateTable('joint_acts')
        .set({ state, note, ended_at: this.now() })
        .where('id', '=', row.id)
        .where('state', '=', 'signed')
        .execute();
      await noteChange(db, 'joint', row.company_id ?? 0, this.now());
    });
  }

  /** @throws Refusal 404, 409 where it has ended; 422 for who could not sign it, or without a reason */
  async refuse(by: By & ActReader, id: string, reason: string): Promise<{ act: JointAct }> {
    const asked = await this.#one(by.viewer, id);
    const cannot = cannotSign(asked, by.viewer);
    if (cannot !== null && cannot !== 'same') throw new Refusal(422, `joint.${cannot}`);
    if (reason.trim() === '' && cannot !== 'same') throw new Refusal(422, 'bound.required', {}, 'reason');
    await this.storage.write(async (db) => {
      const now = this.now();
      const { numUpdatedRows } = await db
        .updateTable('joint_acts')
        .set({ state: 'refused', ended_at: now, note: reason.trim() })
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'signed'])
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new Refusal(409, 'joint.gone');
      await auditBy(db, by, {
        at: now,
        action: 'joint.refuse',
        subject: `company:${asked.company_id ?? 0}`,
        detail: `${asked.kind} ${id} of ${asked.first_name}: ${reason.trim()}`,
      });
      await noteChange(db, 'joint', asked.company_id ?? 0, now);
    });
    return this.#view(by, id);
  }
}
