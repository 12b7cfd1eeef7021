/** Workflows: scripts that read and propose; each run ends in a plan that somebody reviews (src/server/workflows/README.md). */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';
import { ParameterData } from './devices/orders.ts';
import { dictionary } from './dictionary.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const RunId = Type.Object({ runId: Ulid }, strict);
const Script = Type.String({ minLength: 1, maxLength: 100_000 });
const Scalars = dictionary(Type.Union([Type.String(), Type.Number()]));

/**
 * `waiting`: for devices, without a thread of its own. `halted`: it cannot go on, since it did otherwise than before.
 * The last four are ends.
 */
export const runStates = ['running', 'waiting', 'paused', 'done', 'failed', 'cancelled', 'halted'] as const;
export type RunState = (typeof runStates)[number];
export const isRunEnded = (state: RunState): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled' || state === 'halted';

/** What is wrong with a script: the words are `workflow.problem.<id>` with `params`. Line and column from 1. */
export const WorkflowProblem = Type.Object(
  {
    id: Type.String(),
    params: Scalars,
    line: nullable(Type.Integer()),
    column: nullable(Type.Integer()),
  },
  strict,
);
export type WorkflowProblem = Static<typeof WorkflowProblem>;

const Words = Type.Object(
  {
    'zh-chs': Type.Optional(Type.String()),
    en: Type.Optional(Type.String()),
    ja: Type.Optional(Type.String()),
  },
  strict,
);
const Value = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Array(Type.String())]);
export const argumentTypes = ['number', 'text', 'flag', 'choice', 'project', 'stations'] as const;
/** An argument that a script declares, for a form. */
export const WorkflowArgument = Type.Object(
  {
    name: Type.String(),
    type: Type.Enum([...argumentTypes]),
    title: Type.Optional(Words),
    description: Type.Optional(Words),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    step: Type.Optional(Type.Number()),
    unit: Type.Optional(Type.String()),
    maxLength: Type.Optional(Type.Integer()),
    choices: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), title: Type.Optional(Words) }, strict)),
    ),
    /** Left out: it must be given. */
    default: Type.Optional(Value),
  },
  strict,
);
export type WorkflowArgument = Static<typeof WorkflowArgument>;

const After = Type.Union([
  Type.Literal('verified'),
  Type.Object({ delay: Type.Integer() }, strict),
  Type.Null(),
]);
const ofDevice = {
  stationId: Type.Integer(),
  stationCode: Type.String(),
  slot: nullable(Type.Integer()),
};
/** What a run proposes besides the sets of its plan. */
export const Proposal = Type.Object(
  {
    title: Type.String(),
    /** How the plan is to be rolled out, as the script said it; null where it said nothing. */
    rollout: nullable(
      Type.Object(
        {
          batches: Type.Optional(Type.Array(Type.Union([Type.Integer(), Type.String()]))),
          concurrency: Type.Optional(Type.Integer()),
          stopAt: Type.Optional(Type.Array(Type.Integer())),
          order: Type.Optional(Type.String()),
          timeout: Type.Optional(Type.Integer()),
        },
        strict,
      ),
    ),
    /** By position in the plan: what it follows, and why. */
    sets: Type.Array(Type.Object({ position: Type.Integer(), after: After, reason: Type.String() }, strict)),
    /** Actions of the catalogue, in the script's order; `before`: sets of the plan that come before it. */
    sends: Type.Array(
      Type.Object(
        {
          ...ofDevice,
          action: Type.String(),
          args: dictionary(ParameterData),
          after: After,
          reason: Type.String(),
          before: Type.Integer(),
        },
        strict,
      ),
    ),
    /** Devices that are left out: in the script's words, or (`id` of workflow.reason) since they are not there now. */
    skips: Type.Array(Type.Object({ ...ofDevice, why: Type.String(), id: nullable(Type.String()) }, strict)),
    /** Names of the alarm rules; left out = none. */
    rules: Type.Optional(Type.Array(Type.String())),
  },
  strict,
);
export type Proposal = Static<typeof Proposal>;

/** A script as addresses of the console name it: its id, or `library-` and the library's name. */
const ScriptName = Type.String({ pattern: '^([0-9A-Z]{26}|library-[a-z0-9]+(-[a-z0-9]+)*)$', maxLength: 80 });
/** The script that a run came from. Version null: of the library. `edited`: its text was changed before the run. */
export const RunSource = Type.Object(
  { script: ScriptName, version: nullable(Type.Integer()), edited: Type.Boolean() },
  strict,
);
export type RunSource = Static<typeof RunSource>;

/** A saved script that a text imports, in the version that is used; each behind those that it imports itself. */
export const RunModule = Type.Object(
  { name: Type.String(), script: Ulid, version: Type.Integer(), text: Type.String() },
  strict,
);
export type RunModule = Static<typeof RunModule>;

const view = {
  id: Type.String(),
  title: Type.String(),
  source: nullable(RunSource),
  state: Type.Enum([...runStates]),
  createdAt: Type.Integer(),
  createdBy: Type.String(),
  updatedAt: Type.Integer(),
  endedAt: nullable(Type.Integer()),
  /** Made when it was done, where it proposes sets. */
  planId: nullable(Type.String()),
  progress: nullable(
    Type.Object({ done: Type.Integer(), total: Type.Integer(), text: Type.String() }, strict),
  ),
  /** Lines of its log, and those that were counted and not kept. */
  lines: Type.Integer(),
  more: Type.Integer(),
  /** Devices whose answer it waits for. */
  awaited: Type.Integer(),
  /** Bytes of what it was answered, as stored, and until when that is kept; null = it goes on, or the journal went. */
  journal: Type.Object({ bytes: Type.Integer(), until: nullable(Type.Integer()) }, strict),
  problem: nullable(WorkflowProblem),
  /** Proposed steps by what they are. */
  proposed: Type.Object(
    { sets: Type.Integer(), sends: Type.Integer(), skips: Type.Integer(), rules: Type.Integer() },
    strict,
  ),
};
export const RunView = Type.Object(view, strict);
export type RunView = Static<typeof RunView>;
const Args = dictionary(Value);
/** With the text that it runs, and those of its modules, which never change. */
export const RunDetail = Type.Object(
  {
    ...view,
    script: Type.String(),
    modules: Type.Array(RunModule),
    args: Args,
    proposal: nullable(Proposal),
  },
  strict,
);
export type RunDetail = Static<typeof RunDetail>;
const One = Type.Object({ run: RunDetail }, strict);

/**
 * `log`: what the script said; show as text. `table`: `text` is JSON of { columns, heads, rows, total, drawn }:
 * keys of the columns, and their names; how it is drawn (script/calls Drawn), or null. `setAgain`: of a SetAgainLine.
 */
export const lineKinds = ['log', 'table', 'setAgain'] as const;
export type LineKind = (typeof lineKinds)[number];

/** A field that a script set again without a step between that waits: the plan has its last value alone. */
export interface SetAgainLine {
  /** Id of the station. */
  readonly station: number;
  readonly slot: number | null;
  readonly group: string;
  readonly field: string;
}

export const LogLine = Type.Object(
  {
    line: Type.Integer(),
    at: Type.Integer(),
    kind: Type.Enum([...lineKinds]),
    text: Type.String(),
  },
  strict,
);
export type LogLine = Static<typeof LogLine>;

/** What a script declares, and what is wrong with it before it runs; its body is not gone through. */
export const checkWorkflow = call('workflows.check', 'POST /rest/workflows/check', {
  access: 'device:workflow:run',
  body: Type.Object({ script: Script }, strict),
  data: Type.Object(
    {
      problems: Type.Array(WorkflowProblem),
      arguments: Type.Array(WorkflowArgument),
      title: nullable(Words),
      description: nullable(Words),
    },
    strict,
  ),
});

/** What a text imports of saved scripts, as a run would find it now, and why it would not. */
export const workflowModules = call('workflows.modules', 'POST /rest/workflows/modules', {
  access: 'device:workflow:view',
  body: Type.Object({ script: Script }, strict),
  data: Type.Object({ modules: Type.Array(RunModule), problems: Type.Array(WorkflowProblem) }, strict),
});

/**
 * Starts a run. Refused: 422 `workflow.problem.<id>` (data: the problem) for a script that cannot run,
 * `workflow.argument.<reason>` with the argument as field; 429 `workflow.tooMany`.
 */
export const startWorkflow = call('workflows.start', 'POST /rest/workflows/runs', {
  access: 'device:workflow:run',
  body: Type.Object(
    {
      script: Script,
      args: Args,
      title: Type.String({ minLength: 1, maxLength: 120 }),
      /** Where the text comes from; what the asker cannot look at is left out of the run. */
      source: Type.Optional(
        Type.Object({ script: ScriptName, version: nullable(Type.Integer({ minimum: 1 })) }, strict),
      ),
    },
    strict,
  ),
  data: One,
});

/** Newest first; those of the asker's company. */
export const workflowRuns = call('workflows.list', 'GET /rest/workflows/runs', {
  access: 'device:workflow:view',
  query: Type.Object(
    { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })), before: Type.Optional(Ulid) },
    strict,
  ),
  data: Type.Object({ runs: Type.Array(RunView), total: Type.Integer() }, strict),
});

export const workflowRun = call('workflows.one', 'GET /rest/workflows/runs/:runId', {
  access: 'device:workflow:view',
  params: RunId,
  data: One,
});

/** Lines from `from` on, oldest first. */
export const workflowLog = call('workflows.log', 'GET /rest/workflows/runs/:runId/log', {
  access: 'device:workflow:view',
  params: RunId,
  query: Type.Object(
    {
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    strict,
  ),
  data: Type.Object({ lines: Type.Array(LogLine), total: Type.Integer(), more: Type.Integer() }, strict),
});

/** Ends it; what it ordered and was never sent is taken back. Refused: 409 `workflow.ended`. */
export const cancelWorkflow = call('workflows.cancel', 'POST /rest/workflows/runs/:runId/cancel', {
  access: 'device:workflow:run',
  params: RunId,
  data: One,
});
/** Nothing of it is computed; answers of devices are taken in. Refused: 409 `workflow.ended`. */
export const pauseWorkflow = call('workflows.pause', 'POST /rest/workflows/runs/:runId/pause', {
  access: 'device:workflow:run',
  params: RunId,
  data: One,
});
/** Refused: 409 `workflow.ended`, `workflow.notPaused`. */
export const resumeWorkflow = call('workflows.resume', 'POST /rest/workflows/runs/:runId/resume', {
  access: 'device:workflow:run',
  params: RunId,
  data: One,
});
