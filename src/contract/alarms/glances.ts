/** What a row of the alarm board shows besides the alarm: its last day as a little curve, and when the next person is notified. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Rows that are looked at together at the most: more than a screen shows. */
export const mostGlances = 100;
/** Points of a little curve at the most. */
export const mostGlancePoints = 48;

export const AlarmGlance = Type.Object(
  {
    alarmId: Type.Integer(),
    /** What decided it over the 24 h up to now, or up to its end; null where that has no curve. */
    spark: nullable(
      Type.Object(
        {
          from: Type.Integer(),
          to: Type.Integer(),
          /** Times ascending, and the values then; null = unknown. */
          t: Type.Array(Type.Integer()),
          values: Type.Array(nullable(Type.Number())),
        },
        strict,
      ),
    ),
    /** The next step while nobody answers: when its messages go, and to whom; null = none is left, or it was stopped. */
    next: nullable(Type.Object({ at: Type.Integer(), names: Type.Array(Type.String()) }, strict)),
  },
  strict,
);
export type AlarmGlance = Static<typeof AlarmGlance>;

/** Of the alarms that a board shows; those that the asker does not see are left out. */
export const alarmGlances = call('alarms.glances', 'POST /rest/alarms/glances', {
  access: 'alarm:event:view',
  body: Type.Object(
    {
      alarmIds: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        maxItems: mostGlances,
        uniqueItems: true,
      }),
    },
    strict,
  ),
  data: Type.Object({ glances: Type.Array(AlarmGlance) }, strict),
});
