/**
 * A process that seals a sensor's readings and opens them again by late ones until it is killed: folder, sensor, time.
 * It says "begun" once the first are sealed.
 */
import { openStorage } from '../../../src/server/storage/open.ts';
import { reading } from '../storage-fixture.ts';
import { lateAt, sealedWeeks } from './sealing-load.ts';

const [folder = '', idText = '', startText = ''] = process.argv.slice(2);
const [id, start] = [Number(idText), Number(startText)];
const storage = await openStorage({ dataDir: folder });
for (let turn = 0; ; turn += 1) {
  await storage.readings.seal('tilt', [id], start + sealedWeeks * 7 * 86_400_000);
  if (turn === 0) process.stdout.write('begun\n');
  const { t, values } = lateAt(start, turn);
  await storage.readings.ingest([reading(id, t, values)]);
}
