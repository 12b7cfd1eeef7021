/** The server, which ends itself by SIGKILL at the nth passing of a fault point: DIE_AT=create:committed DIE_AFTER=3. */
import { startServer } from '../../../src/main/compose.ts';
import { readSettings } from '../../../src/main/settings.ts';

const point = process.env['DIE_AT'];
let left = Number(process.env['DIE_AFTER'] ?? '1');
const running = await startServer(readSettings(process.env), {
  faults: (passed) => {
    if (passed === point && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
console.log(`Groundwatch: ${running.address}`);
console.log(`MQTT broker: port ${running.mqttPort}`);
