/** Changes of sources, each with its entry in the audit. */
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import {
  type createSource,
  maxMappingVersions,
  maxSources,
  type saveMapping,
  type updateSource,
} from '../../contract/sources.ts';
import { createCredential } from '../gateway/connections/credential.ts';
import { compileMapping } from '../imports/recording.ts';
import { lookUpTargets } from '../imports/targets.ts';
import { clockOf } from '../imports/zone.ts';
import type { By, Db, SiteEditor } from '../sites/edit/editor.ts';
import { ownProject } from '../sites/edit/scope.ts';
import type { CompanyScope } from '../sites/visible.ts';

const hour = 3_600_000;
/** Ways that are opened by a token. */
const hasToken = (way: string) => way === 'http' || way === 'mqtt' || way === 'ftp';

/** Sources of projects that a viewer may see, those out of use not among them. */
export function visibleSources(db: Db, viewer: CompanyScope) {
  const all = db
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .where('sources.retired_at', 'is', null);
  return viewer.companyId === null ? all : all.where('projects.company_id', '=', viewer.companyId);
}

/** @throws Refusal 404 for one that there is not, or of another company */
export async function ownSource(db: Db, viewer: CompanyScope, id: number) {
  const row = await visibleSources(db, viewer)
    .selectAll('sources')
    .where('sources.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `source ${id}` });
  return row;
}

const subjectOf = (projectId: number) => `project:${projectId}`;

/** Makes a source. @throws Refusal */
export function addSource(
  editor: SiteEditor,
  by: By,
  { projectId, name, way }: BodyOf<typeof createSource>,
): Promise<{ id: number; key: string; token: string | null }> {
  return editor.change(by, 'sources.create', async (db) => {
    await ownProject(db, by.viewer, projectId);
    const { count } = await db
      .selectFrom('sources')
      .select((of) => of.fn.countAll<number | string>().as('count'))
      .where('project_id', '=', projectId)
      .where('retired_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxSources) throw new Refusal(422, 'sources.tooMany', { most: maxSources });
    const now = editor.now();
    const credential = hasToken(way) ? createCredential() : null;
    const key = `src-${randomBytes(6).toString('hex')}`;
    const { id } = await db
      .insertInto('sources')
      .values({
        project_id: projectId,
        key,
        name: name.trim(),
        way,
        state: 'on',
        created_at: now,
        retired_at: null,
        credential_hash: credential?.hash ?? null,
        credential_at: credential === null ? null : now,
        credential_by: credential === null ? null : by.viewer.accountName,
        old_credential_hash: null,
        old_credential_until: null,
        mapping_version: null,
        last_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const answer = { id, key, token: credential?.password ?? null };
    return { subject: subjectOf(projectId), detail: `${name.trim()}, ${way}, ${key}`, answer };
  });
}

/** @throws Refusal */
export function changeSource(
  editor: SiteEditor,
  by: By,
  id: number,
  { name, isPaused }: BodyOf<typeof updateSource>,
): Promise<object> {
  return editor.change(by, 'sources.update', async (db) => {
    const { project_id: projectId } = await ownSource(db, by.viewer, id);
    const state = isPaused ? 'paused' : 'on';
    await db.updateTable('sources').set({ name: name.trim(), state }).where('id', '=', id).execute();
    return { subject: subjectOf(projectId), detail: `${name.trim()}, ${state}`, answer: {} };
  });
}

const closed = {
  credential_hash: null,
  credential_at: null,
  credential_by: null,
  old_credential_hash: null,
  old_credential_until: null,
};

/** @throws Refusal */
export function endSource(editor: SiteEditor, by: By, id: number): Promise<object> {
  return editor.change(by, 'sources.retire', async (db) => {
    const { project_id: projectId, name } = await ownSource(db, by.viewer, id);
    const ended = { ...closed, retired_at: editor.now() };
    await db.updateTable('sources').set(ended).where('id', '=', id).execute();
    return { subject: subjectOf(projectId), detail: name, answer: {} };
  });
}

/** @throws Refusal */
export function renewSourceToken(
  editor: SiteEditor,
  by: By,
  id: number,
  overlapHours: number,
): Promise<{ token: string }> {
  return editor.change(by, 'sources.renew', async (db) => {
    const source = await ownSource(db, by.viewer, id);
    if (!hasToken(source.way)) throw new Refusal(422, 'sources.noToken');
    const { password, hash } = createCredential();
    const now = editor.now();
    const overlaps = overlapHours > 0 && source.credential_hash !== null;
    await db
      .updateTable('sources')
      .set({
        credential_hash: hash,
        credential_at: now,
        credential_by: by.viewer.accountName,
        old_credential_hash: overlaps ? source.credential_hash : null,
        old_credential_until: overlaps ? now + overlapHours * hour : null,
      })
      .where('id', '=', id)
      .execute();
    const detail = `${source.name}, overlap ${overlapHours} h`;
    return { subject: subjectOf(source.project_id), detail, answer: { token: password } };
  });
}

/** @throws Refusal */
export function revokeSourceToken(editor: SiteEditor, by: By, id: number): Promise<object> {
  return editor.change(by, 'sources.revoke', async (db) => {
    const { project_id: projectId, name } = await ownSource(db, by.viewer, id);
    await db.updateTable('sources').set(closed).where('id', '=', id).execute();
    return { subject: subjectOf(projectId), detail: name, answer: {} };
  });
}

/**
 * Checks all of a mapping that can be known without a message: zone, pattern, rows, channels, units and expressions, and
 * that every sensor is there, in the source's project. @throws Refusal naming the field
 */
export async function checkMapping(
  db: Db,
  projectId: number,
  mapping: BodyOf<typeof saveMapping>['mapping'],
): Promise<void> {
  clockOf(mapping.timeZone);
  // A header that has every name: which columns come is seen with the messages.
  const names = new Set<string>();
  JSON.stringify(mapping, (key, value: unknown) => {
    const isName = [
      'column',
      'date',
      'clock',
      'year',
      'month',
      'day',
      'dayOfYear',
      'hour',
      'minute',
      'second',
    ];
    if (isName.includes(key) && typeof value === 'string') names.add(value);
    return value;
  });
  compileMapping(mapping, [...names]);
  for (const sensor of mapping.sensors) {
    if (sensor.station === undefined)
      throw new Refusal(400, 'sources.noStation', { slot: sensor.slot }, 'mapping');
    await lookUpTargets(db, undefined, [sensor], null, { projectId, companyId: null });
  }
}

/** Saves the next version of a mapping. @throws Refusal; 409 where another one was saved meanwhile */
export function saveSourceMapping(
  editor: SiteEditor,
  by: By,
  id: number,
  { mapping, conflicts, before }: BodyOf<typeof saveMapping>,
): Promise<{ version: number }> {
  return editor.change(by, 'sources.mapping', async (db) => {
    const source = await ownSource(db, by.viewer, id);
    if (source.mapping_version !== before)
      throw new Refusal(409, 'sources.mappingMoved', { version: source.mapping_version ?? 0 });
    await checkMapping(db, source.project_id, mapping);
    const last = await db
      .selectFrom('source_mappings')
      .select((of) => of.fn.max('version').as('version'))
      .where('source_id', '=', id)
      .executeTakeFirst();
    const version = Number(last?.version ?? 0) + 1;
    if (version > maxMappingVersions)
      throw new Refusal(422, 'sources.tooManyVersions', { most: maxMappingVersions });
    await db
      .insertInto('source_mappings')
      .values({
        source_id: id,
        version,
        mapping: JSON.stringify(mapping),
        conflicts,
        account_name: by.viewer.accountName,
        at: editor.now(),
      })
      .execute();
    await db.updateTable('sources').set({ mapping_version: version }).where('id', '=', id).execute();
    const detail = `${source.name}, version ${version}, ${conflicts}`;
    return { subject: subjectOf(source.project_id), detail, answer: { version } };
  });
}
