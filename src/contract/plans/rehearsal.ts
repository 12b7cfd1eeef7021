/** Rehearsals: a draft goes to simulated twins of its devices in a world of its own (src/server/rehearsal/README.md); no device hears of it. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { PlanObstacle } from './plans.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const PlanId = Type.Object(
  { planId: Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' }) },
  strict,
);

/** Devices of one rehearsal at most; of a larger plan a sample of so many is rehearsed. */
export const mostTwins = 300;
/** How often a draft is rehearsed, each time with other luck. */
export const rehearsalRuns = 5;

/** `lost`: the server ended meanwhile. `limit`: it took too long. */
export const rehearsalStates = ['running', 'done', 'cancelled', 'limit', 'lost', 'failed'] as const;
export type RehearsalState = (typeof rehearsalStates)[number];

/**
 * Why a twin fails. `silent`: its device has not reported for long; `battery`: it is empty before; `rejected`: a value
 * breaks a rule, or the device refuses it; `late`: the time to live or the device's time is over before it lands;
 * `unanswered`: it was sent and not known to have arrived; `notStarted`: the stop rule stops before it.
 */
export const twinCauses = ['silent', 'battery', 'rejected', 'late', 'unanswered', 'notStarted'] as const;
export type TwinCause = (typeof twinCauses)[number];

/** Durations in ms from the approval; the middle one of all runs, the shortest and the longest. */
const Range = Type.Object({ median: Type.Integer(), from: Type.Integer(), to: Type.Integer() }, strict);
export type RehearsedRange = Static<typeof Range>;

export const RehearsedDevice = Type.Object(
  {
    rtuId: Type.Integer(),
    sn: Type.String(),
    stationCode: Type.String(),
    stationName: Type.String(),
    /** Runs in which all of it arrived. */
    passed: Type.Integer(),
    /** The cause of most runs in which it did not; null = it passed in all. */
    cause: nullable(Type.Enum([...twinCauses])),
    /** What the twin answered: device text, show as text. */
    text: Type.String(),
    /** Why it was not sent anything; null = that is not why. */
    obstacle: nullable(PlanObstacle),
    /** When it has ended; null where it never passed. */
    lands: nullable(Range),
    /** It is no tracked device: its twin is one all the same. */
    unlike: Type.Boolean(),
  },
  strict,
);
export type RehearsedDevice = Static<typeof RehearsedDevice>;

export const RehearsalResult = Type.Object(
  {
    runs: Type.Integer(),
    /**
     * `devices` of the plan's `of` were rehearsed, from every batch its share; times and the devices after which it stops
     * are those of the whole plan by that share. null = all of them were.
     */
    sample: nullable(Type.Object({ devices: Type.Integer(), of: Type.Integer() }, strict)),
    /** Until the last device has ended. */
    duration: Range,
    /** In how many runs its stop rule stops the plan, and after how many devices; null = in none. */
    stopped: nullable(Type.Object({ runs: Type.Integer(), after: Range }, strict)),
    /** In the order in which they land; those that fail come last. */
    devices: Type.Array(RehearsedDevice),
    /** Simulated time by the time that it took. */
    speed: Type.Integer(),
  },
  strict,
);
export type RehearsalResult = Static<typeof RehearsalResult>;

export const Rehearsal = Type.Object(
  {
    planId: Type.String(),
    /** Of the draft that was rehearsed; another one than the plan's now means that it is stale. */
    revision: Type.Integer(),
    seed: Type.Integer(),
    state: Type.Enum([...rehearsalStates]),
    startedAt: Type.Integer(),
    startedBy: Type.String(),
    endedAt: nullable(Type.Integer()),
    /** Of all devices of all runs, those that have ended, 0–1. */
    progress: Type.Number(),
    result: nullable(RehearsalResult),
  },
  strict,
);
export type Rehearsal = Static<typeof Rehearsal>;
const One = Type.Object({ rehearsal: nullable(Rehearsal) }, strict);

/** The last rehearsal of a plan; null = none was. */
export const rehearsal = call('plans.rehearsal', 'GET /rest/plans/:planId/rehearsal', {
  access: 'device:parameter:view',
  params: PlanId,
  data: One,
});

/**
 * Rehearses a draft, of more than `mostTwins` devices a sample. Refused: 409 `plans.notDraft`, `plans.stale`,
 * `rehearsal.busy` while others are under way, `rehearsal.companyBusy` while one of the company is; 422 `plans.nothing`.
 */
export const startRehearsal = call('plans.rehearse', 'POST /rest/plans/:planId/rehearsal', {
  access: 'device:workflow:run',
  params: PlanId,
  body: Type.Object(
    {
      revision: Type.Integer({ minimum: 1 }),
      /** Of its luck: the same one gives the same result. */
      seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    },
    strict,
  ),
  data: One,
});

/** Ends a rehearsal that is under way; one that is over stays. */
export const cancelRehearsal = call('plans.rehearseCancel', 'DELETE /rest/plans/:planId/rehearsal', {
  access: 'device:workflow:run',
  params: PlanId,
  data: One,
});
