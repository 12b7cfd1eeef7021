/** Entries of dictionaries: those that come with the product, each as a company has changed it, and its own. */
import { type DictionaryName, dictionaries } from '../../base/dictionaries.ts';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import type {
  DictionaryEntry,
  DictionaryWords,
  dictionaryChanges,
  saveDictionaryEntry,
} from '../../contract/sites/dictionaries.ts';
import { auditBy, type By } from '../audit/by.ts';
import { type CompanyScope, sees } from '../sites/visible.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, DictionaryState } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { words } from '../words.ts';

/** Entries that a company makes itself, of one dictionary. Assumed. */
const mostOwn = 200;
const changesShown = 200;
/** Between two that come with the product there is room for others. */
const step = 10;

const wordsOf = (dictionary: DictionaryName, code: string): DictionaryWords => {
  // That each has its message is held by tests/server/dictionaries.test.ts.
  const id = `${dictionaries[dictionary].words}.${code}` as 'dictionary.faultCause.other';
  return { 'zh-chs': words('zh-chs')(id), en: words('en')(id), ja: words('ja')(id) };
};

/** As they come with the product. */
const comesWith = (dictionary: DictionaryName): readonly DictionaryEntry[] =>
  dictionaries[dictionary].codes.map((code, index) => ({
    code,
    words: wordsOf(dictionary, code),
    order: (index + 1) * step,
    enabled: true,
    builtIn: true,
    revision: 0,
  }));

/** A company's entries, in their order. `companyId` null: as they come with the product. */
export async function entriesOf(
  db: Db,
  dictionary: DictionaryName,
  companyId: number | null,
): Promise<DictionaryEntry[]> {
  const rows =
    companyId === null
      ? []
      : await db
          .selectFrom('dictionary_entries')
          .selectAll()
          .where('company_id', '=', companyId)
          .where('dictionary', '=', dictionary)
          .execute();
  const found = new Map(comesWith(dictionary).map((entry) => [entry.code, entry]));
  for (const row of rows) {
    const { words, order, enabled } = fromJson(row.state);
    const builtIn = found.has(row.code);
    found.set(row.code, { code: row.code, words, order, enabled, builtIn, revision: row.revision });
  }
  return [...found.values()].sort((a, b) => a.order - b.order || (a.code < b.code ? -1 : 1));
}

/** Words of entries of several companies in one language; a code that has none stands for itself. */
export async function entryWords(
  db: Db,
  dictionary: DictionaryName,
  companyIds: readonly number[],
  language: Language,
): Promise<(companyId: number, code: string) => string> {
  const found = new Map<string, string>();
  for (const companyId of companyIds)
    for (const { code, words: own } of await entriesOf(db, dictionary, companyId))
      found.set(`${companyId} ${code}`, own[language]);
  return (companyId, code) => found.get(`${companyId} ${code}`) ?? code;
}

/** Whose entries are meant. @throws Refusal 404 for another company's */
export function companyMeant(viewer: CompanyScope, companyId: number | undefined): number | null {
  if (companyId === undefined) return viewer.companyId;
  if (!sees(viewer, companyId)) throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
  return companyId;
}

/** Saves an entry of a company. @throws Refusal 404, 409 where it was changed meanwhile, 422 */
export async function saveEntry(
  storage: Storage,
  by: By,
  dictionary: DictionaryName,
  code: string,
  body: BodyOf<typeof saveDictionaryEntry>,
  now: number,
): Promise<{ entry: DictionaryEntry }> {
  const companyId = companyMeant(by.viewer, body.companyId);
  if (companyId === null) throw new Refusal(422, 'bound.required', {}, 'companyId');
  const state: DictionaryState = {
    words: {
      'zh-chs': body.words['zh-chs'].trim(),
      en: body.words.en.trim(),
      ja: body.words.ja.trim(),
    },
    order: body.order,
    enabled: body.enabled,
  };
  for (const [language, word] of Object.entries(state.words))
    if (word === '') throw new Refusal(422, 'bound.required', {}, `words.${language}`);
  return storage.write(async (db) => {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .executeTakeFirst();
    if (company === undefined) throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
    const entries = await entriesOf(db, dictionary, companyId);
    const before = entries.find((entry) => entry.code === code);
    if ((before?.revision ?? 0) !== body.revision) throw new Refusal(409, 'dictionary.changed', { code });
    if (before === undefined) {
      if (!dictionaries[dictionary].isOpen) throw new Refusal(422, 'dictionary.closed', {}, 'code');
      if (entries.filter(({ builtIn }) => !builtIn).length >= mostOwn)
        throw new Refusal(422, 'dictionary.tooMany', { limit: mostOwn });
    }
    const revision = body.revision + 1;
    const row = { revision, state: toJson(state) };
    await db
      .insertInto('dictionary_entries')
      .values({ company_id: companyId, dictionary, code, ...row })
      .onConflict((conflict) => conflict.columns(['company_id', 'dictionary', 'code']).doUpdateSet(row))
      .execute();
    const old =
      before === undefined ? null : { words: before.words, order: before.order, enabled: before.enabled };
    await db
      .insertInto('dictionary_changes')
      .values({
        company_id: companyId,
        dictionary,
        code,
        at: now,
        user_id: by.viewer.userId,
        account_name: by.viewer.accountName,
        before: old === null ? null : toJson(old),
        after: toJson(state),
      })
      .execute();
    await auditBy(db, by, {
      at: now,
      action: 'dictionary.save',
      subject: `company:${companyId}`,
      detail: `${dictionary}.${code}: ${old === null ? '' : `${said(old)} → `}${said(state)}`,
    });
    return { entry: { code, ...state, builtIn: before?.builtIn ?? false, revision } };
  });
}

const said = ({ words, order, enabled }: DictionaryState) =>
  `${Object.values(words).join(' / ')} (${order}${enabled ? '' : ', off'})`;

/** Who changed what, the newest first. */
export async function changesOf(
  db: Db,
  viewer: CompanyScope,
  dictionary: DictionaryName,
  asked: number | undefined,
): Promise<DataOf<typeof dictionaryChanges>> {
  const companyId = companyMeant(viewer, asked);
  if (companyId === null) return { changes: [] };
  const rows = await db
    .selectFrom('dictionary_changes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('dictionary', '=', dictionary)
    .orderBy('id', 'desc')
    .limit(changesShown)
    .execute();
  return {
    changes: rows.map((row) => ({
      code: row.code,
      at: row.at,
      accountName: row.account_name,
      before: row.before === null ? null : fromJson(row.before),
      after: fromJson(row.after),
    })),
  };
}
