/** What can be proposed, each as it is now, as it would be refused, and as it is made: within the caller's transaction. */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { hasPermission, type KnownPermission } from '../../base/permissions.ts';
import type { StandardScope } from '../../contract/devices/standards.ts';
import type { ProposalType, RuleContent, ScriptContent, StandardContent } from '../../contract/proposals.ts';
import type { Definition } from '../../domain/alarms/definition.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import { checkRule } from '../alarms/rules/rule-check.ts';
import type { PlacedTarget } from '../alarms/rules/targets.ts';
import type { By } from '../audit/by.ts';
import { canonical } from '../delivery/body-hash.ts';
import { checkScope, writeWatch } from '../standards/assign.ts';
import {
  changeStandard,
  checkStandard,
  insertStandard,
  ownStandard,
  removeStandard,
  shownStandard,
} from '../standards/standards.ts';
import { readWatches } from '../standards/watch-rows.ts';
import { fromJson } from '../storage/json.ts';
import type { Db, StoredChange } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { RuleNaming } from '../two-persons/rule-said.ts';
import { insertScript, removeScript, replaceScript } from '../workflows/scripts/change.ts';
import { mayDelete, scriptOf, versionOf } from '../workflows/scripts/store.ts';

/** What things are read and made with. */
export interface ThingBook {
  readonly storage: Storage;
  readonly ruleBook: RuleBook;
  /** Where names come from that stand in what is said of rules. */
  readonly naming: RuleNaming;
  readonly now: () => number;
}

/** A thing as it is now. */
export interface ThingNow {
  /** Version of a rule, revision of the others. */
  readonly base: number;
  readonly content: NonNullable<StoredChange['before']>;
  /** Who made it so. */
  readonly by: string;
}

/** What a change is made with, besides the transaction. */
interface Making {
  readonly by: By;
  readonly language: Language;
  readonly companyId: number;
  readonly reason: string;
  readonly at: number;
  /** What a rule would be judged for, read before the transaction. */
  readonly targets: readonly PlacedTarget[];
}

interface Thing {
  readonly view: KnownPermission;
  /** Every one of them is needed to make a change. */
  readonly rights: (change: StoredChange) => readonly KnownPermission[];
  /** Null = it is not there, is of another company, or the viewer may not see it. */
  readonly now: (db: Db, viewer: Viewer, companyId: number, id: number | string) => Promise<ThingNow | null>;
  /** What would have it refused, whoever makes it; of a rule what it would be judged for. @throws Refusal */
  readonly check: (
    book: ThingBook,
    change: StoredChange,
    given: { readonly companyId: number; readonly language: Language },
  ) => Promise<readonly PlacedTarget[]>;
  /** Answers the version or revision. @throws Refusal */
  readonly make: (db: Db, book: ThingBook, change: StoredChange, making: Making) => Promise<MadeThing>;
}
/** What was made, with its new version or revision; null = it was deleted. */
export interface MadeThing {
  readonly id: number | string;
  readonly version: number | null;
}

/** What only a company's own thing answers: a refusal that it is unknown becomes null. */
async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}
const afterOf = <C>(change: StoredChange): C => change.after as C;
const place = (change: StoredChange) => ({ id: Number(change.id), base: change.base ?? 0 });
const none: readonly PlacedTarget[] = [];

/** A rule as it is saved now, with who saved it. */
async function ruleNow(db: Db, companyId: number, id: number): Promise<ThingNow | null> {
  const row = await db
    .selectFrom('alarm_rules')
    .innerJoin('alarm_rule_versions', (join) =>
      join
        .onRef('alarm_rule_versions.rule_id', '=', 'alarm_rules.id')
        .onRef('alarm_rule_versions.version', '=', 'alarm_rules.version'),
    )
    .select(['alarm_rules.version', 'name', 'definition', 'account_name'])
    .where('alarm_rules.id', '=', id)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const definition = fromJson(row.definition) as RuleContent['definition'];
  return { base: row.version, content: { name: row.name, definition }, by: row.account_name ?? '–' };
}

const rule: Thing = {
  view: 'alarm:event:view',
  rights: () => ['alarm:rule:edit'],
  now: (db, _viewer, companyId, id) => ruleNow(db, companyId, Number(id)),
  check: async (book, change, { companyId }) => {
    if (change.after === null) return none;
    // The schema has checked its form, deeper than its type can say.
    const definition = afterOf<RuleContent>(change).definition as Definition;
    return checkRule(book.ruleBook, companyId, definition);
  },
  make: async (db, { ruleBook }, change, { by, companyId, reason, targets }) => {
    if (change.after === null) {
      const { id, base } = place(change);
      await ruleBook.remove(db, by, id, base);
      return { id, version: null };
    }
    const { name, definition } = afterOf<RuleContent>(change);
    const own = change.id === null ? null : place(change);
    return ruleBook.write(db, by, {
      companyId,
      base: own === null ? null : { id: own.id, version: own.base },
      text: { name, definition: definition as Definition, reason },
      targets,
    });
  },
};

/** The same selection, so that what was found of it stays. */
const sameScope = (a: StandardScope | null, b: StandardScope | null) => canonical(a) === canonical(b);

const standard: Thing = {
  view: 'device:parameter:view',
  rights: () => ['device:parameter:edit'],
  now: async (db, _viewer, companyId, id) => {
    const row = await orNull(ownStandard(db, { companyId }, Number(id)));
    if (row === null) return null;
    const watch = (await readWatches(db, row.id)).get(row.id)?.scope ?? null;
    const { name, kind, group, values } = shownStandard(row, '', null);
    return { base: row.revision, content: { name, kind, group, values, watch }, by: row.account_name ?? '–' };
  },
  check: async ({ storage }, change, { companyId, language }) => {
    if (change.after === null) return none;
    const after = afterOf<StandardContent>(change);
    if (after.watch !== undefined && after.watch !== null)
      await checkScope(storage.db, companyId, after.watch);
    const before = change.before as StandardContent | null;
    checkStandard({ ...after, own: after.own ?? [] }, language);
    if (before !== null && (before.kind !== after.kind || before.group !== after.group))
      throw new Refusal(422, 'proposals.otherGroup', { name: before.name });
    return none;
  },
  make: async (db, _book, change, { by, language, companyId, at }) => {
    if (change.after === null) {
      const { id, base: revision } = place(change);
      await removeStandard(db, by, { id, revision }, at);
      return { id, version: null };
    }
    const { watch, ...after } = { ...afterOf<StandardContent>(change), companyId };
    const made =
      change.id === null
        ? await insertStandard(db, by, language, after, at)
        : await changeStandard(
            db,
            by,
            language,
            { ...after, id: place(change).id, revision: place(change).base },
            at,
          );
    if (watch !== undefined && !sameScope(watch, made.watch?.scope ?? null))
      await writeWatch(db, by, { id: made.id, companyId }, watch, at);
    return { id: made.id, version: made.revision };
  },
};

/** A script that the company shares. @throws Refusal 404 for every other one */
async function sharedScript(db: Db, viewer: Viewer, companyId: number, id: string) {
  const row = await scriptOf(db, viewer, id);
  if (row.share !== 'company' || row.company_id !== companyId)
    throw new Refusal(404, 'api.notFound', { what: `script ${id}` });
  return row;
}

const script: Thing = {
  view: 'device:workflow:view',
  rights: ({ id }) => ['device:script:edit', ...(id === null ? (['device:script:share'] as const) : [])],
  now: async (db, viewer, companyId, id) => {
    const row = await orNull(sharedScript(db, viewer, companyId, String(id)));
    if (row === null) return null;
    const { text, version } = await versionOf(db, row.id, row.version);
    return { base: row.revision, content: { name: row.name, text }, by: version.savedBy };
  },
  check: async (_book, change) => {
    if (change.after !== null && afterOf<ScriptContent>(change).name.trim() === '')
      throw new Refusal(422, 'bound.required', {}, 'name');
    return none;
  },
  make: async (db, _book, change, { by, companyId, reason, at }) => {
    const id = String(change.id);
    const revision = change.base ?? 0;
    if (change.after === null) {
      await removeScript(db, by, { id, revision }, at);
      return { id, version: null };
    }
    const { name, text } = afterOf<ScriptContent>(change);
    if (change.id === null) {
      const given = { name, text, library: null, share: 'company', companyId } as const;
      return { id: await insertScript(db, by, given, at), version: 1 };
    }
    return { id, version: await replaceScript(db, by, { id, revision, name, text, note: reason }, at) };
  },
};

export const things: Readonly<Record<ProposalType, Thing>> = { rule, standard, script };

/** Why the viewer could not make a change, whatever it says; null = they could. */
export async function lackedRight(
  db: Db,
  viewer: Viewer,
  change: StoredChange,
): Promise<{ readonly message: string; readonly params: Readonly<Record<string, string>> } | null> {
  const lacked = things[change.type]
    .rights(change)
    .find((permission) => !hasPermission(viewer.permissions, permission));
  if (lacked !== undefined) return { message: 'proposals.why.right', params: { permission: lacked } };
  if (change.type !== 'script' || change.id === null) return null;
  const row = await orNull(scriptOf(db, viewer, String(change.id)));
  return row === null || mayDelete(viewer, row) ? null : { message: 'scripts.notOwn', params: {} };
}
