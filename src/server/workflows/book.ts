import type { DataOf } from '../../contract/call.ts';
import { lineKinds, type workflowLog, type workflowRuns } from '../../contract/workflows.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { viewOf } from './row.ts';
import type { RunStore } from './store.ts';

/** Runs, newest first. */
export async function listRuns(
  store: RunStore,
  viewer: CompanyScope,
  { limit = 100, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<DataOf<typeof workflowRuns>> {
  const own = store.visible(viewer);
  const page = before === undefined ? own : own.where('id', '<', before);
  const [rows, counted] = await Promise.all([
    page.selectAll().orderBy('id', 'desc').limit(limit).execute(),
    own.select((expression) => expression.fn.countAll().as('count')).executeTakeFirst(),
  ]);
  return { runs: rows.map(viewOf), total: Number(counted?.count ?? 0) };
}

/** A page of a run's log, oldest first. @throws Refusal 404 */
export async function readLog(
  store: RunStore,
  viewer: CompanyScope,
  runId: string,
  { from = 0, limit = 200 }: { readonly from?: number | undefined; readonly limit?: number | undefined },
): Promise<DataOf<typeof workflowLog>> {
  const run = await store.own(viewer, runId);
  const rows = await store.db
    .selectFrom('workflow_log')
    .selectAll()
    .where('run_id', '=', runId)
    .where('line', '>=', from)
    .orderBy('line')
    .limit(limit)
    .execute();
  const lines = rows.map(({ line, at, kind, text }) => ({
    line,
    at,
    kind: lineKinds.find((one) => one === kind) ?? ('log' as const),
    text,
  }));
  return { lines, total: run.lines, more: run.more };
}
