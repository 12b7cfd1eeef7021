import type { MessageId } from '../../base/messages.ts';
import type { RunDeed } from '../../command/context.ts';
import * as scripts from '../../contract/scripts.ts';
import * as contract from '../../contract/workflows.ts';
import { actOffered, offered } from '../components/screen.ts';
import { request } from '../state/client.ts';
import { type RunDetail, runsKey } from '../state/runs.ts';
import { nameOf, scriptsKey } from '../state/scripts.ts';
import { queries } from '../state/stations.ts';

interface Ports {
  readonly open: (address: string) => void;
  readonly notify: (message: MessageId, severity: 'success') => void;
}

/** The script that a run came from, as addresses name it, where it can still be looked at; else a new one. */
async function scriptOf({ source }: Pick<RunDetail, 'source'>): Promise<string> {
  const list = await queries.fetchQuery({
    queryKey: [scriptsKey, 'list'],
    queryFn: ({ signal }) => request(scripts.scripts, { signal }),
    staleTime: 10_000,
  });
  const known = [
    ...list.scripts.map(({ id }) => id),
    ...list.library.map(({ id }) => nameOf({ type: 'library', id })),
  ];
  return known.find((script) => script === source?.script) ?? nameOf({ type: 'new' });
}

async function show(run: RunDetail, open: Ports['open']): Promise<void> {
  queries.setQueryData([runsKey, 'one', run.id], run);
  open(`/scripts/${await scriptOf(run)}/${run.id}`);
  // What else stands there gives way to the run.
  if (offered('scripts.view') === true) await actOffered('scripts.view', { view: 'run' });
}

const steering = {
  pause: contract.pauseWorkflow,
  resume: contract.resumeWorkflow,
  cancel: contract.cancelWorkflow,
} as const;

/** Opens a run with its script, steers it, or runs its text again and opens that run. @throws ApiError */
export async function actOnRun(runId: string, deed: RunDeed, ports: Ports): Promise<void> {
  const params = { runId };
  if (deed === 'open' || deed === 'again') {
    const { run } = await request(contract.workflowRun, { params });
    if (deed === 'open') return show(run, ports.open);
    const { script, args, title, source } = run;
    const from = source === null ? {} : { source: { script: source.script, version: source.version } };
    const made = await request(contract.startWorkflow, { body: { script, args, title, ...from } });
    await show(made.run, ports.open);
  } else await request(steering[deed], { params });
  await queries.invalidateQueries({ queryKey: [runsKey] });
}
