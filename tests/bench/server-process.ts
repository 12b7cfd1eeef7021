/** Runs the server over DATA_DIR with its settings in a process of its own; sends its address to the parent. */
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';

const running = await startServer(readSettings(process.env));
process.send?.({ address: running.address, mqttPort: running.mqttPort });
const stop = () => void running.stop().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('disconnect', stop);
