/** What a draft of a rule would have raised over the stored past (src/server/alarms/back-test/README.md). */
import Type, { type Static } from 'typebox';
import { levels } from '../../base/alarm-words.ts';
import { call } from '../call.ts';
import { mostTerms, RuleDefinition } from './rule-schema.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const Time = Type.Integer({ minimum: 0, maximum: 8.64e15 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Longest span, days: a leap year. */
export const longestBackTest = 366;
/** Sensors or RTUs of one back-test. */
export const mostBackTested = 1000;
/** Events that one answers. */
export const mostBackTestEvents = 50_000;
/** Moments of which the values of one target are answered: a year at 5 min. */
export const mostBackTestMoments = 110_000;

const asked = {
  definition: RuleDefinition,
  /** Whose rule it is; left out = the asker's own company, or the only one that the asker sees. */
  companyId: Type.Optional(Id),
  /** UTC ms, both inclusive. What is after now is not there yet. */
  from: Time,
  to: Time,
};

/** Ranks: 0 = none, 1 blue … 4 red. Of `blind` and `sighted` those of its own alarm. */
const BackTestEvent = Type.Object(
  {
    type: Type.Enum(['raise', 'rise', 'fall', 'return', 'blind', 'sighted', 'edited', 'left']),
    t: Type.Integer(),
    from: Type.Integer(),
    to: Type.Integer(),
  },
  strict,
);
export type BackTestEvent = Static<typeof BackTestEvent>;

const BackTestTarget = Type.Object(
  {
    targetId: Type.Integer(),
    /** Ascending. */
    events: Type.Array(BackTestEvent),
    /** Readings that were judged, and the first of them; null = there is none. */
    readings: Type.Integer(),
    firstAt: nullable(Type.Integer()),
  },
  strict,
);
export type BackTestTarget = Static<typeof BackTestTarget>;

const Noise = Type.Object(
  {
    level: Type.Enum([...levels]),
    /** Which limit of the level, counted from 0 as they stand in its condition. */
    at: Type.Integer({ minimum: 0, maximum: mostTerms - 1 }),
    /** Targets of which it lies inside three standard deviations of a calm month, and those that have such a month. */
    noisy: Type.Integer(),
    of: Type.Integer(),
    /** The one that moves most in its calm month: mean and standard deviation there. */
    targetId: Type.Integer(),
    mean: Type.Number(),
    deviation: Type.Number(),
    limit: Type.Number(),
  },
  strict,
);
export type BackTestNoise = Static<typeof Noise>;

export const BackTestResult = Type.Object(
  {
    from: Type.Integer(),
    to: Type.Integer(),
    /** Those that were tested, the newest sensors first. */
    targets: Type.Array(BackTestTarget),
    readings: Type.Integer(),
    /** Limits that noise alone reaches. */
    noise: Type.Array(Noise),
    /** It came to its bound of time or of events: targets that are missing were not tested. */
    stoppedBy: nullable(Type.Enum(['time', 'events'])),
    /** That it took, ms. */
    took: Type.Integer(),
  },
  strict,
);
export type BackTestResult = Static<typeof BackTestResult>;

/**
 * The events of a definition over the readings of its scope, as if it had been saved at `from`. A later one of the same
 * person ends an earlier one (409), and so does who asks by closing the connection. Refused: 422 as a rule that is saved;
 * `rules.backTest.span`, `rules.backTest.targets` beyond the bounds; 404 for what belongs to another company.
 */
export const backTest = call('alarmRules.backTest', 'POST /rest/alarm-rules/back-test', {
  access: 'alarm:event:view',
  body: Type.Object(
    {
      ...asked,
      /** Of its scope; left out = all. */
      targets: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: mostBackTested, uniqueItems: true })),
    },
    strict,
  ),
  data: BackTestResult,
});

/**
 * What the terms of a definition were for one target: its rule can be stepped over them with other limits
 * (src/domain/alarms/past.ts).
 */
export const backTestValues = call('alarmRules.backTestValues', 'POST /rest/alarm-rules/back-test/values', {
  access: 'alarm:event:view',
  body: Type.Object({ ...asked, targetId: Id }, strict),
  data: Type.Object(
    {
      from: Type.Integer(),
      to: Type.Integer(),
      /** When it was asked, which decides what counts as still under way. */
      now: Type.Integer(),
      /** Seconds. */
      sendCycle: Type.Integer(),
      /** Moments that are judged; of more than the bound the newest. */
      t: Type.Array(Type.Integer()),
      /** By term; null = unknown. */
      values: Type.Array(Type.Array(nullable(Type.Number()))),
      /** All moments are there, and they are the same with other limits. */
      isWhole: Type.Boolean(),
    },
    strict,
  ),
});
