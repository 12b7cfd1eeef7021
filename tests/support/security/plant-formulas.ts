/** A derived channel of each company's station, named by its mark; what a call did to them is undone for the next. */
import { ownKindCode } from '../../../src/catalogue/own-kinds.ts';
import type { FormulaBody } from '../../../src/domain/formulas/model.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import type { TestServer } from '../server.ts';
import { sampleKind } from './plant-kinds.ts';

/** Sensor and kind of the derived channel of company n. */
const idOf = (company: 1 | 2) => 1000 + company;

/** A right body of a formula over the tilt sensor of a company. */
export const sampleFormula = (word: string, company: 1 | 2) =>
  ({
    names: { 'zh-chs': word, en: word, ja: word },
    ...{ unit: '°', digits: 2, text: 'a * 2', age: 3600 },
    inputs: [{ letter: 'a', row: 'tilt', sourceId: company, element: 0, channel: 'x' }],
  }) satisfies FormulaBody;

export async function plantFormulas(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
): Promise<void> {
  await storage.write(async (db) => {
    const made = await db.selectFrom('formulas').select(['sensor_id', 'kind_id']).execute();
    await db.deleteFrom('formula_stretches').execute();
    await db.deleteFrom('formula_inputs').execute();
    await db.deleteFrom('formula_versions').execute();
    await db.deleteFrom('formulas').execute();
    for (const { sensor_id: sensor, kind_id: kind } of made) {
      await db.deleteFrom('sensors').where('id', '=', sensor).execute();
      await db.deleteFrom('own_kind_versions').where('kind_id', '=', kind).execute();
      await db.deleteFrom('own_kinds').where('id', '=', kind).execute();
    }
    for (const company of [1, 2] as const) {
      const id = idOf(company);
      const body = toJson(sampleKind(marks[company]));
      await db.insertInto('own_kinds').values({ id, company_id: company, version: 1, body }).execute();
      const place = { id, rtu_id: company, slot: 60, kind: ownKindCode(id), name: null };
      const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
      await db
        .insertInto('sensors')
        .values({ ...place, ...mount })
        .execute();
      await db
        .insertInto('formulas')
        .values({ id: company, sensor_id: id, kind_id: id, version: 1 })
        .execute();
      await db
        .insertInto('formula_versions')
        .values({
          ...{ formula_id: company, version: 1, body: toJson(sampleFormula(marks[company], company)) },
          ...{ reason: marks[company], at: 0, user_id: null, account_name: marks[company] },
        })
        .execute();
    }
  });
}
