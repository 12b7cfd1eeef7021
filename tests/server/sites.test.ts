/** Sites by hand on the real server and broker: rules, credentials, what is out of use, RTUs that wait, CSV. */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../src/server/audit/audit.ts';
import { WaitingList } from '../../src/server/gateway/waiting.ts';
import { until } from '../support/security/world.ts';
import { type Answer, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.login('maintainer');
});
afterAll(async () => {
  await server.stop();
});

const ask = (method: string, path: string, body?: unknown) =>
  server.call(path, { token, method, ...(body === undefined ? {} : { body }) });
const dataOf = (answer: Answer) => {
  expect(answer.text).toContain('"status":200');
  return answer.envelope?.data as unknown as Record<string, never>;
};
const refusal = ({ envelope }: Answer) => [envelope?.status, envelope?.messageId, envelope?.field];
const station = (more: object = {}) => ({
  projectId: 1,
  code: 'N-1',
  name: 'North',
  nameReading: null,
  site: 'slope',
  latitude: 30.5,
  longitude: 104.5,
  timeZone: 'Asia/Shanghai',
  ...more,
});
let made = 0;
/** A new station of project 1, with an RTU that may connect. */
async function newRtu(): Promise<{ stationId: number; rtuId: number; sn: string; credential: string }> {
  made += 1;
  const sn = `RTU-${made}`;
  const { id } = dataOf(await ask('POST', '/rest/sites/stations', station({ code: `R-${made}` })));
  const rtu = dataOf(await ask('POST', `/rest/sites/stations/${id}/rtu`, { sn }));
  return { stationId: Number(id), rtuId: Number(rtu['id']), sn, credential: String(rtu['credential']) };
}
function connect(sn: string, password: string): Promise<MqttClient | null> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
    clientId: sn,
    username: sn,
    password,
    reconnectPeriod: 0,
  });
  return new Promise((resolve) => {
    client.once('connect', () => resolve(client));
    client.once('error', () => {
      client.end(true);
      resolve(null);
    });
  });
}
const listed = async () => {
  const { stations } = dataOf(await ask('GET', '/rest/stations')) as unknown as {
    stations: { code: string }[];
  };
  return stations.map(({ code }) => code);
};

describe('what is made by hand', () => {
  it('is seen at once in the list, and every change is in the audit', async () => {
    const { id: companyId } = dataOf(await ask('POST', '/rest/sites/companies', { name: 'East' }));
    const project = { companyId, code: 'east', name: 'East', timeZone: 'Asia/Tokyo', dayBoundary: 540 };
    const { id: projectId } = dataOf(
      await ask('POST', '/rest/sites/projects', { ...project, retentionDays: null }),
    );
    const { id } = dataOf(await ask('POST', '/rest/sites/stations', station({ projectId, code: 'E-1' })));
    expect(await listed()).toContain('E-1');
    dataOf(await ask('PUT', `/rest/sites/stations/${id}`, station({ code: 'E-2' })));
    expect(await listed()).not.toContain('E-1');
    const { db } = server.running.storage;
    const audit = await db.selectFrom('audit').select(['action', 'subject']).execute();
    for (const [action, subject] of [
      ['sites.company.create', `company:${companyId}`],
      ['sites.project.create', `project:${projectId}`],
      ['sites.station.create', `station:${id}`],
      ['sites.station.update', `station:${id}`],
    ])
      expect(audit).toContainEqual({ action, subject });
    expect(await verifyAudit(db)).toBeNull();
  });

  it('lists the reading of its name, which follows the name and gives way to one by hand', async () => {
    const made = station({ code: 'READ', name: '重庆边坡' });
    const { id } = dataOf(await ask('POST', '/rest/sites/stations', made));
    const reading = async () => {
      const { stations } = dataOf(await ask('GET', '/rest/stations')) as unknown as {
        stations: { id: number; reading: string }[];
      };
      return stations.find((one) => one.id === Number(id))?.reading;
    };
    expect(await reading()).toBe('chong qing bian po');
    dataOf(await ask('PUT', `/rest/sites/stations/${id}`, { ...made, name: '长江' }));
    expect(await reading()).toBe('chang jiang');
    dataOf(await ask('PUT', `/rest/sites/stations/${id}`, { ...made, nameReading: 'じゅうけい' }));
    expect(await reading()).toBe('じゅうけい');
  });

  it.each([
    ['a number that is taken', station({ code: 'A-1' }), [422, 'sites.taken', 'code']],
    ['a zone that is none', station({ timeZone: 'Mars/Olympus' }), [422, 'sites.zone', 'timeZone']],
    ['a name of blanks', station({ name: '   ' }), [422, 'bound.required', 'name']],
    ['a latitude beyond the pole', station({ latitude: 90.1 }), [400, 'bound.maximum', 'latitude']],
    ['a project that is not there', station({ projectId: 99 }), [404, 'api.notFound', undefined]],
  ])('refuses %s, naming the field', async (_words, body, expected) => {
    expect(refusal(await ask('POST', '/rest/sites/stations', body))).toEqual(expected);
  });

  it('keeps one RTU on a station, one sensor on a slot, and a kind that has readings', async () => {
    const { stationId, rtuId, sn } = await newRtu();
    expect(refusal(await ask('POST', `/rest/sites/stations/${stationId}/rtu`, { sn: 'OTHER' }))).toEqual([
      422,
      'sites.hasRtu',
      'sn',
    ]);
    const { id: free } = dataOf(await ask('POST', '/rest/sites/stations', station({ code: 'FREE' })));
    expect(refusal(await ask('POST', `/rest/sites/stations/${free}/rtu`, { sn }))).toEqual([
      422,
      'sites.taken',
      'sn',
    ]);
    const sensor = { slot: 0, kind: 4, name: null, installState: 1, mountMode: 0, mountAzimuth: 12.5 };
    const { id } = dataOf(await ask('POST', `/rest/sites/rtus/${rtuId}/sensors`, sensor));
    expect(refusal(await ask('POST', `/rest/sites/rtus/${rtuId}/sensors`, sensor))).toEqual([
      422,
      'sites.taken',
      'slot',
    ]);
    expect(refusal(await ask('PUT', `/rest/sites/sensors/${id}`, { ...sensor, installState: 99 }))).toEqual([
      422,
      'sites.unknownCode',
      'installState',
    ]);
    dataOf(await ask('PUT', `/rest/sites/sensors/${id}`, { ...sensor, kind: 9 }));
    // Sensor 1 of the test server has readings.
    expect(refusal(await ask('PUT', '/rest/sites/sensors/1', { ...sensor, kind: 10 }))).toEqual([
      422,
      'sites.kindFixed',
      'kind',
    ]);
    dataOf(await ask('PUT', `/rest/sites/rtus/${rtuId}/station`, { stationId: free }));
    expect(refusal(await ask('PUT', `/rest/sites/rtus/${rtuId}/station`, { stationId: 1 }))).toEqual([
      422,
      'sites.hasRtu',
      'stationId',
    ]);
  });

  it('out of use leaves list and broker, keeps its history, and comes back', async () => {
    const { stationId, rtuId, sn, credential } = await newRtu();
    const client = await connect(sn, credential);
    expect(client).not.toBeNull();
    const closed = new Promise((resolve) => client?.once('close', () => resolve(undefined)));
    dataOf(await ask('POST', `/rest/sites/stations/${stationId}/retired`, { retired: true }));
    await closed;
    expect(await connect(sn, credential)).toBeNull();
    const tree = dataOf(await ask('GET', '/rest/sites')) as unknown as {
      stations: { id: number; code: string; retiredAt: number | null }[];
    };
    const own = tree.stations.find(({ id }) => id === stationId);
    expect(own?.retiredAt).toBeGreaterThan(0);
    expect(await listed()).not.toContain(own?.code);
    dataOf(await ask('POST', `/rest/sites/stations/${stationId}/retired`, { retired: false }));
    expect(await listed()).toContain(own?.code);
    const again = await connect(sn, credential);
    expect(again).not.toBeNull();
    again?.end(true);

    const sensor = { slot: 2, kind: 4, name: 'old', installState: 1, mountMode: 0, mountAzimuth: 0 };
    const { id } = dataOf(await ask('POST', `/rest/sites/rtus/${rtuId}/sensors`, sensor));
    dataOf(await ask('POST', `/rest/sites/sensors/${id}/retired`, { retired: true }));
    dataOf(await ask('POST', `/rest/sites/rtus/${rtuId}/sensors`, { ...sensor, name: 'new' }));
    expect(refusal(await ask('POST', `/rest/sites/sensors/${id}/retired`, { retired: false }))).toEqual([
      422,
      'sites.taken',
      'slot',
    ]);
  });
});

describe('credentials', () => {
  it('are shown once and stored as a hash', async () => {
    const { rtuId, credential } = await newRtu();
    const { db } = server.running.storage;
    const row = await db.selectFrom('rtus').selectAll().where('id', '=', rtuId).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(credential);
    expect((await ask('GET', '/rest/sites')).text).not.toMatch(/credential_hash|sha256|"credential"/);
  });
  it('rotate with an overlap that ends when the new one is used', async () => {
    const { rtuId, sn, credential } = await newRtu();
    const path = `/rest/sites/rtus/${rtuId}/credential`;
    const fresh = String(dataOf(await ask('POST', path, { overlapHours: 1 }))['credential']);
    const old = await connect(sn, credential);
    expect(old).not.toBeNull();
    old?.end(true);
    const now = await connect(sn, fresh);
    expect(now).not.toBeNull();
    now?.end(true);
    await until(async () => (await connect(sn, credential)) === null);
  });
  it('rotate at once without an overlap, and the connection of the old one ends', async () => {
    const { rtuId, sn, credential } = await newRtu();
    const client = await connect(sn, credential);
    const closed = new Promise((resolve) => client?.once('close', () => resolve(undefined)));
    dataOf(await ask('POST', `/rest/sites/rtus/${rtuId}/credential`, { overlapHours: 0 }));
    await closed;
    expect(await connect(sn, credential)).toBeNull();
  });
  it('refuse an overlap beyond its bound, in words', async () => {
    const { rtuId } = await newRtu();
    const answer = await ask('POST', `/rest/sites/rtus/${rtuId}/credential`, { overlapHours: 721 });
    expect(refusal(answer)).toEqual([400, 'bound.maximum', 'overlapHours']);
    expect(answer.envelope?.msg).toContain('720');
  });
});

describe('RTUs that wait', () => {
  const waits = async () =>
    (
      dataOf(await ask('GET', '/rest/sites/waiting')) as unknown as {
        waiting: { sn: string; attempts: number; address: string | null }[];
      }
    ).waiting;
  it('are listed when they knock, leave the list when let in, and can be dismissed', async () => {
    expect(await connect('NEW-1', 'x')).toBeNull();
    expect(await connect('NEW-1', 'y')).toBeNull();
    expect(await connect('NEW-2', 'x')).toBeNull();
    expect(await waits()).toMatchObject([{ sn: 'NEW-2' }, { sn: 'NEW-1', attempts: 2 }]);
    const { id } = dataOf(await ask('POST', '/rest/sites/stations', station({ code: 'W-1' })));
    const { credential } = dataOf(await ask('POST', `/rest/sites/stations/${id}/rtu`, { sn: 'NEW-1' }));
    expect((await waits()).map(({ sn }) => sn)).toEqual(['NEW-2']);
    const client = await connect('NEW-1', String(credential));
    expect(client).not.toBeNull();
    client?.end(true);
    dataOf(await ask('POST', '/rest/sites/waiting/dismiss', { sn: 'NEW-2' }));
    expect(await waits()).toEqual([]);
  });
  it('cannot be flooded: few new names a minute from one address, and a bounded list', () => {
    let now = 1_000_000;
    const list = new WaitingList(() => now);
    for (let index = 0; index < 1000; index++) list.knock(`FLOOD-${index}`, '10.0.0.9', null);
    expect(list.list).toHaveLength(5);
    list.knock('HONEST', '10.0.0.1', null);
    for (let minute = 0; minute < 100; minute++) {
      now += 61_000;
      for (let index = 0; index < 5; index++) list.knock(`F-${minute}-${index}`, '10.0.0.9', null);
      list.knock('HONEST', '10.0.0.1', null);
    }
    expect(list.list).toHaveLength(200);
    expect(list.list.map(({ sn }) => sn)).toContain('HONEST');
  });
  it('are passed over with a name that no RTU has', () => {
    const list = new WaitingList();
    for (const name of ['', '<b>x</b>', 'a/b', '+', '__proto__\n', 'x'.repeat(41)])
      list.knock(name, null, null);
    expect(list.list).toEqual([]);
  });
});

describe('stations as CSV', () => {
  const header = 'project,code,name,nameReading,site,latitude,longitude,timeZone';
  const send = async (lines: readonly string[], dryRun: boolean) =>
    (
      dataOf(
        await ask('POST', '/rest/sites/stations/import', { text: [header, ...lines].join('\r\n'), dryRun }),
      ) as unknown as {
        rows: { line: number; result: string; field: string | null; messageId: string | null }[];
      }
    ).rows;
  const lines = [
    'A,C-1,"=cmd|""x""!A1",,slope,30,104,Asia/Shanghai',
    'A,C-2,Second,,volcano,30,104,Asia/Shanghai',
    'A,C-3,Third,,dam,91,104,Asia/Shanghai',
    'nowhere,C-4,Fourth,,dam,30,104,Asia/Shanghai',
    'A,C-1,Again,,dam,30,104,Asia/Shanghai',
    'A,C-5,Fifth,,bridge,north,104,Asia/Shanghai',
    'A,C-6,Sixth,だい六,bridge,31.25,104.125,Asia/Tokyo',
  ];
  it('are previewed, good rows are accepted and bad rows are named', async () => {
    const reported = await send(lines, true);
    expect(reported.map(({ line, result, field }) => [line, result, field])).toEqual([
      [2, 'added', null],
      [3, 'bad', 'site'],
      [4, 'bad', 'latitude'],
      [5, 'bad', 'project'],
      [6, 'bad', 'code'],
      [7, 'bad', 'latitude'],
      [8, 'added', null],
    ]);
    expect(await listed()).not.toContain('C-1');
    expect(await send(lines, false)).toEqual(reported);
    expect(await listed()).toEqual(expect.arrayContaining(['C-1', 'C-6']));
    expect((await send([lines[6] ?? ''], false))[0]?.result).toBe('same');
    expect((await send(['A,C-6,Renamed,,bridge,31.25,104.125,Asia/Tokyo'], false))[0]?.result).toBe(
      'changed',
    );
  });
  it('S51 come out so that no spreadsheet runs them, and go in again as they were', async () => {
    const { text } = await ask('GET', '/rest/sites/stations.csv');
    expect(text).toContain('"\'=cmd|""x""!A1"');
    const kept = server.running.storage.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sites.export');
    expect(await kept.executeTakeFirst()).toMatchObject({ account_name: 'maintainer', result: 'ok' });
    expect(text.startsWith('\uFEFF') || text.startsWith('project')).toBe(true);
    const body = { text, dryRun: false };
    const { rows } = dataOf(await ask('POST', '/rest/sites/stations/import', body)) as unknown as {
      rows: { result: string }[];
    };
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map(({ result }) => result))).toEqual(new Set(['same']));
  });
  it('refuse a file that is none', async () => {
    const answer = await ask('POST', '/rest/sites/stations/import', { text: 'a,b\n1,2', dryRun: true });
    expect(refusal(answer)).toEqual([422, 'sites.csvColumn', 'text']);
  });
});
