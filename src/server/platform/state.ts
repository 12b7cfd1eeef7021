/** What of the platform is changed while the server runs: read where it counts, saved as versions. */
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import {
  type AdjustableBound,
  adjustableBoundNames,
  companyBounds,
} from '../../contract/company/company-bounds.ts';
import type { PlatformBounds, restorePlatform, savePlatform } from '../../contract/company/platform.ts';
import type { PlatformLook, PlatformName } from '../../contract/company/platform-look.ts';
import { auditBy, type By } from '../audit/by.ts';
import { everyCompany } from '../sites/edit/scope.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, PlatformState } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** As the product comes. */
export const original: PlatformState = { name: { 'zh-chs': '', en: '', ja: '' }, logo: null, bounds: {} };

const newest = (db: Db) =>
  db.selectFrom('platform_versions').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();

/** The newest version; 0 = as the product comes. */
export async function current(db: Db): Promise<{ readonly version: number; readonly state: PlatformState }> {
  const row = await newest(db);
  return row === undefined
    ? { version: 0, state: original }
    : { version: row.version, state: fromJson(row.state) };
}

/** What everybody sees. */
export async function lookOf(db: Db): Promise<PlatformLook> {
  const { name, logo } = (await current(db)).state;
  return { name, logo };
}

/** All bounds that can be changed, those of the product where they were not. */
export function boundsOf(state: PlatformState): PlatformBounds {
  const bounds = adjustableBoundNames.map((name) => [name, state.bounds[name] ?? companyBounds[name]]);
  return Object.fromEntries(bounds) as PlatformBounds;
}

/** What a company may have of one thing now; asked within the transaction that adds to it. */
export async function boundInForce(db: Db, name: AdjustableBound): Promise<number> {
  return boundsOf((await current(db)).state)[name];
}

const named = (name: PlatformName): string =>
  Object.values(name)
    .filter((word) => word !== '')
    .join(' / ') || '–';

/** What differs, in words of the audit. */
function differences(before: PlatformState, after: PlatformState): string {
  const [old, now] = [boundsOf(before), boundsOf(after)];
  return [
    ...(named(before.name) === named(after.name)
      ? []
      : [`name: ${named(before.name)} → ${named(after.name)}`]),
    ...(before.logo === after.logo
      ? []
      : [`logo: ${before.logo?.slice(0, 12) ?? '–'} → ${after.logo?.slice(0, 12) ?? '–'}`]),
    ...adjustableBoundNames
      .filter((bound) => old[bound] !== now[bound])
      .map((bound) => `${bound}: ${old[bound]} → ${now[bound]}`),
  ].join('; ');
}

/** Writes the next version within the caller's transaction. `version`: what it is based on; absent = the newest. */
async function append(
  db: Db,
  by: By,
  entry: { readonly version?: number; readonly reason: string; readonly at: number },
  make: (before: PlatformState) => PlatformState | Promise<PlatformState>,
): Promise<{ version: number }> {
  const before = await current(db);
  if (entry.version !== undefined && entry.version !== before.version)
    throw new Refusal(409, 'platform.moved');
  const after = await make(before.state);
  const version = before.version + 1;
  const { at } = entry;
  const reason = entry.reason.trim();
  await db
    .insertInto('platform_versions')
    .values({ version, at, account_name: by.viewer.accountName, reason, state: toJson(after) })
    .execute();
  const detail = [differences(before.state, after), reason].filter((part) => part !== '').join(' · ');
  await auditBy(db, by, { at, action: 'platform.save', subject: `platform:${version}`, detail });
  return { version };
}

/** Saves name and bounds. @throws Refusal 403, 409 */
export async function savePlatformState(
  storage: Storage,
  by: By,
  body: BodyOf<typeof savePlatform>,
  at: number,
): Promise<{ version: number }> {
  everyCompany(by.viewer);
  const name = {
    'zh-chs': body.name['zh-chs'].trim(),
    en: body.name.en.trim(),
    ja: body.name.ja.trim(),
  };
  const bounds = Object.fromEntries(
    adjustableBoundNames
      .filter((bound) => body.bounds[bound] !== companyBounds[bound])
      .map((bound) => [bound, body.bounds[bound]]),
  );
  return storage.write((db) => append(db, by, { ...body, at }, ({ logo }) => ({ name, logo, bounds })));
}

/** Makes a former version the newest one. @throws Refusal 403, 404, 409 */
export async function restoreState(
  storage: Storage,
  by: By,
  body: BodyOf<typeof restorePlatform>,
  at: number,
): Promise<{ version: number }> {
  everyCompany(by.viewer);
  return storage.write((db) =>
    append(db, by, { ...body, at }, async () => {
      if (body.restored === 0) return original;
      const row = await db
        .selectFrom('platform_versions')
        .select('state')
        .where('version', '=', body.restored)
        .executeTakeFirst();
      if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `version ${body.restored}` });
      return fromJson(row.state);
    }),
  );
}

/** Keeps a picture and makes it the logo; null = the product's own again. @throws Refusal 403 */
export async function setLogo(
  storage: Storage,
  by: By,
  logo: { readonly id: string; readonly png: Uint8Array } | null,
  at: number,
): Promise<{ version: number }> {
  everyCompany(by.viewer);
  return storage.write(async (db) => {
    if (logo !== null)
      await db
        .insertInto('platform_logos')
        .values(logo)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    return append(db, by, { reason: '', at }, (before) => ({ ...before, logo: logo?.id ?? null }));
  });
}
