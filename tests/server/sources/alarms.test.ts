/** What comes by a source is judged as what comes from a device; its RTU counts as heard of. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definitionOf, writeRule } from '../../support/alarms.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf, makeSource, send } from '../../support/sources.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('a value over its limit raises an alarm, and a message makes the station heard of', async () => {
  const { storage, alarmEngine, gateway } = server.running;
  const token = await editorOf(server, 1);
  await writeRule(
    storage,
    null,
    definitionOf({
      terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
      ladder: [
        {
          level: 'red',
          condition: { type: 'limit', term: 0, side: 'above', limit: 50 },
          hold: { readings: 1 },
          releaseHold: { readings: 1 },
        },
      ],
    }),
    Date.now() - 60_000,
    1,
  );
  alarmEngine.changed();
  const source = await makeSource(server, token);
  expect(gateway.link(1)?.lastContactAt).toBeNull();
  const began = Date.now();
  const answer = await send(server, source, { ts: Date.now(), values: { x: 80, y: 0 } });
  expect(answer.data.stored).toBe(1);
  expect(gateway.link(1)?.lastContactAt).toBeGreaterThanOrEqual(began);
  await expect
    .poll(() => storage.db.selectFrom('alarms').select(['sensor_id', 'present', 'is_late']).execute(), {
      timeout: 10_000,
    })
    .toEqual([{ sensor_id: 1, present: 4, is_late: 0 }]);
});
