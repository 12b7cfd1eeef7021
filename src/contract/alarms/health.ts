/** How the alarm system itself does: load, floods, answers, noise (ALARMS: what keeps it healthy). */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** Rows of each list. */
export const mostRows = 10;

/** A rule on one sensor or RTU. */
const instance = {
  instanceId: Type.Integer(),
  ruleId: Type.Integer(),
  ruleName: Type.String(),
  stationId: Type.Integer(),
  stationCode: Type.String(),
  stationName: Type.String(),
  /** null = of the RTU as a whole. */
  slot: nullable(Type.Integer()),
  /** Sensor type code. */
  kind: nullable(Type.Integer()),
  /** Highest level that it had, 1 to 4. */
  rank: Count,
};
const open = { ...instance, alarmId: Type.Integer(), since: Type.Integer() };

const Health = Type.Object(
  {
    /** First moment of the first day, and now, UTC ms. */
    from: Type.Integer(),
    to: Type.Integer(),
    /** Accounts that may answer alarms of the asker's company; 1 at least. */
    operators: Count,
    /** ms by which evaluation is behind the readings. */
    behind: Count,
    /** Announcements of each day: raised, risen, raised anew after a shelf. `byRank`: blue, yellow, orange, red. */
    days: Type.Array(Type.Object({ from: Type.Integer(), byRank: Type.Array(Count) }, strict)),
    /** Per operator and day of 24 h, on average over the span. */
    perOperatorDay: Type.Number({ minimum: 0 }),
    /** The 10 min with most announcements, by their last one. */
    worst: nullable(Type.Object({ count: Count, at: Type.Integer() }, strict)),
    floods: Type.Object(
      {
        count: Count,
        /** Of the span. */
        share: Share,
        /** The newest. `to`: null = it goes on. */
        list: Type.Array(
          Type.Object(
            { from: Type.Integer(), to: nullable(Type.Integer()), count: Count, peak: Count },
            strict,
          ),
        ),
      },
      strict,
    ),
    /** From the announcement to the acknowledgement, ms; null where nothing was acknowledged. */
    answers: Type.Object(
      { count: Count, median: nullable(Count), ninety: nullable(Count), waiting: Count },
      strict,
    ),
    /** Of alarms that were closed with a finding in the span, by rule, the most first. */
    findings: Type.Object(
      {
        closed: Count,
        false: Count,
        byRule: Type.Array(
          Type.Object(
            {
              ruleId: Type.Integer(),
              ruleName: Type.String(),
              true: Count,
              false: Count,
              maintenance: Count,
              test: Count,
              unknown: Count,
            },
            strict,
          ),
        ),
      },
      strict,
    ),
    /** Raises in the span, of all instances. */
    raises: Count,
    noisiest: Type.Array(
      Type.Object(
        {
          ...instance,
          raises: Count,
          /** Raises of each of `days`. */
          byDay: Type.Array(Count),
          /** Closed with a finding, and those of them that were false. */
          judged: Count,
          false: Count,
        },
        strict,
      ),
    ),
    /** Most raises within 24 h, and when the last of them was. */
    chattering: Type.Object(
      {
        total: Count,
        list: Type.Array(Type.Object({ ...instance, most: Count, at: Type.Integer() }, strict)),
      },
      strict,
    ),
    standing: Type.Object(
      {
        total: Count,
        shelved: Count,
        list: Type.Array(Type.Object({ ...open, isShelved: Type.Boolean() }, strict)),
      },
      strict,
    ),
    blind: Type.Object(
      {
        total: Count,
        /** Instances that are judged now. */
        instances: Count,
        list: Type.Array(Type.Object(open, strict)),
      },
      strict,
    ),
  },
  strict,
);
export type AlarmHealth = Static<typeof Health>;

/** Over the last 30 days of the given zone, or so many. @throws Refusal 422 for a time zone that is none */
export const alarmHealth = call('alarms.health', 'GET /rest/alarms/health', {
  access: 'alarm:event:view',
  query: Type.Object(
    {
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
      /** IANA name of the zone by which days are cut; UTC by default. */
      zone: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    },
    strict,
  ),
  data: Health,
});
