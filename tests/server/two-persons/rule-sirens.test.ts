/** Sirens that a rule names: what may be named, and what red prepares by it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { horn } from '../../../src/catalogue/kinds/horn.ts';
import type { AlarmView } from '../../../src/contract/alarms/alarms.ts';
import type { RuleSummary } from '../../../src/contract/alarms/rules.ts';
import type { Definition } from '../../../src/domain/alarms/definition.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { password } from '../../support/server.ts';
import { dataOf, isDone, redTilt, type Site, startSite } from '../../support/two-persons.ts';

const sound = { clip: 2, repeat: 3, volume: 80, light: 'red' };

/** A siren in a slot of an RTU; answers its sensor. */
async function plantSiren({ server }: Site, rtuId: number, slot: number): Promise<number> {
  const row = await server.running.storage.write((db) =>
    db
      .insertInto('sensors')
      .values({
        ...{
          rtu_id: rtuId,
          slot,
          kind: horn.code,
          name: null,
          install_state: 1,
          mount_mode: 0,
          mount_azimuth: 0,
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** Another station like station 1, in a project; answers its RTU. */
async function plantStation({ server }: Site, code: string, projectId: number): Promise<number> {
  return server.running.storage.write(async (db) => {
    const { id: _station, ...station } = await db
      .selectFrom('stations')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    const made = await db
      .insertInto('stations')
      .values({ ...station, code, project_id: projectId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: _rtu, ...rtu } = await db
      .selectFrom('rtus')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    const own = await db
      .insertInto('rtus')
      .values({ ...rtu, sn: `SN-${code}`, station_id: made.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return own.id;
  });
}

describe.each(['sqlite', 'postgres'] as const)('sirens of a rule, %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let site: Site;
  let rule: RuleSummary;
  /** Sensors: slot 1 and 2 of the station, another station of the project, another project, another company. */
  let [first, second, near, far, foreign] = [0, 0, 0, 0, 0];
  let nearRtu = 0;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    site = await startSite(await postgres?.database());
    const { storage, board, alarmEngine } = site.server.running;
    const own = await storage.db
      .selectFrom('sensors')
      .select('id')
      .where('rtu_id', '=', 1)
      .where('kind', '=', horn.code)
      .executeTakeFirstOrThrow();
    first = own.id;
    const project = await storage.write(async (db) => {
      const { id: _, ...row } = await db
        .selectFrom('projects')
        .selectAll()
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      return db
        .insertInto('projects')
        .values({ ...row, code: 'FAR', name: 'Far' })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    second = await plantSiren(site, 1, 2);
    nearRtu = await plantStation(site, 'A-9', 1);
    near = await plantSiren(site, nearRtu, 1);
    far = await plantSiren(site, await plantStation(site, 'A-10', project.id), 1);
    foreign = await plantSiren(site, 2, 1);
    await board.load();
    const made = await save(null, redTilt);
    rule = dataOf<{ rule: RuleSummary }>(made)?.rule as RuleSummary;
    await alarmEngine.settle();
  }, 300_000);
  afterAll(async () => {
    await site?.server.stop();
    await postgres?.stop();
  });
  beforeEach(async () => {
    await site.measure(0);
    const open = dataOf<{ alarms: AlarmView[] }>(
      await site.server.call('/rest/alarms', { token: site.tokens.a }),
    );
    const alarmIds = open?.alarms.map(({ id }) => id) ?? [];
    if (alarmIds.length === 0) return;
    await site.post(site.tokens.a, '/rest/alarms/acknowledge', { alarmIds, note: '' });
    await site.post(site.tokens.a, '/rest/alarms/close', { alarmIds, finding: 'test', note: '' });
    await site.server.running.storage.write((db) =>
      db.updateTable('siren_calls').set({ created_at: 1 }).execute(),
    );
  });

  const scoped: Definition = { ...redTilt, scope: { ...redTilt.scope, projects: [1] } };
  const save = (known: RuleSummary | null, definition: Definition) =>
    known === null
      ? site.post(site.tokens.a, '/rest/alarm-rules', {
          ...{ name: 'Tilt', companyId: 1, reason: 'first', definition },
        })
      : site.post(
          site.tokens.a,
          `/rest/alarm-rules/${known.id}`,
          { name: 'Tilt', version: known.version, reason: 'sirens', definition },
          'PUT',
        );
  const rename = async (sirens: readonly number[] | undefined) => {
    const answer = await save(rule, { ...scoped, ...(sirens === undefined ? {} : { sirens }) });
    expect(isDone(answer)).toBe(true);
    rule = dataOf<{ rule: RuleSummary }>(answer)?.rule as RuleSummary;
    await site.server.running.alarmEngine.settle();
  };
  const setUp = async (prepares: string) =>
    expect(
      isDone(
        await site.post(site.tokens.a, '/rest/sirens/1', { prepares, sound, reason: 'as asked' }, 'PUT'),
      ),
    ).toBe(true);
  const open = async () =>
    (await site.site()).calls
      .filter(({ createdAt, endedAt }) => createdAt > 1 && endedAt === null)
      .map(({ state, targets }) => [state, ...targets.map(({ rtuId, slot }) => `${rtuId}/${slot}`)]);

  it('are sirens in use, of the company, in a project that it judges', async () => {
    const refused = async (sirens: readonly number[]) => {
      const { http, envelope } = await save(rule, { ...scoped, sirens });
      return `${http === 200 ? envelope?.status : http} ${envelope?.messageId}`;
    };
    expect(await refused([foreign])).toBe('404 api.notFound');
    expect(await refused([99_999])).toBe('404 api.notFound');
    expect(await refused([1])).toBe('422 rules.problem.noSiren');
    expect(await refused([near, far])).toBe('422 rules.problem.sirenProject');
    expect((await save(rule, { ...scoped, sirens: [] })).http).toBe(400);
    await rename([near]);
    expect(rule.definition.sirens).toEqual([near]);
  });

  it('are prepared in place of the site’s, also where the site prepares none; left out, those of the site', async () => {
    await setUp('none');
    await rename([second, near]);
    await site.measure(25);
    expect(await open()).toEqual([['waiting', '1/2', `${nearRtu}/1`]]);
    // Listed where sirens are, too.
    const { sites } = dataOf<{ sites: { stationId: number }[] }>(
      await site.server.call('/rest/sirens', { token: site.tokens.a }),
    ) ?? { sites: [] };
    expect(sites.map(({ stationId }) => stationId)).toContain(1);
  });

  it('are those of the version that raised it, and by hand the same', async () => {
    await setUp('station');
    await rename([near]);
    await site.measure(25);
    const [call] = (await site.site()).calls.filter(({ state }) => state === 'waiting');
    expect(call?.targets.map(({ rtuId }) => rtuId)).toEqual([nearRtu]);
    await site.post(site.tokens.a, `/rest/siren-calls/${call?.id}/refuse`, { reason: 'once more' });
    await site.post(site.tokens.a, '/rest/sirens/1/prepare', { alarmId: call?.alarmId });
    expect(await open()).toEqual([['waiting', `${nearRtu}/1`]]);
  });

  it('without a name, or where what was named is there no more, they are those of the site', async () => {
    await setUp('station');
    await rename(undefined);
    await site.measure(25);
    expect(await open()).toEqual([['waiting', '1/1', '1/2']]);
  });

  it('a siren that was retired since is left out; the last one gone, the site’s are meant', async () => {
    await setUp('station');
    await rename([near]);
    const retire = (at: number | null) =>
      site.server.running.storage.write((db) =>
        db.updateTable('sensors').set({ retired_at: at }).where('id', '=', near).execute(),
      );
    await retire(5);
    await site.measure(25);
    expect(await open()).toEqual([['waiting', '1/1', '1/2']]);
    await retire(null);
  });

  it('at an armed site what was signed sounds, and what is named besides waits for people', async () => {
    await setUp('station');
    await rename([first, near]);
    const until = Date.now() + 3_600_000;
    const act = await site.waiting(
      await site.post(site.tokens.a, '/rest/sirens/1/arm', { until, reason: 'nobody there', password }),
    );
    expect(isDone(await site.sign(site.tokens.second, act))).toBe(true);
    await site.measure(25);
    const calls = (await site.site()).calls.filter(({ createdAt }) => createdAt > 1);
    const said = calls.map(({ isAutomatic, state, targets }) => [
      isAutomatic,
      state === 'waiting',
      ...targets.map(({ rtuId, slot }) => `${rtuId}/${slot}`),
    ]);
    expect(said.filter(([, isWaiting]) => isWaiting)).toEqual([[false, true, `${nearRtu}/1`]]);
    expect(said.filter(([isAutomatic]) => isAutomatic)).toEqual([[true, false, '1/1', '1/2']]);
  });
});
