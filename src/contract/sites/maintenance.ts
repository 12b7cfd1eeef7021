/** Maintenance of a station: while it lasts nobody is notified of the station's alarms. */
import Type, { type Static } from 'typebox';

const strict = { additionalProperties: false } as const;

/** The longest that one can last, ms: it can be begun anew. Assumed. */
export const longestMaintenance = 30 * 86_400_000;

const asked = {
  /** When it ends by itself, UTC ms. */
  until: Type.Integer({ minimum: 0 }),
  reason: Type.String({ minLength: 1, maxLength: 200 }),
};
export const MaintenanceBody = Type.Object(asked, strict);
export const Maintenance = Type.Object({ ...asked, at: Type.Integer(), accountName: Type.String() }, strict);
export type Maintenance = Static<typeof Maintenance>;
