/** `npm run backup -- FOLDER`: the data directory into a folder, while the server runs. */
import { Refusal } from '../base/errors.ts';
import { backUp } from '../server/backup/backup.ts';
import { readSettings } from './settings.ts';
import { runTool, toolArguments } from './tool.ts';
import { version } from './version.ts';

process.exitCode = await runTool('backup.usage', async (say) => {
  const { positionals } = toolArguments();
  const [folder, another] = positionals;
  if (folder === undefined || another !== undefined) return null;
  const { dataDir, databaseUrl } = readSettings(process.env);
  if (databaseUrl !== undefined) throw new Refusal(422, 'backup.postgres');
  const { files } = await backUp(dataDir, folder, version);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return say('backup.done', { folder, files: files.length, megabytes: Math.ceil(bytes / 1_000_000) });
});
