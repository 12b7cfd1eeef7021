import * as contract from '../../../contract/workflows.ts';
import { listRuns, readLog } from '../../workflows/book.ts';
import { sourceOf } from '../../workflows/scripts/source.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Scripts: checked, run, watched, stopped. */
export function workflowHandlers({ workflows, storage, library }: Services): readonly Binding[] {
  const { store } = workflows;
  return [
    bind(contract.checkWorkflow, ({ viewer, body }) => workflows.check(body.script, viewer)),
    bind(contract.workflowModules, ({ viewer, body }) => workflows.modules(body.script, viewer)),
    bind(contract.startWorkflow, async (by) => {
      const { viewer, body } = by;
      const source = await sourceOf({ db: storage.db, library }, viewer, body.script, body.source);
      const runId = await workflows.begin(by, body, by.language, source);
      return { run: await workflows.one(by.viewer, runId) };
    }),
    bind(contract.workflowRuns, ({ viewer, query }) => listRuns(store, viewer, query)),
    bind(contract.workflowRun, async ({ viewer, params }) => ({
      run: await workflows.one(viewer, params.runId),
    })),
    bind(contract.workflowLog, ({ viewer, params, query }) => readLog(store, viewer, params.runId, query)),
    bind(contract.cancelWorkflow, async (by) => {
      await workflows.cancel(by, by.params.runId);
      return { run: await workflows.one(by.viewer, by.params.runId) };
    }),
    bind(contract.pauseWorkflow, async (by) => {
      await workflows.pause(by, by.params.runId);
      return { run: await workflows.one(by.viewer, by.params.runId) };
    }),
    bind(contract.resumeWorkflow, async (by) => {
      await workflows.resume(by, by.params.runId);
      return { run: await workflows.one(by.viewer, by.params.runId) };
    }),
  ];
}
