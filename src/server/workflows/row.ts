import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { DataOf } from '../../contract/call.ts';
import {
  type RunDetail,
  type RunModule,
  type RunState,
  type RunView,
  runStates,
  type workflowRun,
} from '../../contract/workflows.ts';
import type { ScriptModule } from '../../script/modules.ts';
import { fromJson, type Json } from '../storage/json.ts';
import type { WorkflowJournalTable, WorkflowRunTable } from '../storage/schema.ts';

export type RunRow = Selectable<WorkflowRunTable>;
/** A call of a run, without its answer. */
export type JournalRow = Pick<
  Selectable<WorkflowJournalTable>,
  'run_id' | 'seq' | 'call' | 'args_hash' | 'settled' | 'at'
>;
/** A call as it is written down; `args` only of what waits for devices. */
export type CallRow = Pick<
  Selectable<WorkflowJournalTable>,
  'run_id' | 'seq' | 'call' | 'args_hash' | 'args'
>;

export const stateOf = ({ state }: Pick<RunRow, 'state'>): RunState =>
  runStates.find((one) => one === state) ?? 'halted';
export const openStates: readonly RunState[] = ['running', 'waiting', 'paused'];

const parsed = <T>(text: Json<T> | null): T | null => (text === null ? null : fromJson(text));
export const argsOf = (row: Pick<RunRow, 'args'>): DataOf<typeof workflowRun>['run']['args'] =>
  JSON.parse(row.args);

/** ms after its end for which the journal of a run is kept. */
export const journalKept = 7 * 86_400_000;

/** A run as it is listed and reported. */
export function viewOf(row: RunRow): RunView {
  const proposal = parsed(row.proposal);
  return {
    id: row.id,
    title: row.title,
    source: parsed(row.source),
    state: stateOf(row),
    createdAt: row.created_at,
    createdBy: row.account_name,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
    planId: row.plan_id,
    progress: parsed(row.progress),
    lines: row.lines,
    more: row.more,
    awaited: row.awaited,
    journal: {
      bytes: Number(row.journal_bytes),
      until: row.ended_at === null || row.cleaned_at !== null ? null : row.ended_at + journalKept,
    },
    problem: parsed(row.problem),
    proposed: {
      sets: proposal?.sets.length ?? 0,
      sends: proposal?.sends.length ?? 0,
      skips: proposal?.skips.length ?? 0,
      rules: proposal?.rules?.length ?? 0,
    },
  };
}
/** What a run imports, in the order in which it is evaluated. */
export const modulesOf = (row: Pick<RunRow, 'modules'>): readonly ScriptModule[] => parsed(row.modules) ?? [];
/** A module without the place of its import. */
export const shownModule = ({ name, script, version, text }: ScriptModule): RunModule => ({
  name,
  script,
  version,
  text,
});
export const detailOf = (row: RunRow): RunDetail => ({
  ...viewOf(row),
  script: row.script,
  modules: modulesOf(row).map(shownModule),
  args: argsOf(row),
  proposal: parsed(row.proposal),
});

/** SHA-256, hex. */
export const hashOf = (...parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};
