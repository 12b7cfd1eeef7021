/** Sources as the server works with them. */
import { sql } from 'kysely';
import type { Mapping } from '../../contract/mapping.ts';
import { type SourceWay, sourceWays } from '../../contract/sources.ts';
import { checkCredential } from '../gateway/connections/credential.ts';
import { parseMapping } from '../imports/mapping.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';
import type { ConflictRule, Storage } from '../storage/storage.ts';

export interface SourceEntry {
  readonly id: number;
  readonly projectId: number;
  readonly companyId: number;
  readonly timeZone: string;
  readonly key: string;
  readonly name: string;
  readonly way: SourceWay;
  readonly isPaused: boolean;
  readonly credentialHash: string | null;
  readonly oldCredential: { readonly hash: string; readonly until: number } | null;
  /** Null = nothing can be read yet. */
  readonly mapping: {
    readonly version: number;
    readonly mapping: Mapping;
    readonly conflicts: ConflictRule;
  } | null;
}

export const wayOf = (text: string): SourceWay => sourceWays.find((way) => way === text) ?? 'upload';
const rules: readonly ConflictRule[] = ['keep', 'replace', 'fail'];
export const ruleOf = (text: string): ConflictRule => rules.find((rule) => rule === text) ?? 'keep';

/** Mappings by their text: a version never changes, and each message asks. */
const parsed = new Map<string, Mapping>();
function mappingOf(text: string): Mapping {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size > 500) parsed.clear();
  const mapping = parseMapping(text);
  parsed.set(text, mapping);
  return mapping;
}

function select(db: Db) {
  return db
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .leftJoin('source_mappings', (join) =>
      join
        .onRef('source_mappings.source_id', '=', 'sources.id')
        .onRef('source_mappings.version', '=', 'sources.mapping_version'),
    )
    .selectAll('sources')
    .select([
      'projects.company_id',
      'projects.time_zone',
      'source_mappings.mapping',
      'source_mappings.conflicts',
    ])
    .where('sources.retired_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toSource = (row: Row): SourceEntry => ({
  id: row.id,
  projectId: row.project_id,
  companyId: row.company_id,
  timeZone: row.time_zone,
  key: row.key,
  name: row.name,
  way: wayOf(row.way),
  isPaused: row.state !== 'on',
  credentialHash: row.credential_hash,
  oldCredential:
    row.old_credential_hash === null || row.old_credential_until === null
      ? null
      : { hash: row.old_credential_hash, until: row.old_credential_until },
  mapping:
    row.mapping === null || row.mapping_version === null
      ? null
      : {
          version: row.mapping_version,
          mapping: mappingOf(row.mapping),
          conflicts: ruleOf(row.conflicts ?? 'keep'),
        },
});

/** The source of a key; null where there is none, or it is out of use. */
export async function sourceOfKey(db: Db, key: string): Promise<SourceEntry | null> {
  const row = await select(db).where('sources.key', '=', key).executeTakeFirst();
  return row === undefined ? null : toSource(row);
}

/** The source of an id, of those that a viewer sees. */
export async function sourceOfId(
  db: Db,
  id: number,
  { companyId }: CompanyScope,
): Promise<SourceEntry | null> {
  const one = select(db).where('sources.id', '=', id);
  const own = companyId === null ? one : one.where('projects.company_id', '=', companyId);
  const row = await own.executeTakeFirst();
  return row === undefined ? null : toSource(row);
}

/** Sources of some ways that are in use. */
export async function sourcesOfWay(db: Db, ...ways: readonly SourceWay[]): Promise<readonly SourceEntry[]> {
  return (await select(db).where('sources.way', 'in', ways).orderBy('sources.id').execute()).map(toSource);
}

/**
 * True where the secret is the source's. The one before the last renewal is good until its time is over, or the new one
 * was used once.
 */
export async function admitsSource(
  storage: Storage,
  { id, credentialHash, oldCredential }: SourceEntry,
  secret: string | Uint8Array,
  now: number,
): Promise<boolean> {
  if (credentialHash !== null && checkCredential(secret, credentialHash)) {
    if (oldCredential !== null) {
      const ended = { old_credential_hash: null, old_credential_until: null };
      await storage.write((db) => db.updateTable('sources').set(ended).where('id', '=', id).execute());
    }
    return true;
  }
  return oldCredential !== null && now < oldCredential.until && checkCredential(secret, oldCredential.hash);
}

/** Notes when something came by sources, within the caller's transaction. */
export async function noteLast(db: Db, lasts: ReadonlyMap<number, number>): Promise<void> {
  for (const [id, at] of lasts)
    await db
      .updateTable('sources')
      .set({ last_at: at })
      .where('id', '=', id)
      .where((on) => on.or([on('last_at', 'is', null), on('last_at', '<', sql<number>`${at}`)]))
      .execute();
}
