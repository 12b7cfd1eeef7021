/** `npm run parquet -- FOLDER`: readings as Parquet files, while the server runs. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Refusal } from '../base/errors.ts';
import { exportParquet } from '../server/exports/parquet.ts';
import { openReading } from '../server/storage/reading.ts';
import { readSettings } from './settings.ts';
import { runTool, toolArguments } from './tool.ts';

/** The beginning of a day of UTC. @throws Refusal */
function dayOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const t = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(t) || new Date(t).toISOString().slice(0, 10) !== text)
    throw new Refusal(422, 'parquet.day', { text });
  return t;
}

process.exitCode = await runTool('parquet.usage', async (say) => {
  const { positionals, values } = toolArguments();
  const [folder, another] = positionals;
  if (folder === undefined || another !== undefined) return null;
  const { dataDir, databaseUrl } = readSettings(process.env);
  const database = join(dataDir, 'groundwatch.db');
  if (databaseUrl === undefined && !existsSync(database))
    throw new Refusal(422, 'backup.noData', { folder: resolve(dataDir) });
  const from = dayOf(values.from, Number.MIN_SAFE_INTEGER);
  const to = dayOf(values.to, Number.MAX_SAFE_INTEGER);
  if (from >= to) throw new Refusal(422, 'api.range', {});
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Refusal(422, 'parquet.notEmpty', { folder });
  const connection = openReading(databaseUrl === undefined ? { path: database } : { databaseUrl });
  try {
    const wanted = { folder, project: values.project ?? null, station: values.station ?? null, from, to };
    const { stations, files, rows } = await exportParquet(connection, wanted);
    if (stations === 0) throw new Refusal(404, 'parquet.noStation');
    return say('parquet.done', { folder, files, rows });
  } finally {
    await connection.close();
  }
});
