/** `npm run metrics`: prints the metrics that an RTU may send, with type, unit and meaning. */
import { metricTable } from './metric-list.ts';
import { runTool, toolArguments } from './tool.ts';

process.exitCode = await runTool('metrics.usage', async (say) =>
  toolArguments().positionals.length > 0 ? null : metricTable(say),
);
