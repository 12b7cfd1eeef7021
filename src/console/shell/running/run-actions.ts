import { scripts } from '../../../../commands/scripts/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { RunAction } from '../../../command/context.ts';
import type { RunDetail } from '../../../contract/workflows.ts';
import * as contract from '../../../contract/workflows.ts';
import { actOffered, offered } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { runsKey } from '../../state/scripts/runs.ts';
import { knownScripts, nameOf } from '../../state/scripts/scripts.ts';
import { queries } from '../../state/sites/stations.ts';

interface Ports {
  readonly open: (address: string) => void;
  readonly notify: (message: MessageId, severity: 'warning') => void;
}

/** The script that a run came from, as addresses name it, and its newest version; null where nobody can look at it. */
async function scriptOf({ source }: Pick<RunDetail, 'source'>) {
  const list = await knownScripts();
  const known = [
    ...list.scripts.map(({ id, version }) => ({ script: id, newest: version })),
    ...list.library.map(({ id }) => ({ script: nameOf({ type: 'library', id }), newest: null })),
  ];
  return known.find(({ script }) => script === source?.script) ?? null;
}

async function show(run: RunDetail, open: Ports['open']): Promise<void> {
  queries.setQueryData([runsKey, 'one', run.id], run);
  const { script } = (await scriptOf(run)) ?? { script: nameOf({ type: 'new' }) };
  open(`/scripts/${script}/${run.id}`);
  // What else stands there gives way to the run.
  if (offered(scripts.view) === true) await actOffered(scripts.view, { view: 'run' });
}

/** The script as it is now; what differs from the version that ran is shown where another was saved since. */
async function showSource(run: RunDetail, { open, notify }: Ports): Promise<void> {
  const found = await scriptOf(run);
  if (found === null) return notify('scripts.sourceGone', 'warning');
  const version = run.source?.version ?? null;
  const compared = version === null || version === found.newest ? '' : `?version=${version}`;
  open(`/scripts/${found.script}/${run.id}${compared}`);
}

const steering = {
  pause: contract.pauseWorkflow,
  resume: contract.resumeWorkflow,
  cancel: contract.cancelWorkflow,
} as const;

/** Opens a run with its script, steers it, or runs its text again and opens that run. @throws ApiError */
export async function actOnRun(runId: string, action: RunAction, ports: Ports): Promise<void> {
  const params = { runId };
  if (action === 'open' || action === 'again' || action === 'source') {
    const { run } = await request(contract.workflowRun, { params });
    if (action === 'open') return show(run, ports.open);
    if (action === 'source') return showSource(run, ports);
    const { script, args, title, source } = run;
    const from = source === null ? {} : { source: { script: source.script, version: source.version } };
    const made = await request(contract.startWorkflow, { body: { script, args, title, ...from } });
    await show(made.run, ports.open);
  } else await request(steering[action], { params });
  await queries.invalidateQueries({ queryKey: [runsKey] });
}
