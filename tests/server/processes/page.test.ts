/** What maintainers see of two servers over one PostgreSQL, and what they move between them: work, RTUs, consoles. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataOf } from '../../../src/contract/call.ts';
import type { ProcessAct, processes, processRtus } from '../../../src/contract/processes.ts';
import { readSources, writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { noteChange } from '../../../src/server/changes/change-log.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { type RunningFleet, startFleet } from '../../../src/simulator/run.ts';
import { openStream, until } from '../../support/live-stream.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const secretOf = (sn: string) => `secret-${sn}`;
const maintainer = { accountName: 'maintainer', password: 'slope-watch-1' };
const ofCompany = { accountName: 'operator', password: 'slope-watch-2' };
const work = ['alarms', 'plans', 'scripts', 'schedules', 'upkeep'];
type List = DataOf<typeof processes>;
interface Answer {
  readonly http: number;
  readonly status: number;
  readonly messageId?: string;
  readonly data?: unknown;
}

let postgres: TestPostgres;
let storage: Storage;
let fleet: RunningFleet | null = null;
let balancer: Server;
const folders: string[] = [];
const servers: OwnServer[] = [];
const sns: string[] = [];
const names = new Map<string, string>();

const [A, B] = [0, 1].map((at) => () => servers[at] as OwnServer) as [() => OwnServer, () => OwnServer];
const idOf = (server: OwnServer) => server.running.storage.shared?.processId ?? '';

/** Leads each connection to the first server that says that it is ready. */
async function balance(): Promise<Server> {
  const server = createServer(async (socket): Promise<void> => {
    socket.on('error', () => socket.destroy());
    const ready = await Promise.all(servers.map((one) => one.ready()));
    const to = servers[ready.findIndex(([status]) => status === 200)];
    if (to === undefined) return void socket.destroy();
    const onward = connect(to.running.mqttPort ?? 0, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return server;
}

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
  const plan = planFleet({ seed: 11, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 3 });
  const [company = null] = await writeSite(storage, plan, secretOf);
  await createUser(storage, { ...maintainer, companyId: null, roleId: 1, language: 'en' });
  await createUser(storage, { ...ofCompany, companyId: company, roleId: 1, language: 'en' });
  await readSources(storage);
  for (let at = 0; at < 2; at += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'processes-page-'));
    folders.push(folder);
    servers.push(
      await startOwn(folder, {
        ...{ DATABASE_URL: databaseUrl, SERVER_KEY: 'a-key-that-both-servers-of-the-test-share' },
      }),
    );
  }
  const temper = { awake: true, pace: 1, silentSince: null, breaks: 0 };
  const stations = plan.projects.flatMap((project) => project.stations);
  const rtus = stations.map(({ rtu }) => ({ ...rtu, fast: null, sendCycle: 1, collectionCycle: 1, temper }));
  sns.push(...rtus.map(({ sn }) => sn));
  for (const row of await storage.db
    .selectFrom('rtus')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select(['rtus.sn', 'stations.name'])
    .execute())
    names.set(row.sn, row.name);
  balancer = await balance();
  fleet = startFleet(rtus, {
    url: `mqtt://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    ...{ password: secretOf, within: 100, retry: 300, linger: 100 },
  });
}, 180_000);

afterAll(async () => {
  await fleet?.stop();
  balancer?.close();
  for (const server of servers) await server.running.stop();
  await storage?.close();
  await postgres?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const tokens = new Map<string, string>();
async function tokenOf(person = maintainer): Promise<string> {
  const known = tokens.get(person.accountName);
  if (known !== undefined) return known;
  const { data } = (await A().ask('/login', { body: person })) as unknown as { data: { loginToken: string } };
  tokens.set(person.accountName, data.loginToken);
  return data.loginToken;
}
const ask = async (server: OwnServer, path: string, body?: unknown, person = maintainer) =>
  (await server.ask(path, {
    token: await tokenOf(person),
    ...(body === undefined ? {} : { body }),
  })) as unknown as Answer;
const read = async (server: OwnServer) => (await ask(server, '/rest/processes')).data as List;
const rtusOf = async (server: OwnServer, of: OwnServer) =>
  (await ask(server, `/rest/processes/${encodeURIComponent(idOf(of))}/rtus`)).data as DataOf<
    typeof processRtus
  >;

/** Proves by the password, and does it; the answer of the first that is refused. */
async function act(server: OwnServer, asked: ProcessAct, person = maintainer): Promise<Answer> {
  const proof = await ask(server, '/rest/user/confirm', { password: person.password, body: asked }, person);
  if (proof.status !== 200) return proof;
  return send(server, asked, (proof.data as { confirmation: string }).confirmation, person);
}
const send = (server: OwnServer, asked: ProcessAct, confirmation?: string, person = maintainer) =>
  ask(
    server,
    `/rest/processes/${encodeURIComponent(asked.process)}/${asked.processAct}`,
    {
      ...(asked.work === undefined ? {} : { work: asked.work }),
      ...(confirmation === undefined ? {} : { confirmation }),
    },
    person,
  );
/** Of each work the process that has it, as both servers say. */
const holders = async () => {
  const [ofA, ofB] = [await read(A()), await read(B())];
  const byWork = ({ work: all }: List) => Object.fromEntries(all.map((one) => [one.work, one.holder]));
  expect(byWork(ofA)).toEqual(byWork(ofB));
  return byWork(ofA);
};
const all = (holder: string) => Object.fromEntries(work.map((one) => [one, holder]));

test('both are listed at both, with what each has; the one that answers is marked', async () => {
  await until(() => A().running.gateway.load.connections === 3);
  await expect.poll(async () => (await read(B())).processes.map(({ rtus }) => rtus)).toEqual([3, 0]);
  const before = Date.now();
  const [ofA, ofB] = [await read(A()), await read(B())];
  expect(ofA.alone).toBe(false);
  expect(ofA.processes.map(({ id, own, state }) => [id, own, state])).toEqual([
    [idOf(A()), true, 'running'],
    [idOf(B()), false, 'running'],
  ]);
  expect(ofB.processes.map(({ own }) => own)).toEqual([false, true]);
  for (const { seenAt, startedAt, memory, databaseConnections, clockAhead, takesPart } of ofA.processes) {
    expect(before - (seenAt ?? 0)).toBeLessThan(4500);
    expect(before - startedAt).toBeGreaterThan(0);
    expect(before - startedAt).toBeLessThan(120_000);
    expect(memory).toBeGreaterThan(50_000_000);
    expect(databaseConnections).toBeGreaterThan(1);
    expect(Math.abs(clockAhead ?? 9999)).toBeLessThan(1000);
    expect(takesPart).toBe(true);
  }
  expect(await holders()).toEqual(all(idOf(A())));
  const rows = await rtusOf(B(), A());
  expect(rows.total).toBe(3);
  expect(rows.rtus.map(({ sn, stationName }) => [stationName, sn])).toEqual(
    sns.map((sn) => [names.get(sn), sn]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
  for (const { since } of rows.rtus) expect(Math.abs(before - (since ?? 0))).toBeLessThan(120_000);
  expect(await rtusOf(A(), B())).toEqual({ total: 0, rtus: [] });
  expect((await ask(A(), '/rest/processes/groundwatch%200123456789ab/rtus')).status).toBe(404);
});

test('how far evaluation is behind is what the one says that evaluates, at the other one too', async () => {
  const other = async () => ((await ask(B(), '/rest/alarms')).data as { behind: number }).behind;
  expect(B().running.alarmEngine.behind).toBe(0);
  // As if A was slow: what it says of itself is what B has to say.
  await storage.write(async (db) => {
    const row = await db
      .selectFrom('processes')
      .select('facts')
      .where('id', '=', idOf(A()))
      .executeTakeFirstOrThrow();
    const facts = JSON.stringify({ ...JSON.parse(row.facts), behind: 77_000 });
    await db
      .updateTable('processes')
      .set({ facts: facts as never })
      .where('id', '=', idOf(A()))
      .execute();
  });
  expect(await other()).toBe(77_000);
  expect((await read(B())).processes.map(({ behind }) => behind)).toEqual([77_000, null]);
  expect(((await ask(B(), '/rest/alarms/health')).data as { behind: number }).behind).toBe(77_000);
  expect(await B().metric('alarms_behind_seconds')).toBe(77);
  // And its next sign of life, within 3 s, is heard of at once.
  await expect.poll(other, { timeout: 4000 }).toBeLessThan(77_000);
});

test('changes that a process has not handled are counted, and so is the fleet by the numbers for monitoring', async () => {
  const newest = async () =>
    Number(
      (
        await storage.db
          .selectFrom('changes')
          .select(({ fn }) => fn.max('id').as('id'))
          .executeTakeFirst()
      )?.id ?? 0,
    );
  const said = async (at: number) =>
    JSON.parse(
      (
        await storage.db
          .selectFrom('processes')
          .select('facts')
          .where('id', '=', idOf(servers[at] as OwnServer))
          .executeTakeFirstOrThrow()
      ).facts,
    ) as { change: number };
  await storage.write(async (db) => {
    for (let at = 0; at < 40; at += 1) await noteChange(db, 'remarks', 900_000 + at);
  });
  const [low, { change }] = [await newest(), await said(1)];
  const lag = (await read(A())).processes[1]?.lag ?? -1;
  // What came between the two looks may be in it.
  expect(lag).toBeGreaterThanOrEqual(low - (await said(1)).change - 1);
  expect(lag).toBeLessThanOrEqual((await newest()) - change);
  const text = await (await fetch(`${A().running.address}/metrics`)).text();
  for (const one of work) expect(text).toContain(`groundwatch_work_held{work="${one}"} 1`);
  const other = await (await fetch(`${B().running.address}/metrics`)).text();
  for (const one of work) expect(other).toContain(`groundwatch_work_held{work="${one}"} 0`);
  expect([await A().metric('rtu_sessions'), await B().metric('rtu_sessions')]).toEqual([3, 0]);
  expect([await A().metric('processes_alive'), await B().metric('processes_alive')]).toEqual([2, 2]);
  expect(Math.abs(await B().metric('clock_ahead_seconds'))).toBeLessThan(1);
  await expect.poll(() => B().metric('change_lag'), { timeout: 5000 }).toBeLessThan(5);
});

describe('moving work', () => {
  test('takes the password, of who sees every company, for exactly that', async () => {
    const asked: ProcessAct = { processAct: 'move', process: idOf(B()), work: 'plans' };
    for (const one of [asked, { processAct: 'drain', process: idOf(B()) } as const]) {
      const refused = await act(A(), one, ofCompany);
      expect([refused.http, refused.messageId]).toEqual([403, 'sites.platformOnly']);
      const sent = await send(A(), one, 'x', ofCompany);
      expect([sent.http, sent.messageId]).toEqual([403, 'sites.platformOnly']);
      expect((await send(A(), one)).messageId).toBe('set.noPassword');
    }
    for (const path of ['/rest/processes', `/rest/processes/${encodeURIComponent(idOf(A()))}/rtus`])
      expect((await ask(A(), path, undefined, ofCompany)).messageId).toBe('sites.platformOnly');
    const proof = await ask(A(), '/rest/user/confirm', { password: maintainer.password, body: asked });
    const { confirmation } = proof.data as { confirmation: string };
    const other = await send(A(), { ...asked, work: 'scripts' }, confirmation);
    expect(other.messageId).toBe('set.confirmationOver');
    expect(await holders()).toEqual(all(idOf(A())));
  });

  test('to the other one and back, whichever of them is asked; each is in the audit', async () => {
    expect((await act(A(), { processAct: 'move', process: idOf(B()), work: 'plans' })).status).toBe(200);
    await expect.poll(holders, { timeout: 5000 }).toEqual({ ...all(idOf(A())), plans: idOf(B()) });
    expect((await act(A(), { processAct: 'move', process: idOf(B()), work: 'alarms' })).status).toBe(200);
    await expect.poll(async () => (await holders())['alarms'], { timeout: 5000 }).toBe(idOf(B()));
    const again = await act(A(), { processAct: 'move', process: idOf(B()), work: 'alarms' });
    expect([again.status, again.messageId]).toEqual([409, 'processes.hasIt']);
    // Asked of the one that takes it.
    for (const one of ['plans', 'alarms'] as const)
      expect((await act(A(), { processAct: 'move', process: idOf(A()), work: one })).status).toBe(200);
    await expect.poll(holders, { timeout: 5000 }).toEqual(all(idOf(A())));
    const rows = await storage.db
      .selectFrom('audit')
      .select(['action', 'subject', 'detail', 'result', 'account_name'])
      .where('action', '=', 'processes.move')
      .orderBy('id')
      .execute();
    expect(rows).toEqual(
      [
        [idOf(B()), 'plans'],
        [idOf(B()), 'alarms'],
        [idOf(A()), 'plans'],
        [idOf(A()), 'alarms'],
      ].map(([process, detail]) => ({
        ...{ action: 'processes.move', subject: `process:${process}`, detail },
        ...{ result: 'ok', account_name: 'maintainer' },
      })),
    );
  });

  test('is refused to a process that is dead, or whose clock is wrong', async () => {
    const id = 'groundwatch 00000000dead';
    const facts = { connections: 0, streams: 0, behind: 0, change: 0, databaseConnections: 1, memory: 1 };
    const plant = (until: number, clockAhead: number) =>
      storage.write(async (db) => {
        await db.deleteFrom('processes').where('id', '=', id).execute();
        const said = JSON.stringify({ ...facts, clockAhead }) as never;
        await db
          .insertInto('processes')
          .values({
            ...{ id, name: 'mill 7', version: '1', place: '', started_at: 1, until_at: until },
            ...{ state: 'running', facts: said },
          })
          .execute();
      });
    await plant(Date.now() - 5000, 0);
    expect((await read(A())).processes.find((one) => one.id === id)).toMatchObject({
      ...{ state: 'silent', rtus: null, behind: null, takesPart: true, startedAt: 1 },
    });
    const asked: ProcessAct = { processAct: 'move', process: id, work: 'plans' };
    expect((await act(A(), asked)).messageId).toBe('processes.notAlive');
    expect((await act(A(), { processAct: 'drain', process: id })).messageId).toBe('processes.notAlive');
    await plant(Date.now() + 30_000, 5000);
    expect((await read(A())).processes.find((one) => one.id === id)).toMatchObject({
      ...{ state: 'running', takesPart: true, clockAhead: 5000 },
    });
    await plant(Date.now() + 30_000, 5001);
    expect((await read(A())).processes.find((one) => one.id === id)?.takesPart).toBe(false);
    expect((await act(A(), asked)).messageId).toBe('processes.clockOff');
    const unknown = await act(A(), { ...asked, process: 'groundwatch 000000000000' });
    expect(unknown.status).toBe(404);
    await storage.write((db) => db.deleteFrom('processes').where('id', '=', id).execute());
  });
});

describe('a drain', () => {
  test('gives up work, RTUs and streams; nobody is sent there until it takes part again', async () => {
    const stream = await openStream({ address: A().running.address } as never, await tokenOf());
    await until(() => stream.events.some(({ type }) => type === 'hello'));
    let hasEnded = false;
    void stream.ended.then(() => {
      hasEnded = true;
    });
    expect(await A().ready()).toEqual([200, []]);
    const connected = () => A().running.gateway.load.connections;
    expect(connected()).toBe(3);
    // Asked at the other one.
    expect((await act(B(), { processAct: 'drain', process: idOf(A()) })).status).toBe(200);
    await expect.poll(() => connected(), { timeout: 5000 }).toBe(0);
    await expect.poll(holders, { timeout: 5000 }).toEqual(all(idOf(B())));
    expect(await A().ready()).toEqual([503, ['draining']]);
    expect((await B().ready())[0]).toBe(200);
    expect(A().running.hub.count).toBe(0);
    await expect.poll(() => hasEnded).toBe(true);
    const [ofA] = (await read(B())).processes;
    expect(ofA).toMatchObject({ state: 'draining', rtus: 0, takesPart: true, behind: null });

    await expect.poll(() => B().running.gateway.load.connections, { timeout: 10_000 }).toBe(3);
    await expect
      .poll(async () => (await read(B())).processes.map(({ rtus }) => rtus), { timeout: 5000 })
      .toEqual([0, 3]);
    const sessions = await storage.db
      .selectFrom('leases')
      .select('holder')
      .where('name', 'like', 'rtu:%')
      .execute();
    expect(sessions).toEqual(sns.map(() => ({ holder: idOf(B()) })));

    const moved = await act(B(), { processAct: 'move', process: idOf(A()), work: 'plans' });
    expect(moved.messageId).toBe('processes.isDraining');
    const again = await act(B(), { processAct: 'drain', process: idOf(A()) });
    expect(again.messageId).toBe('processes.isDraining');
    const last = await act(B(), { processAct: 'drain', process: idOf(B()) });
    expect([last.status, last.messageId]).toEqual([409, 'processes.onlyOne']);

    expect((await act(A(), { processAct: 'resume', process: idOf(A()) })).status).toBe(200);
    await expect.poll(() => A().ready(), { timeout: 5000 }).toEqual([200, []]);
    expect((await act(A(), { processAct: 'resume', process: idOf(A()) })).messageId).toBe(
      'processes.notDraining',
    );
    // It seeks again: what is moved to it, it takes.
    expect((await act(B(), { processAct: 'move', process: idOf(A()), work: 'upkeep' })).status).toBe(200);
    await expect.poll(async () => (await holders())['upkeep'], { timeout: 5000 }).toBe(idOf(A()));
    const actions = await storage.db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('action', 'in', ['processes.drain', 'processes.resume'])
      .orderBy('id')
      .execute();
    expect(actions).toEqual([
      { action: 'processes.drain', subject: `process:${idOf(A())}` },
      { action: 'processes.resume', subject: `process:${idOf(A())}` },
    ]);
    stream.close();
  });
});
