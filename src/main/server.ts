/** `npm start`: an empty server, or one that has been set up. */
import { newSetupSecret, setupNeeded } from '../server/accounts/setup.ts';
import { startServer } from './compose.ts';
import { readSettings } from './settings.ts';
import { startOrSay } from './start-or-say.ts';
import { stopOnSignal } from './stop.ts';

const running = await startOrSay(() => startServer(readSettings(process.env)));
stopOnSignal(running);
console.log(`Groundwatch: ${running.address}`);
if (running.mqttPort !== null) console.log(`MQTT broker: port ${running.mqttPort}`);
if (running.mqttTlsPort !== null) console.log(`MQTT broker with TLS: port ${running.mqttTlsPort}`);
for (const { id, port } of running.drivers) console.log(`${id}: port ${port}`);

if (await setupNeeded(running.storage)) {
  // On the terminal and nowhere else: it is kept as a hash.
  console.log(`Setup secret for the first administrator: ${await newSetupSecret(running.storage)}`);
  console.log(`Open ${running.address}/setup to use it.`);
}
