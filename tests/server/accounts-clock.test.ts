/** Sessions when the server's clock jumps. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sessions } from '../../src/server/accounts/sessions.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const hour = 3_600_000;
let server: TestServer;
let now: number;
let ran: number;
let sessions: Sessions;
beforeAll(async () => {
  server = await startTestServer();
  now = Date.UTC(2026, 0, 1);
  ran = 0;
  sessions = new Sessions(
    server.running.storage,
    () => now,
    () => ran,
  );
});
afterAll(() => server.stop());

const pass = (ms: number) => {
  now += ms;
  ran += ms;
};

it.each([
  hour,
  -hour,
])('S13 a jump of %i ms neither ends a session nor prolongs it beyond a day', async (jump) => {
  const token = await sessions.open(2, 'here', null);
  pass(hour);
  now += jump;
  expect(await sessions.viewer(token)).toMatchObject({ accountName: 'operatorA' });
  pass(21 * hour);
  expect(await sessions.viewer(token)).toMatchObject({ accountName: 'operatorA' });
  pass(2 * hour + 1);
  expect(await sessions.viewer(token)).toBeNull();
});

it('S15 a session that was ended elsewhere is not believed longer after a jump back', async () => {
  const token = await sessions.open(2, 'here', null);
  expect(await sessions.viewer(token)).not.toBeNull();
  await server.running.storage.write((db) => db.deleteFrom('sessions').where('user_id', '=', 2).execute());
  now -= hour;
  ran += 300;
  expect(await sessions.viewer(token)).toBeNull();
});
