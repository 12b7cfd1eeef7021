/** Folders that alarm rules watch: what leaves one of them is watched no more, so it leaves none unnoticed. */
import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import { type FolderRule, readFolderRules, targetsOfRules } from '../alarms/rules/folder-rules.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { settingsOf } from '../two-persons/guard.ts';
import type { FolderBook } from './change.ts';

/** Rules and stations that are named; the rest is counted. */
const mostNamed = 10;
const namedList = (names: readonly string[]) =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} +${names.length - mostNamed}`;

/** Folders that the selections of assigned standard sets name. */
async function standardScopes(db: Db) {
  const rows = await db
    .selectFrom('standard_watches')
    .innerJoin('standards', 'standards.id', 'standard_watches.standard_id')
    .select(['standards.name', 'scope'])
    .execute();
  return rows.map(({ name, scope }) => ({ name, folders: fromJson(scope).folders }));
}

/**
 * Folders that rules or assigned standard sets name in their scopes are neither deleted nor taken from the company.
 * @param inside the folders with all that is in them
 * @throws Refusal 409
 */
export async function checkUnnamed(db: Db, inside: readonly number[]): Promise<void> {
  const rules = (await readFolderRules(db)).filter(({ definition }) =>
    (definition.scope.folders ?? []).some((id) => inside.includes(id)),
  );
  const standards = (await standardScopes(db)).filter(({ folders }) =>
    folders.some((id) => inside.includes(id)),
  );
  const named = [...rules, ...standards].map(({ name }) => name);
  if (named.length > 0) throw new Refusal(409, 'folders.watched', { rules: namedList(named) });
}

interface Moved {
  readonly rule: FolderRule;
  /** Codes of the stations, one for each sensor or RTU. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** @throws Refusal 403 for who may not change rules; 409 where it takes two persons, or was not said */
async function checkLeaving(db: Db, by: By, moved: readonly Moved[], unwatch: boolean): Promise<void> {
  const leaving = moved.filter(({ gone }) => gone.length > 0);
  if (leaving.length === 0) return;
  const params = {
    rules: namedList(leaving.map(({ rule }) => rule.name)),
    stations: namedList([...new Set(leaving.flatMap(({ gone }) => gone))].sort()),
  };
  if (!hasPermission(by.viewer.permissions, 'alarm:rule:edit'))
    throw new Refusal(403, 'folders.unwatchRight', params);
  for (const companyId of new Set(leaving.map(({ rule }) => rule.companyId)))
    if ((await settingsOf(db, companyId)).rules) throw new Refusal(409, 'folders.unwatchTwo', params);
  if (!unwatch) throw new Refusal(409, 'folders.unwatches', params);
}

/**
 * Changes folders; what rules watch through them afterwards, and before, is compared. What they watch no more has to be
 * said (`unwatch`), by who may change rules; both ways the audit names the rule.
 * @throws Refusal 403, 409; whatever `change` throws
 */
export async function keepingWatch<T>(
  db: Db,
  by: By,
  { board, now }: Pick<FolderBook, 'board' | 'now'>,
  unwatch: boolean,
  change: () => Promise<T>,
): Promise<T> {
  const rules = (await readFolderRules(db)).filter(({ definition }) => definition.enabled);
  if (rules.length === 0) return change();
  const before = await targetsOfRules(db, board, rules);
  const result = await change();
  const after = await targetsOfRules(db, board, rules);
  const moved = rules.flatMap((rule): Moved[] => {
    const [was, is] = [before.get(rule.id) ?? [], after.get(rule.id) ?? []];
    const [wasIn, isIn] = [new Set(was.map(({ id }) => id)), new Set(is.map(({ id }) => id))];
    const gone = was.filter(({ id }) => !isIn.has(id)).map(({ site }) => site.station.code);
    const come = is.filter(({ id }) => !wasIn.has(id)).map(({ site }) => site.station.code);
    return gone.length + come.length === 0 ? [] : [{ rule, gone, come }];
  });
  await checkLeaving(db, by, moved, unwatch);
  const at = now();
  for (const { rule, gone, come } of moved) {
    const parts = [
      ...(gone.length === 0 ? [] : [`−${gone.length} (${namedList([...new Set(gone)])})`]),
      ...(come.length === 0 ? [] : [`+${come.length} (${namedList([...new Set(come)])})`]),
    ];
    const detail = `${rule.name}: ${parts.join(' ')}`;
    await auditBy(db, by, { at, action: 'rule.folder', subject: `company:${rule.companyId}`, detail });
    await noteChange(db, 'alarmRule', rule.id, at);
  }
  return result;
}
