/** `npm run demo`: the product with a simulated fleet and months of history, in a directory of its own. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '../server/accounts/users.ts';
import { SiteEditor } from '../server/sites/edit/editor.ts';
import { openStorage } from '../server/storage/open.ts';
import { within } from '../server/within.ts';
import { planFleet } from '../simulator/fleet/index.ts';
import { rtuSlot } from '../simulator/parameters.ts';
import { startFleet } from '../simulator/run.ts';
import { createLog, startServer } from './compose.ts';
import { writeDemoAudit } from './demo/demo-audit.ts';
import { credentialOf, openDemoFile } from './demo/demo-file.ts';
import { PastFiller } from './demo/demo-fill.ts';
import { makeDemoFormula } from './demo/demo-formulas.ts';
import { startMailCatcher } from './demo/demo-mail.ts';
import { DemoMemory } from './demo/demo-memory.ts';
import { writeDemoMessages } from './demo/demo-messages.ts';
import { writeDemoNotify } from './demo/demo-notify.ts';
import { answerDemoAlarms } from './demo/demo-people.ts';
import { portOrAny } from './demo/demo-port.ts';
import { writeDemoRules } from './demo/demo-rules.ts';
import { makeDemoServiceAccount } from './demo/demo-service-accounts.ts';
import { readSources, writeSite } from './demo/demo-site.ts';
import { makeDemoSources, startDemoSources } from './demo/demo-sources.ts';
import { DemoVisitor } from './demo/demo-visitor.ts';
import { fillDemoWork } from './demo/demo-work.ts';
import { readSettings, secretsOf } from './settings.ts';
import { stopOnSignal } from './stop.ts';

const stations = Number(process.env['DEMO_STATIONS'] ?? 300);
const asked = readSettings({
  LOG_LEVEL: 'error',
  ...process.env,
  DATA_DIR: process.env['DATA_DIR'] ?? '.demo',
});
// What a demo sends stays on this machine, unless a mail server is named.
const mails = asked.smtpUrl === null ? await startMailCatcher() : null;
// A port that was asked for is taken or refused; the defaults give way.
const settings = {
  ...asked,
  smtpUrl: mails?.smtpUrl ?? asked.smtpUrl,
  sourcesDir: asked.sourcesDir ?? join(asked.dataDir, 'sources'),
  port: process.env['PORT'] ? asked.port : await portOrAny(asked.port, asked.host),
  // The fleet of the demo speaks without TLS, on this machine.
  mqttPort: process.env['MQTT_PORT']
    ? (asked.mqttPort ?? 0)
    : await portOrAny(asked.mqttPort ?? 0, asked.host),
};
const { file, isNew } = openDemoFile(settings.dataDir, stations);
const password = credentialOf(file);
const fleet = planFleet(file);
const rtus = fleet.projects.flatMap((project) => project.stations.map((station) => station.rtu));

const storage = await openStorage({
  dataDir: settings.dataDir,
  databaseUrl: settings.databaseUrl,
  sealAfterDays: settings.sealAfterDays,
});
const anyone = await storage.db.selectFrom('users').select('id').executeTakeFirst();
if (isNew || anyone === undefined) {
  const [company = null] = await writeSite(storage, fleet, password);
  for (const account of file.accounts) {
    // The maintainer sees every company, the others the first one.
    const companyId = account.roleId === 1 ? null : company;
    await createUser(storage, { ...account, companyId, language: 'zh-chs' });
  }
  await writeDemoAudit(storage, file.anchor);
}

// The server does not run yet: nobody has to look again.
const editor = new SiteEditor(storage, async () => undefined);
await makeDemoSources(editor, password);
await makeDemoFormula(editor);
await makeDemoServiceAccount(storage);
mkdirSync(settings.sourcesDir, { recursive: true });

const log = createLog(settings.logLevel, undefined, secretsOf(settings));
const running = await startServer(settings, { demo: true, storage, log });
/** What is to be ended before the server is, in this order. */
const parts: (() => Promise<void> | void)[] = [];
let stopping = false;
const stopped = () => stopping;
/** ms that the filling of the past has to come to its end: a batch that is being stored is waited for. */
const fillingTime = 5000;
stopOnSignal({
  log,
  async stop() {
    stopping = true;
    leaving.abort();
    for (const end of parts) await end();
    await running.stop();
  },
});
const width = Math.max(...file.accounts.map((account) => account.accountName.length));
console.log(`\n  Groundwatch demo   ${running.address}\n`);
for (const account of file.accounts) {
  console.log(`  ${account.accountName.padEnd(width)}   ${account.password}`);
}
if (running.mqttPort !== null) console.log(`\n  MQTT ${running.mqttPort}`);
if (mails !== null) console.log(`  Mail ${mails.address}`);
console.log('');

const sourceOf = await readSources(storage);
const sources = new Map(
  rtus.flatMap((rtu) =>
    [rtuSlot, ...rtu.sensors.map((sensor) => sensor.slot)].map(
      (slot) => [`${rtu.sn}/${slot}`, sourceOf(rtu.sn, slot)] as const,
    ),
  ),
);
const filler = new PastFiller(
  storage,
  { seed: file.seed, anchor: file.anchor, stations: file.stations, sources },
  rtus.filter(({ sensors: [lead] }) => lead?.movement.episode !== undefined).map(({ sn }) => sn),
);
const memory = new DemoMemory(settings.dataDir);
const devices = startFleet(rtus, {
  load: (sn) => memory.load(sn),
  store: (sn, saved) => memory.store(sn, saved),
  url: settings.mqttUrl ?? `mqtt://127.0.0.1:${running.mqttPort ?? settings.mqttPort}`,
  password,
});

let beat: Promise<void> = Promise.resolve();
const heartbeat = setInterval(() => {
  beat = filler.alive(Date.now()).catch((error: unknown) => {
    log.error({ err: error }, 'the demo was not marked alive');
  });
}, 10_000);

let shown = -1;
const progress = (title: string) => (share: number) => {
  const percent = Math.floor(share * 100);
  if (percent === shown || stopping) return;
  const isFirst = shown < 0;
  shown = percent;
  if (process.stdout.isTTY) process.stdout.write(`\r  ${title} ${percent} %   `);
  else if (isFirst || percent % 10 === 0) console.log(`  ${title} ${percent} %`);
};

const leaving = new AbortController();
let working: Promise<void> = Promise.resolve();
/** What people did, asked for as from a console while the year is filled; a stop ends it where it is. */
async function work(): Promise<void> {
  const [operator, engineer] = ['operator', 'engineer'].map((name) =>
    file.accounts.find(({ accountName }) => accountName === name),
  );
  // A demo of an older version may lack one of them.
  if (operator === undefined || engineer === undefined) return;
  try {
    const people = [operator, engineer].map((one) => DemoVisitor.enter(running.address, one, leaving.signal));
    const [first, second] = await Promise.all(people);
    if (first === undefined || second === undefined) return;
    await fillDemoWork(first, second, (what, err) =>
      log.error({ err, what }, 'not all of the demo was filled'),
    );
    await Promise.all([first.leave(), second.leave()]);
  } catch (err) {
    if (!stopping) log.error({ err }, 'the people of the demo could not work');
  }
}

/** Fills the past; a stop ends it after the batch that it is at. */
async function fill(): Promise<void> {
  await filler.recent(Date.now(), stopped, progress('last seven days'));
  if (stopping) return;
  await running.board.load();
  if (stopping) return;
  running.board.forgetSparks();
  if (await writeDemoRules(storage, running.board, file.anchor, Date.now())) {
    running.alarmEngine.changed();
    await running.alarmEngine.settle();
    const now = Date.now();
    if (!stopping) await answerDemoAlarms(storage, now);
    if (!stopping && (await writeDemoNotify(storage, now))) await writeDemoMessages(storage, now);
  }
  if (stopping) return;
  if (process.stdout.isTTY) process.stdout.write('\n');
  shown = -1;
  working = work();
  await filler.rest(stopped, progress('history, newest first'));
  if (!stopping && process.stdout.isTTY) process.stdout.write('\n');
}
const filling = fill();
const others = startDemoSources({
  ...{ storage, address: running.address, secretOf: password, folder: settings.sourcesDir },
  failed: (error) => log.error({ err: error }, 'a source of the demo did not send'),
});
parts.push(
  () => others.stop(),
  () => devices.stop(),
  () => mails?.stop(),
  () => memory.flush(),
  () => filler.close(),
  async () => {
    clearInterval(heartbeat);
    await within(Promise.allSettled([filling, beat, working]), fillingTime);
  },
);
try {
  await filling;
} catch (error) {
  // What the stop took away is no failure of the filling.
  if (!stopping) throw error;
}
