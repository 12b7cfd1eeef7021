/** Limits that rules hold the readings of a station against: what a curve draws behind its line. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { dictionary } from '../dictionary.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const StationLimit = Type.Object(
  {
    ruleId: Type.Integer(),
    ruleName: Type.String(),
    /** The newest version that has it. */
    version: Type.Integer(),
    /** From when (with it) to when (without it) it judges, UTC ms; null = still. */
    from: Type.Integer(),
    until: nullable(Type.Integer()),
    /** 1 blue, 2 yellow, 3 orange, 4 red. */
    rank: Type.Integer({ minimum: 1, maximum: 4 }),
    quantity: Type.String(),
    args: dictionary(Type.Union([Type.Number(), Type.String()])),
    sensorId: Type.Integer(),
    row: Type.String(),
    element: Type.Integer(),
    channel: Type.String(),
    side: Type.Enum(['above', 'below']),
    /** The amount is compared, whatever its direction. */
    either: Type.Boolean(),
    limit: Type.Number(),
    /** Reached alone it raises the level; else only together with other conditions. */
    isAlone: Type.Boolean(),
  },
  strict,
);
export type StationLimit = Static<typeof StationLimit>;

/**
 * Limits of the channels of a station's sensors by the rules that there are now: what their versions said and when, with
 * what single sensors have of their own. @throws Refusal 404
 */
export const stationLimits = call('alarms.limits', 'GET /rest/stations/:stationId/limits', {
  access: 'alarm:event:view',
  params: Type.Object({ stationId: Type.Integer({ minimum: 1 }) }, strict),
  data: Type.Object({ limits: Type.Array(StationLimit) }, strict),
});

/** Kinds of what an alarm did that a curve marks. */
export const marked = ['raise', 'rise', 'fall', 'return', 'blind', 'acknowledge', 'close'] as const;
/** Most that a curve marks. */
export const mostMarks = 500;
export const AlarmHappening = Type.Object(
  {
    id: Type.Integer(),
    alarmId: Type.Integer(),
    type: Type.Enum([...marked]),
    t: Type.Integer(),
    /** Level before and after, 0 = none; of what a person did the level at which they did it. */
    from: Type.Integer({ minimum: 0, maximum: 4 }),
    to: Type.Integer({ minimum: 0, maximum: 4 }),
    accountName: nullable(Type.String()),
    note: Type.String(),
    ruleName: Type.String(),
    sensorId: nullable(Type.Integer()),
    slot: nullable(Type.Integer()),
  },
  strict,
);
export type AlarmHappening = Static<typeof AlarmHappening>;

/** What the alarms of a station did in a span of time, newest first. @throws Refusal 404 */
export const stationAlarmMarks = call('alarms.marks', 'GET /rest/stations/:stationId/alarm-marks', {
  access: 'alarm:event:view',
  params: Type.Object({ stationId: Type.Integer({ minimum: 1 }) }, strict),
  query: Type.Object({ from: Type.Integer({ minimum: 0 }), to: Type.Integer({ minimum: 0 }) }, strict),
  data: Type.Object({ marks: Type.Array(AlarmHappening) }, strict),
});
