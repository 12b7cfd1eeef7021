/** Sources as the console shows them. */
import type { Language } from '../../base/messages.ts';
import type { DataOf } from '../../contract/call.ts';
import type { DataSource, SourceRefusal, sourceDetail } from '../../contract/sources.ts';
import { parseMapping } from '../imports/mapping.ts';
import { runView } from '../imports/run-view.ts';
import { runsOfSource } from '../imports/runs.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';
import { isMessage, words } from '../words.ts';
import { ownSource, visibleSources } from './edit.ts';
import { ruleOf, wayOf } from './source.ts';

const HOUR = 3_600_000;
const hoursShown = 24;
const runsShown = 50;
const versionsShown = 50;

type Row = Awaited<ReturnType<typeof ownSource>>;

interface Counts {
  readonly hours: number[];
  messages: number;
  stored: number;
  known: number;
  refused: number;
}

/** What came in the last 24 hours, the running one among them. */
async function countsOf(db: Db, ids: readonly number[], now: number): Promise<ReadonlyMap<number, Counts>> {
  const first = Math.floor(now / HOUR) * HOUR - (hoursShown - 1) * HOUR;
  const rows = await db
    .selectFrom('source_hours')
    .selectAll()
    .where('source_id', 'in', ids)
    .where('hour', '>=', first)
    .execute();
  const found = new Map<number, Counts>();
  for (const { source_id: id, hour, messages, stored, known, refused } of rows) {
    const counts = found.get(id) ?? none();
    found.set(id, counts);
    const at = (hour - first) / HOUR;
    if (at >= 0 && at < hoursShown) counts.hours[at] = stored;
    counts.messages += messages;
    counts.stored += stored;
    counts.known += known;
    counts.refused += refused;
  }
  return found;
}

const none = (): Counts => ({
  hours: new Array<number>(hoursShown).fill(0),
  messages: 0,
  stored: 0,
  known: 0,
  refused: 0,
});

function toView(row: Row, counts: Counts | undefined, now: number): DataSource {
  const { credential_at: at, credential_by: by, old_credential_until: until } = row;
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    way: wayOf(row.way),
    key: row.key,
    isPaused: row.state !== 'on',
    createdAt: row.created_at,
    credential:
      at === null ? null : { at, by: by ?? '', oldUntil: until !== null && until > now ? until : null },
    version: row.mapping_version,
    lastAt: row.last_at,
    ...(counts ?? none()),
  };
}

/** What a message id with its placeholders says; the id itself where it is none (of an older version). */
export function textOfReason(language: Language, id: string, params: string): string {
  if (!isMessage(id)) return id;
  const values: unknown = JSON.parse(params);
  const given = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  const kept = given.filter((entry): entry is [string, string | number | boolean] =>
    ['string', 'number', 'boolean'].includes(typeof entry[1]),
  );
  return words(language)(id, Object.fromEntries(kept));
}

async function refusalsOf(
  db: Db,
  ids: readonly number[],
  language: Language,
  now: number,
): Promise<SourceRefusal[]> {
  const rows = await db
    .selectFrom('source_refusals')
    .selectAll()
    .where('source_id', 'in', ids)
    .where('hour', '>=', Math.floor(now / HOUR) * HOUR - (hoursShown - 1) * HOUR)
    .orderBy('hour')
    .execute();
  const groups = new Map<string, SourceRefusal>();
  for (const { source_id: sourceId, reason, about, count, last_at: lastAt, params } of rows) {
    const key = `${sourceId} ${reason} ${about}`;
    const text = textOfReason(language, reason, params);
    const before = groups.get(key)?.count ?? 0;
    groups.set(key, { sourceId, reason, about, count: before + count, lastAt, text });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || b.lastAt - a.lastAt).slice(0, 500);
}

/** All sources that a viewer may see, and why something of the last 24 hours was refused. */
export async function listSources(
  db: Db,
  viewer: CompanyScope,
  language: Language,
  now: number,
): Promise<{ sources: DataSource[]; refusals: SourceRefusal[] }> {
  const rows = await visibleSources(db, viewer).selectAll('sources').orderBy('sources.id').execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { sources: [], refusals: [] };
  const counts = await countsOf(db, ids, now);
  return {
    sources: rows.map((row) => toView(row, counts.get(row.id), now)),
    refusals: await refusalsOf(db, ids, language, now),
  };
}

/** A source with its last messages, runs, versions and files. @throws Refusal 404 */
export async function oneSource(
  db: Db,
  viewer: CompanyScope,
  id: number,
  language: Language,
  now: number,
): Promise<DataOf<typeof sourceDetail>> {
  const row = await ownSource(db, viewer, id);
  const counts = await countsOf(db, [id], now);
  const messages = await db
    .selectFrom('source_messages')
    .selectAll()
    .where('source_id', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  const versions = await db
    .selectFrom('source_mappings')
    .selectAll()
    .where('source_id', '=', id)
    .orderBy('version', 'desc')
    .limit(versionsShown)
    .execute();
  const files = await db
    .selectFrom('source_files')
    .selectAll()
    .where('source_id', '=', id)
    .orderBy('at', 'desc')
    .limit(200)
    .execute();
  return {
    source: toView(row, counts.get(id), now),
    messages: messages.map(({ id: messageId, at, name, body, bytes, status }) => ({
      id: messageId,
      at,
      name,
      bytes,
      status,
      text: new TextDecoder().decode(body),
      isCut: body.length < bytes,
    })),
    runs: (await runsOfSource(db, id, runsShown)).map(runView),
    versions: versions.map(({ version, at, account_name: accountName, conflicts, mapping }) => ({
      version,
      at,
      accountName,
      conflicts: ruleOf(conflicts),
      mapping: parseMapping(mapping),
    })),
    files: files.map(({ name, size, at, read_lines: lines, problem }) => ({
      name,
      size,
      at,
      lines,
      problem: problem === null ? null : problemText(language, problem),
    })),
  };
}

function problemText(language: Language, problem: string): string {
  const parsed: unknown = JSON.parse(problem);
  const { messageId = '', params = {} } = parsed as { messageId?: string; params?: object }; // written by folder.ts
  return textOfReason(language, messageId, JSON.stringify(params));
}
