/** Readings and events that go out to webhooks of a company as they are stored (src/server/outlets/README.md). */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { messageStates } from './messages.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const Name = Type.String({ minLength: 1, maxLength: 80 });
const Which = Type.Object({ id: Id }, strict);
const none = Type.Object({}, strict);
const viewing = 'alarm:event:view' as const;
const editing = 'alarm:notify:edit' as const;
const ids = { maxItems: 500, uniqueItems: true } as const;

/** `alarm`: raised, changed, closed. `link`: an RTU went silent or came back. `plan`: a plan has ended. */
export const outletEvents = ['alarm', 'link', 'plan'] as const;

/** What goes out, and where to. An empty list = all of the company. */
export const OutletBody = Type.Object(
  {
    /** Webhook of the form `standard`, which signs. */
    hookId: Id,
    enabled: Type.Boolean(),
    readings: Type.Boolean(),
    events: Type.Array(Type.Enum([...outletEvents]), { maxItems: 3, uniqueItems: true }),
    projectIds: Type.Array(Id, ids),
    stationIds: Type.Array(Id, ids),
    /** Sensor type codes; 0 = the RTUs themselves. */
    kinds: Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), ids),
  },
  strict,
);
export type OutletBody = Static<typeof OutletBody>;

export const outletStates = ['off', 'current', 'behind', 'gaveUp'] as const;
export const OutletView = Type.Object(
  {
    id: Id,
    companyId: Id,
    revision: Count,
    name: Type.String(),
    body: OutletBody,
    state: Type.Enum([...outletStates]),
    /** Since when it is behind, or was given up; null in the other states. */
    since: nullable(Type.Integer()),
    /** When the last batch was accepted; null = none was. */
    sentAt: nullable(Type.Integer()),
    sentReadings: Count,
    sentEvents: Count,
    /** Events that wait. */
    waitingEvents: Count,
    /** Events that were dropped, as too many waited or they were too old. */
    lostEvents: Count,
    /** Readings collected before that were not sent, as they were too old by then; null = none. */
    lostUntil: nullable(Type.Integer()),
    /** Of the other side, or a message's id: render as text. */
    answer: Type.String(),
  },
  strict,
);
export type OutletView = Static<typeof OutletView>;

/** What the company sends out, and how each of it does. */
export const outlets = call('outlets.list', 'GET /rest/notify/outlets', {
  access: viewing,
  data: Type.Object({ outlets: Type.Array(OutletView) }, strict),
});

/** `id` null = a new one, which begins now. @throws Refusal 404; 409 where somebody else has saved it meanwhile; 422 */
export const saveOutlet = call('outlets.save', 'POST /rest/notify/outlets', {
  access: editing,
  body: Type.Object(
    { id: nullable(Id), companyId: Id, revision: Count, name: Name, body: OutletBody },
    strict,
  ),
  data: Type.Object({ id: Id, revision: Type.Integer() }, strict),
});

export const deleteOutlet = call('outlets.delete', 'DELETE /rest/notify/outlets/:id', {
  access: editing,
  params: Which,
  data: none,
});

/** Sends the newest readings, marked as a test. What is sent besides is not moved by it. */
export const testOutlet = call('outlets.test', 'POST /rest/notify/outlets/:id/test', {
  access: editing,
  params: Which,
  data: Type.Object({ messageId: Id }, strict),
});

/** Lets one that was given up go on: from where it stopped, or with what comes from now on. @throws Refusal 404; 409 */
export const resumeOutlet = call('outlets.resume', 'POST /rest/notify/outlets/:id/resume', {
  access: editing,
  params: Which,
  body: Type.Object({ begin: Type.Enum(['stopped', 'now']) }, strict),
  data: none,
});

export const OutletDelivery = Type.Object(
  {
    /** Of the batch: in its body. */
    batch: Type.String(),
    isTest: Type.Boolean(),
    at: Type.Integer(),
    readings: Count,
    events: Count,
    /** Collection times of its readings; null = it has none. */
    fromT: nullable(Type.Integer()),
    toT: nullable(Type.Integer()),
    state: Type.Enum([...messageStates]),
    tries: Count,
    dueAt: nullable(Type.Integer()),
    doneAt: nullable(Type.Integer()),
    /** Of the other side, or a message's id: render as text. */
    answer: Type.String(),
  },
  strict,
);
export type OutletDelivery = Static<typeof OutletDelivery>;

/** The newest batches, newest first. @throws Refusal 404 */
export const outletDeliveries = call('outlets.deliveries', 'GET /rest/notify/outlets/:id/deliveries', {
  access: viewing,
  params: Which,
  data: Type.Object({ deliveries: Type.Array(OutletDelivery) }, strict),
});
