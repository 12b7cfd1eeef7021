/** The form of a sensor's inclination alert: a view over an ordinary rule (domain/alarms/inclination). */
import Type, { type Static } from 'typebox';
import { levels } from '../../base/alarm-words.ts';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Which = Type.Object({ sensorId: Type.Integer({ minimum: 1 }) }, strict);
/** Any number: what is out of its bounds is refused with the field and the bound. */
const Threshold = nullable(Type.Number({ minimum: -1e9, maximum: 1e9 }));
const MailText = Type.String({ maxLength: 4000 });

/** Angles and their changes in °, the speed in °/h, its window in minutes; a threshold that is null is not judged. */
export const AlertLevel = Type.Object(
  {
    level: Type.Enum([...levels]),
    range: Type.Number({ minimum: -1e9, maximum: 1e9 }),
    angle: Threshold,
    change1h: Threshold,
    change5h: Threshold,
    speed: Threshold,
    subject: MailText,
    body: MailText,
  },
  strict,
);
const Angles = Type.Object({ x: Threshold, y: Threshold, z: Threshold }, strict);

export const AlertForm = Type.Object(
  {
    sensorId: Type.Integer(),
    stationId: Type.Integer(),
    slot: Type.Integer(),
    /** Code of its kind. */
    kind: Type.Integer(),
    projectId: Type.Integer(),
    companyId: Type.Integer(),
    /** The rule behind; null = none was saved yet. */
    rule: nullable(
      Type.Object(
        {
          id: Type.Integer(),
          version: Type.Integer(),
          name: Type.String(),
          from: Type.Integer(),
          accountName: nullable(Type.String()),
          enabled: Type.Boolean(),
        },
        strict,
      ),
    ),
    /** null = the rule says what the form cannot show. */
    levels: nullable(Type.Array(AlertLevel)),
    /** Initial angles in force, and since when. */
    initial: Angles,
    initialSince: nullable(Type.Integer()),
    /** The newest reading with angles; null = there is none. */
    latest: nullable(Type.Object({ t: Type.Integer(), ...Angles.properties }, strict)),
  },
  strict,
);
export type AlertForm = Static<typeof AlertForm>;

/** @throws Refusal 404 for a sensor of another company; 422 for one that measures no inclination */
export const alertForm = call('inclination.form', 'GET /rest/inclination-alerts/:sensorId', {
  access: 'alarm:event:view',
  params: Which,
  data: AlertForm,
});

/**
 * A version of the rule behind, and, where they are others than those in force, initial angles from now on: both or
 * neither. `version` 0 = there was no rule. Refused: 409 where somebody else has saved meanwhile, or where the rule says
 * what the form cannot show; 422 with the field (`orange.change5h`, `initial.x`); 403 for initial angles without
 * `station:baseline:edit`.
 */
export const saveAlertForm = call('inclination.save', 'PUT /rest/inclination-alerts/:sensorId', {
  access: 'alarm:rule:edit',
  params: Which,
  body: Type.Object(
    {
      version: Type.Integer({ minimum: 0 }),
      alertLevels: Type.Array(AlertLevel, { maxItems: 4 }),
      initial: Angles,
      reason: Type.String({ maxLength: 300 }),
    },
    strict,
  ),
  data: AlertForm,
});

/** What the mail of a level would say of the newest reading, in the language of who asks. */
export const previewAlert = call('inclination.preview', 'POST /rest/inclination-alerts/:sensorId/preview', {
  access: 'alarm:event:view',
  params: Which,
  body: Type.Object({ alertLevel: AlertLevel }, strict),
  data: Type.Object(
    {
      /** Of the reading; null = there is none. */
      t: nullable(Type.Integer()),
      subject: Type.String(),
      body: Type.String(),
      /** Placeholders that have no value. */
      missing: Type.Array(Type.String()),
    },
    strict,
  ),
});

/** Sends the mail of a level, as the preview has it and marked as a test, to who asks. @throws Refusal 422 without an own address */
export const testAlert = call('inclination.test', 'POST /rest/inclination-alerts/:sensorId/test', {
  access: 'alarm:rule:edit',
  params: Which,
  body: Type.Object({ alertLevel: AlertLevel }, strict),
  data: Type.Object({ messageId: Type.Integer() }, strict),
});
