/** Alarms as people answer them: every act is on the company's stations alone. */
import type { Finding } from '../../base/alarm-words.ts';
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { AlarmOutcomes } from '../../contract/alarms/alarms.ts';
import type { AuditAction } from '../../contract/company/audit.ts';
import { type AlarmAct, type AlarmStanding, act } from '../../domain/alarms/standing.ts';
import { isActive, isPerson } from '../accounts/active.ts';
import { readViewer, type Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { entriesOf } from '../dictionaries/entries.ts';
import type { Db } from '../storage/schema.ts';
import { hangUploads, ownUploads } from '../uploads/refs.ts';
import { AlarmReads } from './alarm-reads.ts';
import { addEntry } from './entries.ts';
import { alarmMoved } from './moved.ts';
import { type AlarmRow, columnsOf, companyOfAlarm, standingOf } from './row.ts';

type Outcome = AlarmOutcomes['outcomes'][number];
type Params = Readonly<Record<string, string | number | boolean>>;

/** What has to hold for an act on alarms, or go with it. @throws Refusal where it does not: then nothing was done */
export type AlarmClaim = (db: Db, rows: readonly AlarmRow[]) => Promise<void>;

/** What a person does to an alarm, and what is kept of it. */
interface Wanted {
  /** Throws where it is not to be done after all; in the same transaction. */
  readonly claim?: AlarmClaim;
  readonly type: string;
  readonly action: AuditAction;
  readonly note: string;
  readonly until?: number;
  readonly finding?: Finding | null;
  /** Of a finding; a code of the dictionary. */
  readonly cause?: string | null;
  /** Files that go with it. */
  readonly uploadIds?: readonly number[];
  /** Answers what becomes of it, or why it may not. */
  readonly make: (
    row: AlarmRow,
    db: Db,
  ) => Promise<{ readonly set: Partial<AlarmRow> } | { readonly refused: string; readonly params?: Params }>;
}

/** A file is hung on what a station's people may see: what is of no station takes none. */
const makeOf = async (wanted: Wanted, row: AlarmRow, db: Db): ReturnType<Wanted['make']> =>
  row.company_id !== null && (wanted.uploadIds ?? []).length > 0
    ? { refused: 'noFiles' }
    : wanted.make(row, db);

export class AlarmBook extends AlarmReads {
  /**
   * Does one thing to several alarms, each by itself: one that may not be done says why and holds up no other.
   * @throws Refusal 404 where one is foreign or unknown: then nothing was done
   */
  async #act(by: By, alarmIds: readonly number[], wanted: Wanted): Promise<AlarmOutcomes> {
    const outcomes = await this.storage.write(async (db) => {
      const found: Outcome[] = [];
      const rows: AlarmRow[] = [];
      for (const id of alarmIds) rows.push(await this.found(db, by.viewer, id));
      // Said of all of them first: an alarm that cannot be closed now must not hide that a file is foreign.
      await ownUploads(db, by.viewer, wanted.uploadIds ?? []);
      await wanted.claim?.(db, rows);
      for (const row of rows) {
        const made = await makeOf(wanted, row, db);
        if ('refused' in made) {
          const account = row.answered_name ?? row.closed_name ?? row.shelved_name ?? '';
          found.push({
            alarmId: row.id,
            alarm: null,
            refused: { messageId: `alarms.refused.${made.refused}`, params: { account, ...made.params } },
          });
          continue;
        }
        await this.#write(db, by, row, wanted, made.set);
        found.push({ alarmId: row.id, alarm: null, refused: null });
      }
      return found;
    });
    const rows = await this.storage.db
      .selectFrom('alarms')
      .selectAll()
      .where('id', 'in', [...alarmIds])
      .execute();
    const views = new Map((await this.views(rows)).map((view) => [view.id, view]));
    return {
      outcomes: outcomes.map((outcome) => ({ ...outcome, alarm: views.get(outcome.alarmId) ?? null })),
    };
  }

  async #write(db: Db, by: By, row: AlarmRow, wanted: Wanted, set: Partial<AlarmRow>): Promise<void> {
    const now = this.now();
    const after = await db
      .updateTable('alarms')
      .set({ ...set, revision: row.revision + 1 })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await alarmMoved(db, row, after, now);
    const entryId = await addEntry(db, row, {
      type: wanted.type,
      t: now,
      known_at: now,
      user_id: by.viewer.userId,
      account_name: by.viewer.accountName,
      note: wanted.note,
      until_t: wanted.until ?? null,
      finding: wanted.finding ?? null,
      cause: wanted.cause ?? null,
    });
    const { uploadIds = [] } = wanted;
    const stationId = row.station_id;
    const companyId = companyOfAlarm(this.board, row);
    await hangUploads(
      db,
      by.viewer,
      { subject: 'alarmEntry', subjectId: entryId, stationId, companyId },
      uploadIds,
    );
    await auditBy(db, by, {
      at: now,
      action: wanted.action,
      subject: row.company_id === null ? `station:${row.station_id}` : `company:${row.company_id}`,
      detail: [
        `alarm ${row.id}`,
        wanted.finding ?? '',
        wanted.cause ?? '',
        wanted.note.slice(0, 200),
        ...uploadIds.map((id) => `upload ${id}`),
      ]
        .filter(Boolean)
        .join(', '),
    });
  }

  /** By the rules of domain/alarms/standing. */
  #make(
    wanted: AlarmAct | ((row: AlarmRow, db: Db) => Promise<AlarmAct>),
    names: (standing: AlarmStanding) => Partial<AlarmRow>,
  ) {
    return async (row: AlarmRow, db: Db) => {
      const asked = typeof wanted === 'function' ? await wanted(row, db) : wanted;
      const outcome = act(standingOf(row), asked, this.now());
      if ('refused' in outcome)
        return outcome.bound === undefined
          ? { refused: outcome.refused }
          : { refused: outcome.refused, params: { bound: outcome.bound } };
      return { set: { ...columnsOf(outcome.standing), ...names(outcome.standing) } };
    };
  }

  acknowledge(by: By, alarmIds: readonly number[], note: string, claim?: AlarmClaim) {
    const { userId, accountName } = by.viewer;
    const names = (standing: AlarmStanding) => ({
      answered_name: accountName,
      ...(standing.closed === null ? {} : { closed_by: userId, closed_name: accountName }),
      ...(standing.shelf === null ? { shelved_name: null, shelved_at: null } : {}),
    });
    const make = this.#make({ type: 'acknowledge', userId, note: note.trim() }, names);
    return this.#act(by, alarmIds, {
      type: 'acknowledge',
      action: 'alarm.acknowledge',
      note: note.trim(),
      make,
      ...(claim === undefined ? {} : { claim }),
    });
  }

  undo(by: By, alarmIds: readonly number[]) {
    const make = this.#make({ type: 'undo', userId: by.viewer.userId }, () => ({
      answered_name: null,
      closed_by: null,
      closed_name: null,
    }));
    return this.#act(by, alarmIds, { type: 'undo', action: 'alarm.undo', note: '', make });
  }

  /** A note, files, or both. @throws Refusal 422 for neither */
  comment(by: By, alarmIds: readonly number[], note: string, uploadIds: readonly number[] = []) {
    const text = note.trim();
    if (text === '' && uploadIds.length === 0) throw new Refusal(422, 'bound.required', {}, 'note');
    return this.#act(by, alarmIds, {
      type: 'comment',
      action: 'alarm.comment',
      note: text,
      uploadIds,
      make: async () => ({ set: {} }),
    });
  }

  /** @throws Refusal 422 for an account that may not answer these alarms */
  async assign(by: By, alarmIds: readonly number[], assignee: string | null) {
    const to = assignee === null ? null : await this.#assignee(by.viewer, assignee);
    return this.#act(by, alarmIds, {
      type: 'assign',
      action: 'alarm.assign',
      note: assignee ?? '',
      make: async (row) => {
        if (row.closed_at !== null) return { refused: 'closed' };
        if (to !== null && !this.sees(to, row))
          return { refused: 'foreign', params: { account: to.accountName } };
        return { set: { assigned_to: to?.userId ?? null, assigned_name: to?.accountName ?? null } };
      },
    });
  }

  async #assignee(viewer: Viewer, account: string): Promise<Viewer> {
    const row = await this.storage.db
      .selectFrom('users')
      .select('id')
      .where('account_name', '=', account)
      .where(isPerson)
      .executeTakeFirst();
    const found = row === undefined ? null : await readViewer(this.storage, row.id);
    const isKnown =
      found !== null &&
      hasPermission(found.permissions, 'alarm:event:answer') &&
      (viewer.companyId === null || found.companyId === null || found.companyId === viewer.companyId);
    if (!isKnown || found === null) throw new Refusal(422, 'alarms.noAssignee', { account }, 'assignee');
    return found;
  }

  /** Accounts that may answer alarms of the viewer's company. */
  async assignees(viewer: Viewer): Promise<{ accounts: string[] }> {
    const rows = await this.storage.db
      .selectFrom('users')
      .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
      .select(['users.account_name', 'users.company_id'])
      .where(isActive)
      .where(isPerson)
      .where('role_permissions.permission', '=', 'alarm:event:answer')
      .orderBy('users.account_name')
      .execute();
    const own = rows.filter((row) => viewer.companyId === null || row.company_id === viewer.companyId);
    return { accounts: own.map((row) => row.account_name) };
  }

  /**
   * Alarms that one person wants shelved, and whose they are (null = of several companies), for who has to sign it too.
   * @throws Refusal 404; 422 for an end that is past or too far: what could not be shelved is signed by nobody
   */
  async askToShelve(viewer: Viewer, alarmIds: readonly number[], until: number, reason: string) {
    const rows: AlarmRow[] = [];
    for (const id of alarmIds) rows.push(await this.found(this.storage.db, viewer, id));
    for (const row of rows) {
      const wanted = {
        type: 'shelve',
        userId: viewer.userId,
        second: -1,
        until,
        reason: reason.trim(),
      } as const;
      const outcome = act(standingOf(row), wanted, this.now());
      if (!('refused' in outcome)) continue;
      const params = outcome.bound === undefined ? {} : { bound: outcome.bound };
      throw new Refusal(422, `alarms.refused.${outcome.refused}`, params);
    }
    const companies = new Set(rows.map((row) => companyOfAlarm(this.board, row)));
    const [only = null] = companies;
    return { alarms: await this.views(rows), companyId: companies.size === 1 ? only : null };
  }

  /** @param second somebody else who has proved who they are; null = nobody */
  shelve(by: By, alarmIds: readonly number[], until: number, reason: string, second: Viewer | null) {
    const { userId, accountName } = by.viewer;
    const text = reason.trim();
    const names = () => ({ shelved_name: accountName, shelved_at: this.now() });
    const make = this.#make(
      { type: 'shelve', userId, second: second?.userId ?? null, until, reason: text },
      names,
    );
    return this.#act(by, alarmIds, {
      type: 'shelve',
      action: 'alarm.shelve',
      note: second === null ? text : `${text} (${second.accountName})`,
      until,
      make: async (row, db) =>
        second !== null && !this.sees(second, row) ? { refused: 'secondPerson' } : make(row, db),
    });
  }

  unshelve(by: By, alarmIds: readonly number[]) {
    const make = this.#make({ type: 'unshelve' }, () => ({ shelved_name: null, shelved_at: null }));
    return this.#act(by, alarmIds, { type: 'unshelve', action: 'alarm.unshelve', note: '', make });
  }

  /** @param cause code of the dictionary. @throws Refusal 422 for one that the company does not have, or that is off */
  close(
    by: By,
    alarmIds: readonly number[],
    finding: Finding | null,
    note: string,
    { uploadIds = [], cause = null }: { uploadIds?: readonly number[]; cause?: string | null } = {},
  ) {
    const { userId, accountName } = by.viewer;
    const text = note.trim();
    const make = this.#make({ type: 'close', finding }, () => ({
      closed_by: userId,
      closed_name: accountName,
      closed_note: text,
      shelved_name: null,
      shelved_at: null,
    }));
    return this.#act(by, alarmIds, {
      type: 'close',
      action: 'alarm.close',
      note: text,
      finding,
      cause,
      uploadIds,
      claim: async (db, rows) => {
        if (cause === null) return;
        for (const companyId of new Set(rows.map((row) => companyOfAlarm(this.board, row)))) {
          const entries = await entriesOf(db, 'faultCause', companyId);
          if (!entries.some(({ code, enabled }) => code === cause && enabled))
            throw new Refusal(422, 'dictionary.unknown', {}, 'cause');
        }
      },
      make,
    });
  }

  reopen(by: By, alarmIds: readonly number[], note: string) {
    const text = note.trim();
    const asked = async (row: AlarmRow, db: Db): Promise<AlarmAct> => {
      const other = await db
        .selectFrom('alarms')
        .select('id')
        .where('instance_id', '=', row.instance_id)
        .where('is_blind', '=', row.is_blind)
        .where('closed_at', 'is', null)
        .executeTakeFirst();
      return { type: 'reopen', hasOther: other !== undefined };
    };
    const make = this.#make(asked, () => ({
      answered_name: null,
      closed_by: null,
      closed_name: null,
      closed_note: '',
    }));
    return this.#act(by, alarmIds, { type: 'reopen', action: 'alarm.reopen', note: text, make });
  }
}
