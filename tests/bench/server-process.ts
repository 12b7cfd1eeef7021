/** The server over DATA_DIR in a process of its own, as its settings say; tells its parent where it listens. */
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';

const running = await startServer(readSettings(process.env));
process.send?.({ address: running.address, mqttPort: running.mqttPort });
const stop = () => void running.stop().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('disconnect', stop);
