/** What people see of messages, and how much of them is kept. Every read is of the asker's company. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { BodyOf, DataOf, QueryOf } from '../../contract/call.ts';
import type {
  deviceMessages,
  MessageDetail,
  MessageStore,
  MessageSummary,
  saveMessageStore,
} from '../../contract/messages.ts';
import { messageStates } from '../../contract/messages.ts';
import { auditBy, type By } from '../audit/by.ts';
import type { Board } from '../sites/board.ts';
import { type CompanyScope, messagesOf, sees, visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Database, DeviceMessageTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { isMessage, words } from '../words.ts';
import { firstIdOf, type MessageStoreRoom, timeOfId, usualSettings } from './store.ts';

/** Messages that one page looks through at most: a search for what there is not must not hold up the devices. */
const lookedThrough = 4000;
/** Metrics of a message in a list. */
const usualReads = 6;
/** Messages of the same sender beside one. */
const beside = 5;

const columns = [
  ...([
    'id',
    'company_id',
    'rtu_id',
    'source_id',
    'sender',
    'address',
    'is_out',
    'way',
    'kind',
    'topic',
  ] as const),
  ...(['qos', 'bytes', 'level', 'readings', 'is_secret', 'problems', 'words', 'decoded'] as const),
] as const;
type Row = Pick<DeviceMessageTable, (typeof columns)[number]>;
type Query = QueryOf<typeof deviceMessages>;

/** No message comes later. */
const latestId = Number.MAX_SAFE_INTEGER;

/** A text as LIKE finds it anywhere. */
const anywhere = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

export class DeviceMessageBook {
  readonly #storage: Storage;
  readonly #board: Board;
  readonly #room: MessageStoreRoom;

  constructor(storage: Storage, board: Board, room: MessageStoreRoom) {
    this.#storage = storage;
    this.#board = board;
    this.#room = room;
  }

  /** @throws Refusal 404 for a station, RTU or source that the asker does not see */
  async list(scope: CompanyScope, query: Query, language: Language): Promise<DataOf<typeof deviceMessages>> {
    const rtus = await this.#rtusOf(scope, query);
    await this.#checkSource(scope, query.sourceId);
    const { from, to, before, after, limit, reads = usualReads } = query;
    const low = Math.max(after === undefined ? 0 : after + 1, from === undefined ? 0 : firstIdOf(from));
    const high = Math.min(before ?? latestId, to === undefined ? latestId : firstIdOf(to + 1));
    const { db } = this.#storage;
    let window = messagesOf(db, scope)
      .where('device_messages.id', '>=', low)
      .where('device_messages.id', '<', high)
      .orderBy('device_messages.id', 'desc');
    if (rtus !== null) window = window.where('rtu_id', 'in', rtus.length === 0 ? [-1] : [...rtus]);
    const looked = window
      .select(columns.map((name) => `device_messages.${name}` as const))
      .limit(lookedThrough);
    const found: readonly Row[] = await matching(
      db.selectFrom(looked.as('m')).selectAll() as SelectQueryBuilder<Database & { m: Row }, 'm', Row>,
      query,
    )
      .orderBy('m.id', 'desc')
      .limit(limit)
      .execute();
    const say = (row: Row) => this.#summary(scope, row, language, reads);
    const messages = found.map(say);
    const last = messages.at(-1);
    if (messages.length === limit && last !== undefined) return { messages, more: true, until: last.id };
    const [border] = await window
      .select('device_messages.id')
      .offset(lookedThrough - 1)
      .limit(1)
      .execute();
    return { messages, more: border !== undefined, until: border?.id ?? 0 };
  }

  /** RTUs that a query names; null = it names none. */
  async #rtusOf(scope: CompanyScope, { station, rtuId }: Query): Promise<readonly number[] | null> {
    if (station === undefined && rtuId === undefined) return null;
    let rtus = visibleStations(this.#storage.db, scope).innerJoin('rtus', 'rtus.station_id', 'stations.id');
    if (station !== undefined) rtus = rtus.where('stations.id', '=', station);
    if (rtuId !== undefined) rtus = rtus.where('rtus.id', '=', rtuId);
    const found = await rtus.select('rtus.id').execute();
    if (found.length > 0) return found.map(({ id }) => id);
    const isThere =
      station !== undefined &&
      rtuId === undefined &&
      (await visibleStations(this.#storage.db, scope)
        .select('stations.id')
        .where('stations.id', '=', station)
        .executeTakeFirst()) !== undefined;
    if (isThere) return [];
    throw new Refusal(404, 'api.notFound', {
      what: rtuId === undefined ? `station ${station}` : `rtu ${rtuId}`,
    });
  }

  async #checkSource({ companyId }: CompanyScope, sourceId: number | undefined): Promise<void> {
    if (sourceId === undefined) return;
    const all = this.#storage.db
      .selectFrom('sources')
      .innerJoin('projects', 'projects.id', 'sources.project_id')
      .select('sources.id')
      .where('sources.id', '=', sourceId);
    const own = companyId === null ? all : all.where('projects.company_id', '=', companyId);
    if ((await own.executeTakeFirst()) === undefined)
      throw new Refusal(404, 'api.notFound', { what: `source ${sourceId}` });
  }

  /** @throws Refusal 404 for one that is gone, or another company's */
  async one(scope: CompanyScope, messageId: number, language: Language): Promise<MessageDetail> {
    const { db } = this.#storage;
    const row = await messagesOf(db, scope)
      .selectAll('device_messages')
      .where('device_messages.id', '=', messageId)
      .executeTakeFirst();
    if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `message ${messageId}` });
    const earlier = messagesOf(db, scope)
      .select(columns.map((name) => `device_messages.${name}` as const))
      .where('device_messages.id', '<', messageId)
      .orderBy('device_messages.id', 'desc')
      .limit(beside);
    const before =
      row.rtu_id === null ? [] : await earlier.where('device_messages.rtu_id', '=', row.rtu_id).execute();
    const { qos, address, readings, body } = row;
    return {
      message: this.#summary(scope, row, language, 0),
      ...{ qos, address, readings },
      problems: problemsOf(row, language),
      metrics: [...fromJson(row.decoded)],
      body: body === null ? null : Buffer.from(body).toString('base64'),
      isSecret: row.is_secret === 1,
      before: before.map((one) => this.#summary(scope, one, language, usualReads)),
    };
  }

  #summary(scope: CompanyScope, row: Row, language: Language, reads: number): MessageSummary {
    const decoded = fromJson(row.decoded);
    const site = row.rtu_id === null ? undefined : this.#board.siteOfRtu(row.rtu_id);
    const isSeen = site !== undefined && sees(scope, site.project.companyId);
    // What measures something is shown before what only accompanies it.
    const first = [
      ...decoded.filter(({ channel }) => channel !== null),
      ...decoded.filter(({ channel }) => channel === null),
    ];
    return {
      ...{ id: row.id, at: timeOfId(row.id), isOut: row.is_out === 1, sender: row.sender, rtuId: row.rtu_id },
      ...{ stationId: isSeen ? site.station.id : null, sourceId: row.source_id, topic: row.topic },
      ...{
        way: row.way as MessageSummary['way'],
        kind: row.kind as MessageSummary['kind'],
        bytes: row.bytes,
      },
      state: messageStates[row.level] ?? 'taken',
      why: problemsOf(row, language)[0] ?? '',
      count: decoded.length,
      reads: first.slice(0, reads),
    };
  }

  /** What each company that the asker sees keeps. */
  async stores({ companyId }: CompanyScope): Promise<readonly MessageStore[]> {
    const { db } = this.#storage;
    const all = db
      .selectFrom('companies')
      .select(['companies.id', 'companies.name'])
      .orderBy('companies.name');
    const companies = await (companyId === null ? all : all.where('companies.id', '=', companyId)).execute();
    const listed = companyId === null ? [...companies, { id: 0, name: '' }] : companies;
    const ids = listed.map(({ id }) => id);
    const totals = await db.selectFrom('message_totals').selectAll().where('company_id', 'in', ids).execute();
    const settings = await db
      .selectFrom('message_settings')
      .selectAll()
      .where('company_id', 'in', ids)
      .execute();
    return Promise.all(
      listed.map(async ({ id, name }): Promise<MessageStore> => {
        const total = totals.find((one) => one.company_id === id);
        const { days, megabytes } = settings.find((one) => one.company_id === id) ?? usualSettings;
        const oldest = await db
          .selectFrom('device_messages')
          .select('id')
          .where('company_id', '=', id)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
        return {
          ...{ companyId: id, name, days, megabytes },
          ...{ messages: total?.messages ?? 0, bytes: total?.kept ?? 0 },
          since: oldest === undefined ? null : timeOfId(oldest.id),
          ...{ dropped: total?.dropped ?? 0, droppedFrom: total?.dropped_from ?? null },
          droppedTo: total?.dropped_to ?? null,
        };
      }),
    );
  }

  /** @throws Refusal 404 for another company */
  async save(
    by: By,
    companyId: number,
    { days, megabytes }: BodyOf<typeof saveMessageStore>,
    now: number,
  ): Promise<void> {
    const known = await this.#storage.db
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .executeTakeFirst();
    if (known === undefined || !sees(by.viewer, companyId))
      throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
    const set = { days, megabytes, updated_at: now, account_name: by.viewer.accountName };
    await this.#storage.write(async (db) => {
      await db
        .insertInto('message_settings')
        .values({ company_id: companyId, ...set })
        .onConflict((on) => on.column('company_id').doUpdateSet(set))
        .execute();
      await auditBy(db, by, {
        ...{ at: now, action: 'messages.store', subject: `company:${companyId}` },
        detail: `${days} d, ${megabytes} MB`,
      });
    });
    void this.#room.prune();
  }
}

function matching(
  rows: SelectQueryBuilder<Database & { m: Row }, 'm', Row>,
  { kind, only, contains, sourceId }: Query,
): SelectQueryBuilder<Database & { m: Row }, 'm', Row> {
  let found = rows;
  if (kind !== undefined) found = found.where('m.kind', '=', kind);
  if (only !== undefined) found = found.where('m.level', '>=', only === 'refused' ? 2 : 1);
  if (sourceId !== undefined) found = found.where('m.source_id', '=', sourceId);
  if (contains !== undefined)
    found = found.where(sql<boolean>`m.words LIKE ${anywhere(contains)} ESCAPE '\\'`);
  return found;
}

/** Reasons in the asker's language. */
function problemsOf({ problems }: Pick<Row, 'problems'>, language: Language): string[] {
  const say = words(language);
  return fromJson(problems).map(({ id, params }) =>
    isMessage(id)
      ? say(id, params)
      : say('messages.reason.other', { detail: String(params['detail'] ?? id) }),
  );
}
