/** What takes two persons: the company's settings, and what waits for a second signature (src/server/two-persons/README.md). */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const Hash = Type.String({ minLength: 64, maxLength: 64, pattern: '^[0-9a-f]+$' });

/** What can be asked of two persons. */
export const jointKinds = [
  'plan',
  'ruleCreate',
  'ruleSave',
  'ruleDelete',
  'alertForm',
  'shelve',
  'settings',
  'sirenSite',
  'sound',
  'order',
  'arm',
  'drill',
  'proposal',
] as const;
export type JointKind = (typeof jointKinds)[number];
export const jointStates = ['waiting', 'signed', 'done', 'refused', 'failed', 'over'] as const;

const settingsFields = {
  /** Sounding of sirens: prepared ones, by hand, in a plan, and drills. */
  sirens: Type.Boolean(),
  /** Plans of more devices than this; null = none. */
  plansAbove: nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  rules: Type.Boolean(),
};
/** Of a company. Where nothing was set: sirens take two persons, plans and rules one. */
export const CompanyTwoPersons = Type.Object(
  { companyId: Type.Integer(), companyName: Type.String(), ...settingsFields },
  strict,
);
export type CompanyTwoPersons = Static<typeof CompanyTwoPersons>;

/** Something that one person has signed, and that a second one has to. */
export const JointAct = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum([...jointKinds]),
    state: Type.Enum([...jointStates]),
    /** null = of several companies. */
    companyId: nullable(Type.Integer()),
    /** Of a change of a rule: which one; null = of no rule, or of a new one. */
    ruleId: nullable(Type.Integer()),
    /** What it is about, line by line: a word of `joint.line` with what stands behind it. Texts of people are shown as text. */
    lines: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, strict)),
    /** Of a change of a rule: all that it changes, in the reader's words. null = it was not there, or is there no more. */
    changes: Type.Array(
      Type.Object(
        { what: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) },
        strict,
      ),
    ),
    /** Where all of it can be seen; null = the lines say it all. */
    address: nullable(Type.String()),
    /** Of exactly what is shown: it goes back with the signature. */
    hash: Type.String(),
    first: Type.Object({ accountName: Type.String(), at: Type.Integer() }, strict),
    second: nullable(Type.Object({ accountName: Type.String(), at: Type.Integer() }, strict)),
    /** The second signature is taken until then, UTC ms. */
    until: Type.Integer(),
    endedAt: nullable(Type.Integer()),
    /** Why it was refused, or what kept it from being done. */
    note: Type.String(),
    /** The asker signed first. */
    isOwn: Type.Boolean(),
    /** Why the asker may not sign; null = they may. */
    cannot: nullable(Type.Enum(['same', 'foreign', 'right'])),
  },
  strict,
);
export type JointAct = Static<typeof JointAct>;

/** What waits, and what has ended within the last day; newest first. */
export const jointActs = call('joint.list', 'GET /rest/two-persons', {
  access: 'session',
  data: Type.Object(
    {
      acts: Type.Array(JointAct),
      settings: Type.Array(CompanyTwoPersons),
      /** The asker may change the settings. */
      mayEdit: Type.Boolean(),
    },
    strict,
  ),
});
const JointId = Type.Object({ jointId: Ulid }, strict);
const One = Type.Object({ act: JointAct }, strict);

/**
 * Signs as the second person, and does it: on the own console by the own password, on the console of another with
 * `accountName` besides. Refused: 422 `joint.same`, `joint.foreign`, `joint.right`, `joint.other` (another body),
 * `joint.over`; a wrong password or code as everywhere; and with what keeps it from being done.
 */
export const signJoint = call('joint.sign', 'POST /rest/two-persons/:jointId/sign', {
  access: 'session',
  params: JointId,
  body: Type.Object(
    {
      hash: Hash,
      /** Who signs, where it is not who is signed in. */
      accountName: Type.Optional(Type.String({ maxLength: 64 })),
      password: Type.String({ maxLength: 256 }),
      code: Type.Optional(Type.String({ maxLength: 10 })),
    },
    strict,
  ),
  data: One,
});

/** Refuses it with a reason, or takes it back where the asker has asked for it. */
export const refuseJoint = call('joint.refuse', 'POST /rest/two-persons/:jointId/refuse', {
  access: 'session',
  params: JointId,
  body: Type.Object({ reason: Type.String({ maxLength: 500 }) }, strict),
  data: One,
});

/** Sets what a company asks two persons for. Asking for less takes two persons itself. */
export const saveTwoPersonSettings = call('joint.settings', 'PUT /rest/two-persons/settings/:companyId', {
  access: 'system:user:edit',
  params: Type.Object({ companyId: Id }, strict),
  body: Type.Object(settingsFields, strict),
  data: Type.Object({ settings: CompanyTwoPersons }, strict),
});
