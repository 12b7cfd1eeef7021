/** The server, which ends itself by SIGKILL at the nth passing of any of a run's fault points: DIE_AFTER=7; 0 = never. */
import { appendFileSync } from 'node:fs';
import { startServer } from '../../../src/main/compose.ts';
import { readSettings } from '../../../src/main/settings.ts';

const dieAfter = Number(process.env['DIE_AFTER'] ?? '0');
const passedFile = process.env['PASSED'];
let passed = 0;
const running = await startServer(readSettings(process.env), {
  faults: (point) => {
    if (!point.startsWith('workflow.')) return;
    passed += 1;
    if (passedFile !== undefined) appendFileSync(passedFile, `${point}\n`);
    if (passed === dieAfter) process.kill(process.pid, 'SIGKILL');
  },
});
console.log(`Groundwatch: ${running.address}`);
console.log(`MQTT broker: port ${running.mqttPort}`);
