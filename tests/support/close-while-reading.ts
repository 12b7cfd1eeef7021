/** Closes a storage while its reader threads work, many times: `close-while-reading.ts FOLDER ROUNDS`. */
import { openStorage } from '../../src/server/storage/open.ts';
import type { Reading } from '../../src/server/storage/storage.ts';

const [folder = '', rounds = '1'] = process.argv.slice(2);
const minute = 60_000;
const rows = 20_000;
const reading = (i: number): Reading => ({
  sourceId: 1,
  row: 'tilt',
  element: 0,
  t: i * minute,
  receivedAt: i * minute,
  historical: false,
  values: { x: i % 7, y: i % 11, z: i % 13 },
});
const filled = await openStorage({ dataDir: folder });
await filled.readings.ingest(Array.from({ length: rows }, (_, i) => reading(i)));
await filled.close();
let answered = 0;
let refused = 0;
for (let round = 0; round < Number(rounds); round += 1) {
  const storage = await openStorage({ dataDir: folder });
  const query = { sourceId: 1, row: 'tilt' as const, element: 0, from: 0, to: rows * minute, limit: rows };
  await storage.readings.rows({ ...query, limit: 1 });
  const asked = Array.from({ length: 6 }, () => storage.readings.rows(query));
  const reported = Promise.allSettled(asked);
  // Now sooner, now later in the reads.
  await new Promise((resolve) => setTimeout(resolve, 40 * (round % 3)));
  await storage.close();
  for (const { status } of await reported) {
    if (status === 'fulfilled') answered += 1;
    else refused += 1;
  }
}
console.log(JSON.stringify({ answered, refused }));
