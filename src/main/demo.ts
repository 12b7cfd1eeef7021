/** `npm run demo`: the product with a simulated fleet and months of history, in a directory of its own. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '../server/storage/open.ts';
import { within } from '../server/within.ts';
import { startFleet } from '../simulator/run.ts';
import { createLog, startServer } from './compose.ts';
import { accountLines, fillerOf, fleetOf, writeDemo } from './demo/demo-begin.ts';
import { credentialOf, openDemoFile } from './demo/demo-file.ts';
import { startMailCatcher } from './demo/demo-mail.ts';
import { DemoMemory } from './demo/demo-memory.ts';
import { writeDemoMessages } from './demo/demo-messages.ts';
import { writeDemoNotify } from './demo/demo-notify.ts';
import { answerDemoAlarms } from './demo/demo-people.ts';
import { portOrAny } from './demo/demo-port.ts';
import { showProgress } from './demo/demo-progress.ts';
import { writeDemoRules } from './demo/demo-rules.ts';
import { workAShift } from './demo/demo-shift.ts';
import { startDemoSources } from './demo/demo-sources.ts';
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
const { fleet, rtus } = fleetOf(file);

const storage = await openStorage({
  dataDir: settings.dataDir,
  databaseUrl: settings.databaseUrl,
  sealAfterDays: settings.sealAfterDays,
});
await writeDemo(storage, file, fleet, isNew);
mkdirSync(settings.sourcesDir, { recursive: true });

const log = createLog(settings.logLevel, undefined, secretsOf(settings));
const running = await startServer(settings, { demo: true, storage, log });
/** What is to be ended before the server is, in this order. */
const parts: (() => Promise<void> | void)[] = [];
let stopping = false;
const stopped = () => stopping;
/** Sends the people of the demo home. */
const leaving = new AbortController();
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
console.log(`\n  Groundwatch demo   ${running.address}\n`);
console.log(accountLines(file));
if (running.mqttPort !== null) console.log(`\n  MQTT ${running.mqttPort}`);
if (mails !== null) console.log(`  Mail ${mails.address}`);
console.log('');

const filler = await fillerOf(storage, file, rtus);
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

const progress = showProgress(stopped);

let working: Promise<void> = Promise.resolve();

/** Fills the past; a stop ends it after the batch that it is at. */
async function fill(): Promise<void> {
  await filler.recent(Date.now(), stopped, progress.of('last seven days'));
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
  progress.endLine();
  // What people did is asked for while the year is filled.
  working = workAShift(file, running.address, leaving.signal, (what, err) =>
    log.error({ err, what }, 'not all of the demo was filled'),
  );
  await filler.rest(stopped, progress.of('history, newest first'));
  progress.endLine();
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
