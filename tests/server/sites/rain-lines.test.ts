/** Own lines of intensity and duration on both databases: whose they are, who set them, what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    server = await startTestServer(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() });
    for (const who of ['operatorA', 'operatorB']) tokens.set(who, await server.login(who));
  });
  afterAll(() => server.stop());
  const ask = async (who: string, method = 'GET', body?: object) => {
    const { envelope } = await server.call('/rest/stations/1/rain-line', {
      ...{ token: tokens.get(who) ?? '', method },
      ...(body === undefined ? {} : { body }),
    });
    const { status, messageId, data } = envelope ?? {};
    return { status, messageId, data };
  };
  const line = { factor: 11.5, exponent: -0.42, shortest: 2, longest: 96, gap: 12 };

  it('a station has its own and that of its project, with who set them; the next one replaces it', async () => {
    const before = Date.now();
    await ask('operatorA', 'PUT', { scope: 'project', ownLine: { ...line, factor: 9 } });
    await ask('operatorA', 'PUT', { scope: 'station', ownLine: { ...line, factor: 8 } });
    await ask('operatorA', 'PUT', { scope: 'station', ownLine: line });
    const { data } = await ask('operatorA');
    expect(data).toMatchObject({
      station: { line, accountName: 'operatorA' },
      project: { line: { ...line, factor: 9 } },
    });
    expect((data as unknown as { station: { at: number } }).station.at).toBeGreaterThanOrEqual(before);
    const audit = await server.running.storage.db
      .selectFrom('audit')
      .select(['subject', 'detail'])
      .where('action', '=', 'sites.rainLine')
      .orderBy('id')
      .execute();
    expect(audit.map(({ subject, detail }) => `${subject} ${detail}`)).toEqual([
      'project:1 I = 9 D^-0.42',
      'station:1 I = 8 D^-0.42',
      'station:1 I = 11.5 D^-0.42',
    ]);
  });

  it('is taken away alone', async () => {
    expect(await ask('operatorA', 'PUT', { scope: 'station', ownLine: null })).toMatchObject({ status: 200 });
    expect((await ask('operatorA')).data).toMatchObject({ station: null, project: { line: { factor: 9 } } });
  });

  it('is of no other company, and within its bounds', async () => {
    expect(await ask('operatorB')).toMatchObject({ status: 404 });
    const put = (own: object) => ask('operatorA', 'PUT', { scope: 'station', ownLine: { ...line, ...own } });
    expect(await ask('operatorB', 'PUT', { scope: 'project', ownLine: line })).toMatchObject({ status: 404 });
    expect(await put({ longest: 2 })).toMatchObject({ status: 422, messageId: 'rainLine.order' });
    for (const wrong of [{ factor: 0 }, { exponent: 0.1 }, { gap: 1.5 }, { shortest: 0 }])
      expect((await put(wrong)).status, JSON.stringify(wrong)).not.toBe(200);
    expect((await ask('operatorA')).data).toMatchObject({ station: null });
  });
});
