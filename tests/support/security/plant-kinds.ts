/** A kind of each company, named by its mark; what a call did to them is undone for the next. */
import type { OwnKindBody } from '../../../src/catalogue/own-kinds.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import type { TestServer } from '../server.ts';

const names = (word: string) => ({ 'zh-chs': word, en: word, ja: word });

/** A right body of a kind. */
export const sampleKind = (word: string): OwnKindBody => ({
  names: names(word),
  channels: [
    { column: 'c0', names: names('value'), unit: 'mm', digits: 1, min: null, max: null, hidden: false },
  ],
  primary: 'c0',
});

export async function plantKinds(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
): Promise<void> {
  await storage.write(async (db) => {
    // Those of derived channels are planted with them.
    const ofFormulas = db.selectFrom('formulas').select('kind_id');
    await db.deleteFrom('own_kind_versions').where('kind_id', 'not in', ofFormulas).execute();
    await db.deleteFrom('own_kinds').where('id', 'not in', ofFormulas).execute();
    for (const id of [1, 2] as const)
      await db
        .insertInto('own_kinds')
        .values({ id, company_id: id, version: 1, body: toJson(sampleKind(marks[id])) })
        .execute();
  });
}
