/** `npm run restore -- FOLDER --data-dir NEW`: a backup as a new data directory. */
import { restore } from '../server/backup/restore.ts';
import { runTool, toolArguments } from './tool.ts';

process.exitCode = await runTool('restore.usage', async (say) => {
  const { positionals, values } = toolArguments();
  const [folder, another] = positionals;
  const dataDir = values['data-dir'];
  if (folder === undefined || another !== undefined || dataDir === undefined) return null;
  const { at } = await restore(folder, dataDir);
  return say('restore.done', { folder: dataDir, time: new Date(at).toISOString() });
});
