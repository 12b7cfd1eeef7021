/** What the second person reads of a change of a rule: the words of the console's own comparison, in their language. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RuleSummary } from '../../../src/contract/alarms/rules.ts';
import type { JointAct } from '../../../src/contract/company/two-persons.ts';
import type { Definition } from '../../../src/domain/alarms/definition.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { dataOf, isDone, redTilt, type Site, startSite } from '../../support/two-persons.ts';

let site: Site;
let siren = 0;
let rule: RuleSummary;
beforeAll(async () => {
  site = await startSite();
  const { storage, board } = site.server.running;
  const own = await storage.db
    .selectFrom('sensors')
    .select('id')
    .where('rtu_id', '=', 1)
    .where('kind', '=', 10)
    .executeTakeFirstOrThrow();
  siren = own.id;
  await storage.write(async (db) => {
    await db.updateTable('stations').set({ code: 'K42' }).where('id', '=', 1).execute();
    await db.updateTable('projects').set({ name: 'Lianhua' }).where('id', '=', 1).execute();
    await db
      .insertInto('two_person_settings')
      .values({ company_id: 1, sirens: 1, plans_above: null, rules: 0 })
      .execute();
  });
  await board.load();
  const made = await site.post(site.tokens.a, '/rest/alarm-rules', {
    ...{ name: 'Tilt', companyId: 1, reason: 'first', definition: redTilt },
  });
  rule = dataOf<{ rule: RuleSummary }>(made)?.rule as RuleSummary;
  await storage.write((db) => db.updateTable('two_person_settings').set({ rules: 1 }).execute());
}, 300_000);
afterAll(() => site?.server.stop());

const readIn = async (language: string, id: string): Promise<JointAct> => {
  const answer = await site.server.call('/rest/two-persons', {
    token: site.tokens.second,
    headers: { lang: language },
  });
  const act = dataOf<{ acts: JointAct[] }>(answer)?.acts.find((one) => one.id === id);
  if (act === undefined) throw new Error('the act is not listed');
  return act;
};
const changesIn = async (language: string, id: string) =>
  (await readIn(language, id)).changes.map(({ what, before, after }) => [what, before, after]);

describe('a change of a rule that waits for a second person', () => {
  it('is said in the language of who reads it, with stations, projects and sirens by name', async () => {
    const level = redTilt.ladder[0];
    if (level === undefined || level.condition.type !== 'limit') throw new Error('no level');
    const definition: Definition = {
      ...redTilt,
      ladder: [{ ...level, condition: { ...level.condition, limit: 25 }, hold: { readings: 2 } }],
      scope: { ...redTilt.scope, projects: [1], stations: [1] },
      sirens: [siren],
    };
    const act = await site.waiting(
      await site.post(
        site.tokens.a,
        `/rest/alarm-rules/${rule.id}`,
        { name: 'Tilt', version: rule.version, reason: 'less noise', definition },
        'PUT',
      ),
    );
    expect(await changesIn('en', act.id)).toEqual([
      ['Red: limit', '20 °', '25 °'],
      ['Red: Held for', 'for 1 reading', 'for 2 readings'],
      ['Project', 'all that match', 'Lianhua'],
      ['Stations', 'all that match', 'K42'],
      ['Sirens that red prepares', 'those of the site', 'K42 slot 1'],
    ]);
    expect(await changesIn('zh-chs', act.id)).toEqual([
      ['红·警报：限值', '20 °', '25 °'],
      ['红·警报：持续', '连续 1 次读数', '连续 2 次读数'],
      ['项目', '全部', 'Lianhua'],
      ['测站', '全部', 'K42'],
      ['红色准备的喇叭', '站点所设的喇叭', 'K42 槽位 1'],
    ]);
    expect(await changesIn('ja', act.id)).toEqual([
      ['赤：しきい値', '20 °', '25 °'],
      ['赤：継続', '1 回連続', '2 回連続'],
      ['プロジェクト', 'すべて', 'Lianhua'],
      ['観測局', 'すべて', 'K42'],
      ['赤で準備するサイレン', '現場に設定したサイレン', 'K42 スロット 1'],
    ]);
    // One and the same act is signed, whatever language it was read in.
    const [en, ja] = [await readIn('en', act.id), await readIn('ja', act.id)];
    expect(ja.hash).toBe(en.hash);
    expect(en.lines.filter(({ name }) => name === 'change')).toEqual([]);
    expect(isDone(await site.sign(site.tokens.second, ja))).toBe(true);
  });

  it('says labels by their words, those that the company gave them, too', async () => {
    const { storage, board } = site.server.running;
    await storage.write(async (db) => {
      const labels = ['inhabited', 'kiln'].map((label) => ({ station_id: 1, label }));
      await db.insertInto('station_labels').values(labels).execute();
      await db
        .insertInto('dictionary_entries')
        .values({
          ...{ company_id: 1, dictionary: 'label', code: 'kiln', revision: 1 },
          state: toJson({
            words: { 'zh-chs': '窑址', en: 'Old kiln', ja: '窯跡' },
            ...{ order: 500, enabled: true },
          }),
        })
        .execute();
    });
    await board.load();
    const definition: Definition = { ...redTilt, scope: { ...redTilt.scope, labels: ['inhabited', 'kiln'] } };
    const act = await site.waiting(
      await site.post(site.tokens.a, '/rest/alarm-rules', {
        ...{ name: 'Labels', companyId: 1, reason: 'as asked', definition },
      }),
    );
    const labels = async (language: string) =>
      JSON.stringify(
        (await changesIn(language, act.id)).filter(([, , after]) => /kiln|窑|窯/i.test(after ?? '')),
      );
    expect(await labels('en')).toContain('Houses below, Old kiln');
    expect(await labels('ja')).toMatch(/人家あり.*窯跡/);
    expect(await labels('zh-chs')).toMatch(/窑址/);
    expect(JSON.stringify(await changesIn('en', act.id))).not.toMatch(/inhabited|"kiln/);
  });

  it('of a new rule says all of it, of a deleted one all that goes', async () => {
    const body = { name: 'New', companyId: 1, reason: 'as asked', definition: redTilt };
    const act = await site.waiting(await site.post(site.tokens.a, '/rest/alarm-rules', body));
    expect(await changesIn('en', act.id)).toEqual([
      ['Scope', null, 'all projects'],
      ['Red', null, 'Red when Angle X ≥ 20 °, for 1 reading'],
    ]);
    const gone = await site.waiting(
      await site.server.call(`/rest/alarm-rules/${rule.id}`, { token: site.tokens.a, method: 'DELETE' }),
    );
    expect(await changesIn('en', gone.id)).toEqual([
      ['Red', 'Red when Angle X ≥ 25 °, for 2 readings', null],
      ['Project', 'Lianhua', null],
      ['Stations', 'K42', null],
      ['Sirens that red prepares', 'K42 slot 1', null],
    ]);
  });

  it('of the form of inclination alerts says levels and limits, too', async () => {
    const level = {
      ...{ level: 'orange', range: 60, angle: 0.5, change1h: 0.1, change5h: 0.2, speed: null },
      ...{ subject: '{level} {station}', body: '{what}' },
    };
    const body = { version: 0, alertLevels: [level], initial: { x: 1, y: 0, z: 0 }, reason: 'a form' };
    const act = await site.waiting(await site.post(site.tokens.a, '/rest/inclination-alerts/1', body, 'PUT'));
    const said = JSON.stringify(await changesIn('en', act.id));
    expect(said).not.toMatch(/ladder|terms|alertLevels|change1h/);
    expect(said).toContain('≥ 0.5 °');
    expect(act.lines.find(({ name }) => name === 'initial')?.value).toMatch(/→ 1, 0, 0$/);
  });
});
