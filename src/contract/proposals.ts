/**
 * Changes of scripts, alarm rules and standard sets that somebody proposes, a program with its token above all, and a
 * person accepts (src/server/proposals/README.md).
 */
import Type, { type Static } from 'typebox';
import { RuleDefinition } from './alarms/rule-schema.ts';
import { call } from './call.ts';
import { StandardBody } from './devices/standards.ts';
import { dictionary } from './dictionary.ts';
import { longestScript } from './scripts.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const Name = Type.String({ minLength: 1, maxLength: 80 });
const ProposalId = Type.Object({ proposalId: Ulid }, strict);

/** `changes`: of one proposal; `letters`: of all that one says, as JSON; `open`: proposals of a company that wait. */
export const proposalBounds = { changes: 300, letters: 700_000, open: 100 } as const;

/** What can be proposed. */
export const proposalTypes = ['script', 'rule', 'standard'] as const;
export type ProposalType = (typeof proposalTypes)[number];

export const RuleContent = Type.Object({ name: Name, definition: RuleDefinition }, strict);
export type RuleContent = Static<typeof RuleContent>;
export const ScriptContent = Type.Object(
  { name: Name, text: Type.String({ minLength: 1, maxLength: longestScript }) },
  strict,
);
export type ScriptContent = Static<typeof ScriptContent>;
export const StandardContent = Type.Object(StandardBody, strict);
export type StandardContent = Static<typeof StandardContent>;

/** `base`: the version (of a rule) or revision that it was made of; `after`: null = it is to be deleted. */
const known = <I extends typeof Id | typeof Ulid>(id: I) => ({ id, base: Type.Integer({ minimum: 1 }) });
const fresh = { id: Type.Null(), base: Type.Null() };
export const ProposedChange = Type.Union([
  Type.Object({ type: Type.Literal('rule'), ...known(Id), after: nullable(RuleContent) }, strict),
  Type.Object({ type: Type.Literal('rule'), ...fresh, after: RuleContent }, strict),
  Type.Object({ type: Type.Literal('standard'), ...known(Id), after: nullable(StandardContent) }, strict),
  Type.Object({ type: Type.Literal('standard'), ...fresh, after: StandardContent }, strict),
  Type.Object({ type: Type.Literal('script'), ...known(Ulid), after: nullable(ScriptContent) }, strict),
  Type.Object({ type: Type.Literal('script'), ...fresh, after: ScriptContent }, strict),
]);
export type ProposedChange = Static<typeof ProposedChange>;

/** `open`: waits; `superseded`: the same program has proposed something newer under the same title. */
export const proposalStates = ['open', 'accepted', 'discarded', 'superseded'] as const;
export type ProposalState = (typeof proposalStates)[number];
/** Of a change: it waits, was made, was left out by whoever accepted the others, or could not be made. */
export const changeStates = ['open', 'done', 'left', 'failed'] as const;
export type ChangeState = (typeof changeStates)[number];

/** A message with its values. */
const Why = Type.Object(
  { message: Type.String(), params: dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()])) },
  strict,
);
export type ProposalWhy = Static<typeof Why>;

const head = {
  id: Type.String(),
  companyId: Type.Integer(),
  title: Type.String(),
  state: Type.Enum([...proposalStates]),
  /** UTC ms, like all times. */
  createdAt: Type.Integer(),
  createdBy: Type.String(),
  endedAt: nullable(Type.Integer()),
  endedBy: nullable(Type.String()),
  /** Given as it was accepted. */
  reason: Type.String(),
  /** Changes by what they are of. */
  counts: dictionary(Type.Integer()),
};
export const ProposalSummary = Type.Object(head, strict);
export type ProposalSummary = Static<typeof ProposalSummary>;

const Content = Type.Union([RuleContent, StandardContent, ScriptContent]);
export const ProposalChange = Type.Object(
  {
    /** From 0, by which it is chosen. */
    position: Type.Integer(),
    type: Type.Enum([...proposalTypes]),
    /** Of the rule or standard set; of a script as text. Null = a new one, until it is made. */
    id: nullable(Type.Union([Type.Integer(), Type.String()])),
    name: Type.String(),
    /** True where the asker may not look at such things: both contents are null then. */
    hidden: Type.Boolean(),
    /** As it was when this was proposed; null = it was not there. */
    before: nullable(Content),
    /** Null = it is to be deleted. */
    after: nullable(Content),
    deletes: Type.Boolean(),
    /** What of a rule or a standard set changes, in the asker's language; null = it was not there, or is there no more. */
    said: Type.Array(
      Type.Object(
        { what: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) },
        strict,
      ),
    ),
    state: Type.Enum([...changeStates]),
    /** Of an open one: why it could not be made by the asker now; else why it was not made. */
    why: nullable(Why),
    /** Version (of a script or a rule) or revision as it was made; null before. */
    version: nullable(Type.Integer()),
  },
  strict,
);
export type ProposalChange = Static<typeof ProposalChange>;
export const ChangeProposal = Type.Object({ ...head, changes: Type.Array(ProposalChange) }, strict);
export type ChangeProposal = Static<typeof ChangeProposal>;
const One = Type.Object({ proposal: ChangeProposal }, strict);

/** Newest first, at most 200; of the asker's company. */
export const proposals = call('proposals.list', 'GET /rest/proposals', {
  access: 'device:parameter:view',
  data: Type.Object({ proposals: Type.Array(ProposalSummary) }, strict),
});
export const proposal = call('proposals.one', 'GET /rest/proposals/:proposalId', {
  access: 'device:parameter:view',
  params: ProposalId,
  data: One,
});
/**
 * Stores what is proposed; nothing is changed by it. The same again answers the one that waits already; another one of the
 * same account under the same title takes its place. Refused: 404 for a thing that is unknown or of another company; 409
 * `proposals.why.changed` where `base` is not the newest any more; 422 with what would be refused as it is made, `field`
 * being `changes/<place>`; 422 `proposals.ofCompany` for who belongs to no company, `proposals.tooLarge`,
 * `proposals.tooMany`.
 */
export const createProposal = call('proposals.create', 'POST /rest/proposals', {
  access: 'device:parameter:edit',
  body: Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 120 }),
      changes: Type.Array(ProposedChange, { minItems: 1, maxItems: proposalBounds.changes }),
    },
    strict,
  ),
  data: One,
});
/**
 * Makes the chosen changes, and ends the proposal: the others are left out. What changed since, and what is refused now, is
 * left out with its reason. Refused: 403 without the right for one of them; 409 `proposals.ended`; 422
 * `proposals.nothing` where none of them can be made; 409 `joint.waiting` where a second person has to sign.
 */
export const acceptProposal = call('proposals.accept', 'POST /rest/proposals/:proposalId/accept', {
  access: 'device:parameter:view',
  params: ProposalId,
  body: Type.Object(
    {
      positions: Type.Array(Type.Integer({ minimum: 0, maximum: proposalBounds.changes - 1 }), {
        minItems: 1,
        maxItems: proposalBounds.changes,
      }),
      reason: Type.String({ minLength: 1, maxLength: 200 }),
    },
    strict,
  ),
  data: One,
});
/** Throws it away; it stays in the list. Refused: 409 `proposals.ended`. */
export const discardProposal = call('proposals.discard', 'DELETE /rest/proposals/:proposalId', {
  access: 'device:parameter:edit',
  params: ProposalId,
  data: Type.Object({}, strict),
});
