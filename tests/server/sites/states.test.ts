/** R8, R9: what a station's summary says of device alarms and of lateness, on the real server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enumValues } from '../../../src/catalogue/enum-values.ts';
import { stationStates } from '../../../src/domain/station-state.ts';
import { RtuDirectory } from '../../../src/server/gateway/directory.ts';
import { Links } from '../../../src/server/gateway/links.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { writeSmallSite } from '../../support/small-site.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.login('maintainer');
});
afterAll(async () => {
  await server.stop();
});
const ask = async (path: string) => (await server.call(path, { token })).envelope?.data as unknown;
const report = (sensor: number, t: number, alarmState: number) =>
  server.running.storage.readings.ingest([
    {
      sourceId: sensor,
      row: 'tilt',
      element: 0,
      t,
      receivedAt: t,
      historical: false,
      values: { x: 1, alarmState },
    },
  ]);
const summary = async (id: number) => {
  await server.running.board.load();
  const { stations } = (await ask('/rest/stations')) as {
    stations: { id: number; state: string; deviceAlarm: boolean; troubles: object[] }[];
  };
  return stations.find((one) => one.id === id);
};

describe('R8: what a device calls an alarm', () => {
  test.each(
    enumValues.tiltAlarmState.map((state, code) => [state, code] as const),
  )('%s', async (state, code) => {
    const t = Date.now() + code * 1000;
    await report(1, t, code);
    const found = await summary(1);
    const isAlarm = state !== 'normal';
    expect(found?.deviceAlarm).toBe(isAlarm);
    // None of the four levels, whichever it is; and the first of all states.
    if (isAlarm) expect(found?.state).toBe('deviceAlarm');
    else expect(found?.state).not.toBe('deviceAlarm');
    expect(found?.troubles).toEqual(isAlarm ? [{ sensorId: 1, deviceAlarm: true, fault: false }] : []);
    const { alarms } = (await ask('/rest/finder/alarms')) as {
      alarms: { sensorId: number; state: number }[];
    };
    expect(alarms.filter(({ sensorId }) => sensorId === 1)).toEqual(
      isAlarm ? [expect.objectContaining({ states: 'tiltAlarmState', state: code })] : [],
    );
  });
  test('comes first in the order of states, and the newest first in the palette', async () => {
    expect(stationStates[0]).toBe('deviceAlarm');
    const now = Date.now() + 60_000;
    const fast = enumValues.tiltAlarmState.indexOf('fastCollectReport');
    await report(1, now, fast);
    await report(2, now + 1000, enumValues.tiltAlarmState.indexOf('previouslyAlarmed'));
    const { alarms } = (await ask('/rest/finder/alarms')) as { alarms: { sensorId: number }[] };
    expect(alarms.map(({ sensorId }) => sensorId)).toEqual([2, 1]);
  });
});

describe('R9: lateness', () => {
  test('is kept by the gateway until a punctual visit, also over a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'late-'));
    const storage = await openStorage({ dataDir: folder });
    try {
      await writeSmallSite(storage, 1);
      const cycle = 3600_000;
      let now = Date.UTC(2026, 5, 1);
      const entryOf = async () => {
        const directory = new RtuDirectory(storage);
        await directory.load();
        const entry = directory.find('GW1');
        if (entry === undefined) throw new Error('no RTU');
        return entry;
      };
      /** A visit of two messages; the server is started anew before each, as nothing else would let hours pass. */
      const visit = async (after: number) => {
        const entry = await entryOf();
        const links = new Links(
          () => undefined,
          () => now,
        );
        now += after;
        links.contact(entry, now);
        links.contact(entry, now);
        links.left(entry);
        await links.flush(storage);
        return links.of(entry).late;
      };
      expect(await visit(0)).toBe(false);
      expect(await visit(cycle)).toBe(false);
      expect(await visit(1.5 * cycle - 1)).toBe(false);
      expect(await visit(1.5 * cycle)).toBe(true);
      // Between both borders nothing changes.
      expect(await visit(1.4 * cycle)).toBe(true);
      expect(await visit(1.25 * cycle + 1)).toBe(true);
      expect(await visit(1.25 * cycle)).toBe(false);
      expect(await visit(1.4 * cycle)).toBe(false);
    } finally {
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
