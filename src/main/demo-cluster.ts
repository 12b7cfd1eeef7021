/**
 * `npm run demo:cluster`: three processes of the product over one PostgreSQL behind HAProxy, with 2,000 simulated RTUs, all on
 * this machine. The README says what to kill and what to see.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openStorage } from '../server/storage/open.ts';
import type { Storage } from '../server/storage/storage.ts';
import { within } from '../server/within.ts';
import { startFleet } from '../simulator/run.ts';
import { accountLines, fillerOf, fleetOf } from './demo/demo-begin.ts';
import { credentialOf, type DemoFile, openDemoFile } from './demo/demo-file.ts';
import type { PastFiller } from './demo/demo-fill.ts';
import { startMailCatcher } from './demo/demo-mail.ts';
import { DemoMemory } from './demo/demo-memory.ts';
import { freePort, portFor } from './demo/demo-port.ts';
import { showProgress } from './demo/demo-progress.ts';
import { workAShift } from './demo/demo-shift.ts';
import { startDemoSources } from './demo/demo-sources.ts';
import { type BalancerPlace, planBalancer, reachedAt } from './demo-cluster/balancer.ts';
import { answerAlarms, checkDatabase, writeRules, writeStations } from './demo-cluster/fill.ts';
import { readLines, usage } from './demo-cluster/keys.ts';
import { planOwnDatabase } from './demo-cluster/own-database.ts';
import { Parts, planProcess } from './demo-cluster/parts.ts';
import { findTools } from './demo-cluster/tools.ts';
import { readSettings } from './settings.ts';
import { reasonOf } from './start-or-say.ts';

/** A whole number of the environment. @throws Error naming the variable */
function wholeNumber(name: string, usual: number, most: number): number {
  const text = process.env[name] ?? '';
  const value = text === '' ? usual : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`${name}: ${text} is no whole number of 1 to ${most}`);
  return value;
}

const dataDir = resolve(process.env['DATA_DIR'] || '.demo-cluster');
/** ms that RTUs have to take their leave; and what is being written, to come to its end. */
const endTimes = { devices: 8000, work: 30_000 };
/** ms within which a second Ctrl-C is the same one: npm hands it on, too. */
const sameKey = 1000;

/** What is to be ended before the programs are, the last one first. */
const enders: (() => unknown)[] = [];
const leaving = new AbortController();
const stopped = () => leaving.signal.aborted;
const failed = (what: string, error: unknown) => console.error(`  ${what}: ${reasonOf(error)}`);

/** The database and the programs that the demo is made of. Nothing of it runs yet, but the database. */
async function begin() {
  const stations = wholeNumber('DEMO_STATIONS', 2000, 20_000);
  const hours = wholeNumber('DEMO_HOURS', 6, 366 * 24);
  const asked = readSettings({ LOG_LEVEL: 'error', ...process.env, DATA_DIR: dataDir });
  const tools = findTools(process.env, asked.databaseUrl === undefined);
  const parts = new Parts(dataDir, (part, pid, how) => {
    const again = stopped() ? '' : `: type "start ${part.plan.name}" to start it again`;
    console.log(`  ${part.plan.name} (${pid}) has ended, ${how}${again}`);
  });
  enders.push(() => parts.stop());
  process.once('exit', () => parts.kill());
  const { file } = openDemoFile(dataDir, stations);
  const secretOf = credentialOf(file);
  let { databaseUrl } = asked;
  if (tools.postgres !== null) {
    const own = planOwnDatabase({
      ...{ programs: tools.postgres, dataDir, password: secretOf('database'), port: await freePort() },
      log: parts.logOf('database'),
    });
    databaseUrl = own.databaseUrl;
    await parts.add(own.plan);
  }
  if (databaseUrl === undefined) throw new Error('there is no database');
  await checkDatabase(databaseUrl, file);
  return { asked, hours, file, haproxy: tools.haproxy, parts, databaseUrl };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Fills the last hours and writes rules; answers whether there are alarms that nobody has answered yet. */
async function fill(storage: Storage, { file, hours }: Begun, filler: PastFiller): Promise<boolean> {
  const progress = showProgress(stopped);
  await filler.recent(Date.now(), stopped, progress.of(`the last ${hours} h of readings`));
  progress.endLine();
  return !stopped() && (await writeRules(storage, file, hours / 24));
}

/** Starts balancer and processes. Answers where the balancer listens. */
async function startParts({ asked, file, haproxy, parts, databaseUrl }: Begun): Promise<BalancerPlace> {
  const mails = asked.smtpUrl === null ? await startMailCatcher() : null;
  if (mails !== null) enders.push(() => mails.stop());
  const place = {
    host: asked.host,
    httpPort: await portFor(process.env['PORT'], asked.port, asked.host),
    mqttPort: await portFor(process.env['MQTT_PORT'], asked.mqttPort ?? 0, asked.host),
  };
  const processes: BalancerPlace[] = [];
  for (let count = 0; count < 3; count += 1)
    processes.push({ host: '127.0.0.1', httpPort: await freePort(), mqttPort: await freePort() });
  const settings = {
    ...{ DATABASE_URL: databaseUrl, SERVER_KEY: credentialOf(file)('server-key') },
    ...{ TRUST_PROXY: '127.0.0.1', MQTT_PROXY_PROTOCOL: 'on', LOG_LEVEL: asked.logLevel },
    SMTP_URL: mails?.smtpUrl ?? asked.smtpUrl ?? '',
    PUBLIC_URL: asked.publicUrl ?? `http://${reachedAt(place.host)}:${place.httpPort}`,
  };
  mkdirSync(join(dataDir, 'sources'), { recursive: true });
  const needs = { settings, dataDir, logOf: parts.logOf };
  await parts.add(...processes.map((one, at) => planProcess(String(at + 1), one, needs)));
  await parts.add(planBalancer(haproxy, dataDir, place, processes, parts.logOf('balancer')));
  if (mails !== null) console.log(`\n  Mail ${mails.address}`);
  return place;
}

/** ms over which the first visits of the RTUs are spread: each is a birth, with all that the RTU is and has. */
const firstVisits = ({ stations }: DemoFile) => Math.max(40_000, stations * 50);

/** Brings the RTUs to life, and the other ways in. Answers how many RTUs report. */
function startDevices(storage: Storage, file: DemoFile, { host, httpPort, mqttPort }: BalancerPlace): number {
  const memory = new DemoMemory(dataDir);
  const devices = startFleet(fleetOf(file).rtus, {
    load: (sn) => memory.load(sn),
    store: (sn, saved) => memory.store(sn, saved),
    url: `mqtt://${reachedAt(host)}:${mqttPort}`,
    password: credentialOf(file),
    within: firstVisits(file),
  });
  const others = startDemoSources({
    ...{ storage, address: `http://${reachedAt(host)}:${httpPort}`, secretOf: credentialOf(file) },
    folder: join(dataDir, 'sources'),
    // Between two processes nobody takes it; it is sent again.
    failed: () => undefined,
  });
  enders.push(
    () => memory.flush(),
    () => within(devices.stop(), endTimes.devices),
    () => others.stop(),
  );
  return devices.devices.length;
}

/** Says every ten seconds that the demo is on the air; the next start fills from there. */
function keepAlive(filler: PastFiller): void {
  let isFailing = false;
  const timer = setInterval(() => {
    filler.alive(Date.now()).then(
      () => {
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing && !stopped()) failed('the demo was not marked alive', error);
        isFailing = true;
      },
    );
  }, 10_000);
  enders.push(() => clearInterval(timer));
}

async function run(): Promise<void> {
  const begun = await begin();
  const { file, parts, databaseUrl } = begun;
  if (stopped()) return;
  const storage = await openStorage({ dataDir, databaseUrl });
  enders.push(() => storage.close());
  await writeStations(storage, file);
  const days = begun.hours / 24;
  const span = { first: days, all: days, missed: days };
  const filler = await fillerOf(storage, file, fleetOf(file).rtus, span);
  enders.push(() => filler.close());
  const isNew = await fill(storage, begun, filler);
  if (stopped()) return;
  const place = await startParts(begun);
  if (stopped()) return;
  const address = `http://${reachedAt(place.host)}:${place.httpPort}`;
  console.log(`\n  Groundwatch demo, three processes   ${address}\n\n${accountLines(file)}\n`);
  console.log(`${parts.table()}\n\n${usage(parts)}\n`);
  console.log(`  Processes: ${address}/processes (as maintainer)`);
  const count = startDevices(storage, file, place);
  console.log(`  ${count} RTUs connect within ${firstVisits(file) / 1000} s; those that sleep leave again\n`);
  keepAlive(filler);
  const lines = readLines(parts);
  enders.push(() => lines.close());
  if (isNew) await bePeople(storage, file, address);
}

/** What people did. It goes on while processes are killed: what fails then is said, and the demo goes on. */
async function bePeople(storage: Storage, file: DemoFile, address: string): Promise<void> {
  try {
    await answerAlarms(storage, leaving.signal);
  } catch (error) {
    if (!stopped()) failed('alarms of the past were not answered', error);
  }
  await workAShift(file, address, leaving.signal, (what, error) => failed(`not filled: ${what}`, error));
}

async function endAll(): Promise<void> {
  for (const end of enders.splice(0).toReversed()) await end();
}

let asked: number | null = null;
const onSignal = () => {
  if (asked !== null) {
    if (Date.now() - asked < sameKey) return;
    console.log('  ended at once: what has not ended by itself is ended by force');
    process.exit(1);
  }
  asked = Date.now();
  leaving.abort();
  console.log('\n  ending: RTUs, processes, balancer, database');
  within(running, endTimes.work)
    .then(endAll)
    .then(
      () => {
        console.log('  all of it has ended');
        process.exit(0);
      },
      (error: unknown) => {
        failed('not all of it has ended in order', error);
        process.exit(1);
      },
    );
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

const running = run().catch(async (error: unknown) => {
  // What the end took away is no failure.
  if (stopped()) return;
  console.error(`Groundwatch does not start: ${reasonOf(error)}`);
  await endAll();
  process.exit(1);
});
await running;
