/** A process that stores one late value and is killed as soon as that is committed: folder, sensor, time. */
import { openStorage } from '../../../src/server/storage/open.ts';
import { reading } from '../storage-fixture.ts';

const [folder = '', id = '', t = ''] = process.argv.slice(2);
const storage = await openStorage({ dataDir: folder });
await storage.readings.ingest([reading(Number(id), Number(t), { x: -7 })]);
process.kill(process.pid, 'SIGKILL');
