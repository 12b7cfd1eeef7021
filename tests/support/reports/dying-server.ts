/** The server, which ends itself by SIGKILL at a point of a report's making: DIE_AT=report.made; '' = never. */
import { startServer } from '../../../src/main/compose.ts';
import { readSettings } from '../../../src/main/settings.ts';

const dieAt = process.env['DIE_AT'] ?? '';
const running = await startServer(readSettings(process.env), {
  faults: (point) => {
    if (point === dieAt) process.kill(process.pid, 'SIGKILL');
  },
});
console.log(`Groundwatch: ${running.address}`);
console.log(`MQTT broker: port ${running.mqttPort}`);
