/** Runs of scripts, and the scripts that people keep. */

import type { Generated } from 'kysely';
import type { Proposal, RunSource, RunView, WorkflowProblem } from '../../../contract/workflows.ts';
import type { ScriptModule } from '../../../script/modules.ts';
import type { Json } from '../json.ts';

/** Runs of scripts (contract/workflows). */
export interface WorkflowRunTable {
  /** ULID. */
  id: string;
  title: string;
  /** The text that it runs, whatever becomes of the script since. */
  script: string;
  script_hash: string;
  /** JSON by argument, defaults filled in. */
  args: string;
  /** Of its random numbers. */
  seed: number;
  /** The language of the user who started it: words() of the script uses it. */
  language: Generated<string>;
  /** Whose rights it has, as they are at each call. */
  user_id: number;
  account_name: string;
  address: string;
  /** Of who started it; null = who sees every company. */
  company_id: number | null;
  state: string;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
  problem: Json<WorkflowProblem> | null;
  plan_id: string | null;
  proposal: Json<Proposal> | null;
  source: Json<RunSource> | null;
  /** What its text imports, as it was when the run began; null = nothing. */
  modules: Json<readonly ScriptModule[]> | null;
  progress: Json<NonNullable<RunView['progress']>> | null;
  lines: number;
  more: number;
  awaited: number;
  /** Calls that have an answer. */
  answers: Generated<number>;
  /** Of its journal: what is stored of its calls and answers. */
  journal_bytes: Generated<number>;
  /** What its calls were to the server, in the units of script/limits. */
  work: Generated<number>;
  /** When its journal went; null = it is there. */
  cleaned_at: number | null;
}
/** Calls of a run in their order, and their answers in the order in which the script had them. */
export interface WorkflowJournalTable {
  run_id: string;
  seq: number;
  call: string;
  /** Of this call and everything that the script did before it. */
  args_hash: string;
  /** Of what waits for devices; of other calls the hash alone is kept. */
  args: string;
  /** JSON, of runs of earlier versions. */
  result: string | null;
  /** The answer's JSON, deflated; null = not answered yet, or in `result`. */
  packed: Uint8Array | null;
  settled: number | null;
  at: number | null;
}
export interface WorkflowLogTable {
  run_id: string;
  line: number;
  at: number;
  kind: string;
  text: string;
}
/** Scripts that people keep (contract/scripts). */
export interface ScriptTable {
  /** ULID. */
  id: string;
  name: string;
  owner_id: number;
  owner_name: string;
  /** Of its owner when it was made; null = who sees every company. */
  company_id: number | null;
  share: string;
  revision: number;
  /** The newest one's number. */
  version: number;
  /** The library's script that it was made of. */
  library: string | null;
  saved_at: number;
  /** Out of every list since then; its texts stay. */
  deleted_at: number | null;
}
export interface ScriptVersionTable {
  script_id: string;
  version: number;
  text: string;
  note: string;
  saved_at: number;
  saved_by: string;
}

/** By the name of the table. */
export interface WorkflowTables {
  workflow_runs: WorkflowRunTable;
  workflow_journal: WorkflowJournalTable;
  workflow_log: WorkflowLogTable;
  scripts: ScriptTable;
  script_versions: ScriptVersionTable;
}
