/** A standard set that people of the demo hold their RTUs against, and a change that waits for somebody to accept it. */
import { assignStandard, createStandard, standards } from '../../contract/devices/standards.ts';
import { createProposal, proposals } from '../../contract/proposals.ts';
import { script as oneScript, scripts } from '../../contract/scripts.ts';
import type { Project } from '../../contract/sites/stations.ts';
import { workNames as names } from '../../simulator/fleet/work-names.ts';
import type { DemoVisitor } from './demo-visitor.ts';

/** What RTUs are set to as they are delivered, so that what a plan has changed drifts. */
const wanted = { lowBattery: 11.5, maxResend: 200 };

/** A standard set of RTUs, assigned to all projects of the company. */
export async function assignStandards(engineer: DemoVisitor, projects: readonly Project[]): Promise<void> {
  const known = await engineer.ask(standards, {});
  if (known.standards.length > 0) return;
  const [first] = projects;
  if (first === undefined) return;
  const body = { companyId: first.companyId, name: names.standard, group: 'rtu', values: wanted };
  const { standard } = await engineer.ask(createStandard, { body });
  await engineer.ask(assignStandard, {
    params: { standardId: standard.id },
    body: {
      revision: standard.revision,
      scope: { projects: projects.map(({ id }) => id), stations: [], except: [], labels: [], folders: [] },
    },
  });
}

/** Another default for the script that the engineer has written. */
export async function proposeChanges(engineer: DemoVisitor): Promise<void> {
  const known = await engineer.ask(proposals, {});
  if (known.proposals.length > 0) return;
  const { scripts: all } = await engineer.ask(scripts, {});
  const own = all.find(({ name }) => name === names.script);
  if (own === undefined) return;
  const { script } = await engineer.ask(oneScript, { params: { scriptId: own.id } });
  const { title, from, to } = names.proposal;
  const after = { name: script.name, text: script.text.replace(from, to) };
  await engineer.ask(createProposal, {
    body: { title, changes: [{ type: 'script', id: script.id, base: script.revision, after }] },
  });
}
