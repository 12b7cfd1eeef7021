/** Saved scripts as modules: what a name stands for, and which scripts import it. */
import type { DataOf } from '../../../contract/call.ts';
import type { scriptUsers } from '../../../contract/scripts.ts';
import { type FoundModule, moduleImports, modulePrefix, resolveModules } from '../../../script/modules.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Db } from '../../sites/edit/editor.ts';
import type { ScriptTable } from '../../storage/schema.ts';
import { listScripts, scriptOf, versionOf } from './store.ts';

/**
 * What a name stands for, for a user: a script of their own, or one that their company shares. Somebody who belongs to no
 * company has scripts of their own alone; nobody else learns that a script of another company exists.
 */
async function findModule(db: Db, viewer: Viewer, name: string): Promise<FoundModule> {
  const { companyId, userId } = viewer;
  const rows = await db
    .selectFrom('scripts')
    .select(['id', 'version', 'company_id', 'owner_name'])
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .where((on) => {
      const shared = on('share', '=', 'company');
      const seen = companyId === null ? shared : on.and([shared, on('company_id', '=', companyId)]);
      return on.or([on('owner_id', '=', userId), seen]);
    })
    .orderBy('id')
    .execute();
  const own = rows.filter(({ company_id: company }) => company === companyId);
  const [found, ...others] = own;
  if (found === undefined) return { is: rows.length === 0 ? 'missing' : 'otherCompany' };
  if (others.length > 0) return { is: 'several', owners: own.map(({ owner_name: owner }) => owner) };
  const { text } = await versionOf(db, found.id, found.version);
  return { is: 'found', script: found.id, version: found.version, text };
}

/** The modules that a text needs, in their newest versions, as a user sees them: one rule for every run. */
export const modulesFor = (db: Db, viewer: Viewer, text: string) =>
  resolveModules(text, (name) => findModule(db, viewer, name));

const imports = ({ name }: Pick<ScriptTable, 'name'>, text: string) =>
  text.includes(`${modulePrefix}${name}`) && moduleImports(text).some((own) => own.name === name);

/**
 * Scripts whose newest version imports a script by its name: those that the viewer may see, and how many others.
 * @throws Refusal 404 for one that the viewer may not see
 */
export async function usersOf(db: Db, viewer: Viewer, scriptId: string): Promise<DataOf<typeof scriptUsers>> {
  const row = await scriptOf(db, viewer, scriptId);
  const newest = db
    .selectFrom('scripts as user')
    .innerJoin('script_versions', (join) =>
      join
        .onRef('script_versions.script_id', '=', 'user.id')
        .onRef('script_versions.version', '=', 'user.version'),
    )
    .select(['user.id', 'user.name', 'user.owner_name', 'script_versions.text'])
    .where('user.deleted_at', 'is', null)
    .where('user.id', '<>', row.id)
    .where('script_versions.text', 'like', `%${modulePrefix}%`);
  // What nobody else sees, nobody else imports.
  const ofOwner = newest.where('user.owner_id', '=', row.owner_id);
  const where =
    row.share === 'company' && row.company_id !== null
      ? newest.where('user.company_id', '=', row.company_id)
      : ofOwner;
  const found = (await where.orderBy('user.name').orderBy('user.id').execute()).filter(({ text }) =>
    imports(row, text),
  );
  const seen = new Set((await listScripts(db, viewer)).map(({ id }) => id));
  const users = found.filter(({ id }) => seen.has(id));
  return {
    users: users.map(({ id, name, owner_name: owner }) => ({ id, name, owner })),
    others: found.length - users.length,
  };
}
