/** Sirens of sites: what red prepares, what two persons arm, and what sounded (src/server/sirens/README.md). */
import Type, { type Static } from 'typebox';
import { enumValues } from '../../catalogue/index.ts';
import { lastSlot } from '../../catalogue/slots.ts';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const sounding = 'device:command:sound';
const Reason = Type.String({ maxLength: 300 });
const Proof = {
  password: Type.String({ maxLength: 256 }),
  /** Of the second factor, where the account has one. */
  code: Type.Optional(Type.String({ maxLength: 10 })),
};

export const SirenReach = Type.Enum(['none', 'station', 'project']);
/** Arguments of `soundAlarm` of the catalogue. */
export const SirenSound = Type.Object(
  {
    clip: Type.Integer({ minimum: 1, maximum: 99 }),
    repeat: Type.Integer({ minimum: 1, maximum: 99 }),
    volume: Type.Integer({ minimum: 0, maximum: 100 }),
    light: Type.Enum([...enumValues.hornLight]),
  },
  strict,
);
export type SirenSound = Static<typeof SirenSound>;
const Slot = Type.Integer({ minimum: 0, maximum: lastSlot });

/** A siren as it can be reached now. */
export const Siren = Type.Object(
  {
    rtuId: Type.Integer(),
    slot: Slot,
    stationId: Type.Integer(),
    stationCode: Type.String(),
    stationName: Type.String(),
    sn: Type.String(),
    /** True = it sounds at once; null = its link is not known yet. */
    isAwake: nullable(Type.Boolean()),
    /** When it could sound at the earliest, UTC ms with its half-width; null = not known. */
    earliest: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
  },
  strict,
);
export type Siren = Static<typeof Siren>;

export const callStates = ['waiting', 'sounding', 'sounded', 'failed', 'refused', 'over'] as const;
/** A sounding that waits for people, is under way, or has ended. */
export const SirenCall = Type.Object(
  {
    id: Type.String(),
    stationId: Type.Integer(),
    /** null = of no alarm: a drill. */
    alarmId: nullable(Type.Integer()),
    isDrill: Type.Boolean(),
    /** It was ordered because its site was armed. */
    isAutomatic: Type.Boolean(),
    state: Type.Enum([...callStates]),
    sound: SirenSound,
    targets: Type.Array(
      Type.Object(
        {
          rtuId: Type.Integer(),
          slot: Slot,
          stationCode: Type.String(),
          /** null = none was made. */
          orderId: nullable(Type.String()),
          /** Why it was not ordered, in the asker's language; null = it was, or has not been tried. */
          refused: nullable(Type.String()),
        },
        strict,
      ),
    ),
    /** Of exactly this: it goes back with who sounds it. */
    hash: Type.String(),
    createdAt: Type.Integer(),
    /** It ends by itself then. */
    until: Type.Integer(),
    endedAt: nullable(Type.Integer()),
    /** Whose orders they are. */
    accountName: nullable(Type.String()),
    /** Of people, or why it ended. */
    reason: Type.String(),
  },
  strict,
);
export type SirenCall = Static<typeof SirenCall>;

export const Arming = Type.Object(
  {
    id: Type.String(),
    from: Type.Integer(),
    until: Type.Integer(),
    reason: Type.String(),
    first: Type.String(),
    second: Type.String(),
    /** Why it sounds nothing all the same; null = it would sound. */
    problem: nullable(Type.Enum(['same', 'foreign', 'right', 'other', 'over', 'missing', 'scope'])),
  },
  strict,
);
export type Arming = Static<typeof Arming>;

/** A station with sirens in reach, or that has been set up for them. */
export const SirenSite = Type.Object(
  {
    stationId: Type.Integer(),
    stationCode: Type.String(),
    stationName: Type.String(),
    companyId: Type.Integer(),
    timeZone: Type.String(),
    prepares: SirenReach,
    sound: SirenSound,
    /** Those that red would prepare; of a site that prepares none those of the station. */
    sirens: Type.Array(Siren),
    arming: nullable(Arming),
    /** Open ones, and those of the last day; newest first. */
    calls: Type.Array(SirenCall),
    /** The company asks two persons for a sounding. */
    takesTwo: Type.Boolean(),
  },
  strict,
);
export type SirenSite = Static<typeof SirenSite>;
const One = Type.Object({ site: SirenSite }, strict);
const Station = Type.Object({ stationId: Id }, strict);

export const sirenSites = call('sirens.list', 'GET /rest/sirens', {
  access: 'alarm:event:view',
  data: Type.Object({ sites: Type.Array(SirenSite) }, strict),
});
export const sirenSite = call('sirens.site', 'GET /rest/sirens/:stationId', {
  access: 'alarm:event:view',
  params: Station,
  data: One,
});
/** Says which sirens red prepares at a site, and what they play. Takes two persons where changes of rules do. */
export const saveSirenSite = call('sirens.save', 'PUT /rest/sirens/:stationId', {
  access: 'alarm:rule:edit',
  params: Station,
  body: Type.Object({ prepares: SirenReach, sound: SirenSound, reason: Reason }, strict),
  data: One,
});
/** Prepares the sirens of an open alarm of the station by hand. Refused: 409 where a call waits already; 422 without sirens. */
export const prepareSirens = call('sirens.prepare', 'POST /rest/sirens/:stationId/prepare', {
  access: sounding,
  params: Station,
  body: Type.Object({ alarmId: Id }, strict),
  data: One,
});
const Call = Type.Object({ callId: Ulid }, strict);
/**
 * Sounds what waits: by one password where the company asks one person; else it is kept for a second person (409
 * `joint.waiting`). Refused: 409 where it has ended or is another than was shown.
 */
export const soundCall = call('sirens.sound', 'POST /rest/siren-calls/:callId/sound', {
  access: sounding,
  params: Call,
  body: Type.Object(
    { hash: Type.String({ minLength: 64, maxLength: 64, pattern: '^[0-9a-f]+$' }), ...Proof },
    strict,
  ),
  data: One,
});
export const refuseCall = call('sirens.refuse', 'POST /rest/siren-calls/:callId/refuse', {
  access: sounding,
  params: Call,
  body: Type.Object({ reason: Reason }, strict),
  data: One,
});
/** Sounds the site's sirens as a drill: marked everywhere, and never an alarm. */
export const drillSirens = call('sirens.drill', 'POST /rest/sirens/:stationId/drill', {
  access: sounding,
  params: Station,
  body: Type.Object({ reason: Reason, ...Proof }, strict),
  data: One,
});
/** Arms a site: its sirens sound by themselves at red, until then. Always takes two persons: 409 `joint.waiting`. */
export const armSite = call('sirens.arm', 'POST /rest/sirens/:stationId/arm', {
  access: sounding,
  params: Station,
  body: Type.Object({ until: Type.Integer({ minimum: 0 }), reason: Reason, ...Proof }, strict),
  data: One,
});
/** Ends it; one person is enough. */
export const disarmSite = call('sirens.disarm', 'POST /rest/sirens/:stationId/disarm', {
  access: sounding,
  params: Station,
  body: Type.Object({ reason: Reason }, strict),
  data: One,
});
