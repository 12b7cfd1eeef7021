/** The processes over one database: how each stands, what work each has, and what is moved between them by hand. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const access = 'device:maintenance:view';

/** Work that one of several processes does at a time; each name is a lease (src/server/processes/README.md). */
export const singularWork = ['alarms', 'plans', 'scripts', 'schedules', 'upkeep'] as const;
export type SingularWork = (typeof singularWork)[number];

/** What the lease of a host application at an external broker begins with; its host id follows. */
const ofHost = 'broker:';
/** Work as the page names it: of those, or being the host application of an id. */
export type WorkName = SingularWork | `broker:${string}`;
export const WorkName = Type.Unsafe<WorkName>(
  Type.String({ pattern: `^(${singularWork.join('|')}|${ofHost}[^/+#]{1,64})$` }),
);
/** The host id where the work is being a host application; null for any other. */
export const hostOfWork = (work: string): string | null =>
  work.startsWith(ofHost) ? work.slice(ofHost.length) : null;
/** The work that is being the host application of an id, and the name of its lease. */
export const hostWork = (hostId: string): `broker:${string}` => `${ofHost}${hostId}`;

/** running; draining: it gives away what it has and takes nothing; silent: it gave no sign of life for too long. */
export const processStates = ['running', 'draining', 'silent'] as const;
export type ProcessState = (typeof processStates)[number];

/** Id of a process; of the only one, where the database is of one alone: `this`. */
export const onlyProcess = 'this';
export const ProcessId = Type.String({ pattern: '^(this|groundwatch [0-9a-f]{12})$' });

const Count = Type.Integer({ minimum: 0 });

/** Figures are those of its last sign of life, at most 3 s old; those of the process that answers are of now. */
export const ProcessView = Type.Object(
  {
    id: ProcessId,
    /** Of its machine, with its process id. */
    name: Type.String(),
    version: Type.String(),
    state: Type.Enum([...processStates]),
    /** True for the process that answers. */
    own: Type.Boolean(),
    /** UTC ms. */
    startedAt: Type.Integer(),
    /** UTC ms; null = it is known to be gone, and not since when. */
    seenAt: nullable(Type.Integer()),
    /** RTUs that are connected to it, or whose host application it is; null = not known: it is silent, or alone at a broker of the owner's. */
    rtus: nullable(Count),
    /** Host id that it has at a broker of the owner's; null = it has a broker of its own. */
    host: nullable(Type.String()),
    /** Streams of consoles. */
    streams: Count,
    /** Connections to the database; null where there are none, as with SQLite. */
    databaseConnections: nullable(Count),
    /** Resident, bytes. */
    memory: Count,
    /** ms by which its clock is before the database's; null where there is no other clock. */
    clockAhead: nullable(Type.Integer()),
    /** False: its clock is wrong while another process's is right, so that it has no work and takes no RTU. */
    takesPart: Type.Boolean(),
    /** Changes in the log that it has not handled. */
    lag: Count,
    /** ms by which its evaluation of alarms is behind; null where it does not evaluate. */
    behind: nullable(Type.Number({ minimum: 0 })),
  },
  strict,
);
export type ProcessView = Static<typeof ProcessView>;

export const WorkHolding = Type.Object(
  {
    work: WorkName,
    /** The process that has it; null = nobody: it is taken within seconds. */
    holder: nullable(ProcessId),
    /** Since when, UTC ms. */
    since: nullable(Type.Integer()),
    /** The process that is to have it next. */
    movesTo: nullable(ProcessId),
  },
  strict,
);
export type WorkHolding = Static<typeof WorkHolding>;

/** Every process that lived within the last day, and who has which work. Only for who sees every company. */
export const processes = call('processes.list', 'GET /rest/processes', {
  access,
  data: Type.Object(
    {
      /** True where the database is of one process alone: nothing can be moved. */
      alone: Type.Boolean(),
      processes: Type.Array(ProcessView),
      work: Type.Array(WorkHolding),
    },
    strict,
  ),
});

/** RTUs listed at once. */
export const mostRtus = 200;

export const ProcessRtu = Type.Object(
  {
    stationId: Type.Integer(),
    stationName: Type.String(),
    sn: Type.String(),
    /** UTC ms; null = not known. */
    since: nullable(Type.Integer()),
  },
  strict,
);
export type ProcessRtu = Static<typeof ProcessRtu>;

/** RTUs that are connected to a process, by the names of their stations, the first 200. */
export const processRtus = call('processes.rtus', 'GET /rest/processes/:process/rtus', {
  access,
  params: Type.Object({ process: ProcessId }, strict),
  data: Type.Object({ total: Count, rtus: Type.Array(ProcessRtu) }, strict),
});

export const processActs = ['move', 'drain', 'resume'] as const;
export type ProcessActName = (typeof processActs)[number];

/** What the password of an act is bound to (orders.confirm); `work`: what is moved, with `move` alone. */
export const ProcessAct = Type.Object(
  { processAct: Type.Enum([...processActs]), process: ProcessId, work: Type.Optional(WorkName) },
  strict,
);
export type ProcessAct = Static<typeof ProcessAct>;

const confirmation = Type.Optional(Type.String({ maxLength: 100 }));
const params = Type.Object({ process: ProcessId }, strict);

/**
 * Moves work to a process: whoever has it gives it up, and that one takes it, within seconds. Refused: 409 where that
 * process is not alive, drains, takes no part, has it already, or is no host of that id; 422 without a confirmation of exactly this.
 */
export const moveWork = call('processes.move', 'POST /rest/processes/:process/move', {
  access: 'device:site:edit',
  params,
  body: Type.Object({ work: WorkName, confirmation }, strict),
  data: Type.Object({}, strict),
});

/**
 * Drains a process: it gives up its work, its RTUs and streams end so that they come to others, and `/ready` says so.
 * Refused: 409 where it drains already, or no other process could take over; 422 without a confirmation of exactly this.
 */
export const drainProcess = call('processes.drain', 'POST /rest/processes/:process/drain', {
  access: 'device:site:edit',
  params,
  body: Type.Object({ confirmation }, strict),
  data: Type.Object({}, strict),
});

/** Lets a process take part again. Refused: 409 where it does not drain; 422 without a confirmation of exactly this. */
export const resumeProcess = call('processes.resume', 'POST /rest/processes/:process/resume', {
  access: 'device:site:edit',
  params,
  body: Type.Object({ confirmation }, strict),
  data: Type.Object({}, strict),
});
