/** `npm start`: an empty server, or one that has been set up. */
import { createHash, randomBytes } from 'node:crypto';
import { startServer } from './compose.ts';
import { readSettings } from './settings.ts';
import { startOrSay } from './start-or-say.ts';
import { stopOnSignal } from './stop.ts';

const running = await startOrSay(() => startServer(readSettings(process.env)));
stopOnSignal(running);
console.log(`Groundwatch: ${running.address}`);
if (running.mqttPort !== null) console.log(`MQTT broker: port ${running.mqttPort}`);

const anyone = await running.storage.db.selectFrom('users').select('id').executeTakeFirst();
if (anyone === undefined) {
  // Kept as a hash: the secret itself is on the terminal and nowhere else.
  const secret = randomBytes(16).toString('base64url');
  const value = createHash('sha256').update(secret).digest('hex');
  await running.storage.write(async (db) => {
    await db.deleteFrom('settings').where('key', '=', 'setup.secret').execute();
    await db.insertInto('settings').values({ key: 'setup.secret', value }).execute();
  });
  console.log(`Setup secret for the first administrator: ${secret}`);
}
