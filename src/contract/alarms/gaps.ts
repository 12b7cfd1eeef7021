/** What keeps a warning from being raised, or from reaching anybody: shown until it is mended. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/**
 * - `noRules`: the company has stations, and no rule that judges readings
 * - `uncovered`: stations in use whose readings no rule judges; `names`: their codes
 * - `noPolicy`: nobody is notified of anything
 * - `unnotified`: projects of which nobody is notified at a level (`rank`); `names`: of projects
 * - `noMail`: a policy sends mails and the server has no mail server
 * - `unreachable`: the first step of a policy reaches nobody now; `names`: of policies
 * - `unmanned`: nobody has a duty that begins within a day (`from`, `to`); `names`: rota and layer
 * - `failing`: a channel has failed several times in a row since `from`; `names`: `mail`, `push`, or that of a webhook
 * - `noAddress`: messages have no links, as the server does not know its own address
 */
export const warningGapTypes = [
  'noRules',
  'uncovered',
  'noPolicy',
  'unnotified',
  'noMail',
  'unreachable',
  'unmanned',
  'failing',
  'noAddress',
] as const;
export type WarningGapType = (typeof warningGapTypes)[number];

const WarningGap = Type.Object(
  {
    type: Type.Enum([...warningGapTypes]),
    /** null = of the server. */
    companyId: nullable(Type.Integer()),
    companyName: nullable(Type.String()),
    /** How many it concerns. */
    count: Type.Integer({ minimum: 1 }),
    /** The first of them. */
    names: Type.Array(Type.String()),
    /** Level, 1 to 4. */
    rank: nullable(Type.Integer()),
    /** UTC ms. */
    from: nullable(Type.Integer()),
    to: nullable(Type.Integer()),
  },
  strict,
);
export type WarningGap = Static<typeof WarningGap>;

/** Of the companies that the asker sees, in the order in which they are best mended. */
export const warningGaps = call('alarms.warningGaps', 'GET /rest/alarms/gaps', {
  access: 'alarm:event:view',
  data: Type.Object({ gaps: Type.Array(WarningGap) }, strict),
});
