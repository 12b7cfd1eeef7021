/** Orders to devices: created once, durable, reported as they are until they end (src/server/delivery/README.md). */
import Type, { type Static } from 'typebox';
import { lastSlot } from '../../catalogue/slots.ts';
import { call } from '../call.ts';
import { dictionary } from '../dictionary.ts';
import { ImportUndo } from '../imports.ts';
import { ListenerRestart } from '../listeners.ts';
import { ProcessAct } from '../processes.ts';
import { orderStates, verifications } from './order-states.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
/** A parameter's value; its field says which type and bounds it has (derive/parameter-schema). */
export const ParameterData = Type.Union([
  Type.Number(),
  Type.String({ maxLength: 500 }),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 40 }), { maxItems: 16 }),
  Type.Null(),
]);
const Values = dictionary(ParameterData);
/** ULID: the same again is the same order. */
const Key = Type.String({ minLength: 16, maxLength: 40, pattern: '^[0-9A-Za-z-]+$' });
const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });

/** Of which device: the RTU itself (null), or the sensor in a slot. */
export const Target = Type.Object(
  { rtuId: Id, slot: nullable(Type.Integer({ minimum: 0, maximum: lastSlot })) },
  strict,
);
export type Target = Static<typeof Target>;

/** Edits of one group, based on a version of it (ParameterGroup.version). */
export const SetContent = Type.Object(
  {
    type: Type.Literal('set'),
    group: Type.String({ minLength: 1, maxLength: 20 }),
    edits: Values,
    version: Type.Integer({ minimum: 0 }),
  },
  strict,
);
export type SetContent = Static<typeof SetContent>;
/** An action of the catalogue with its arguments. */
export const ActionContent = Type.Object(
  { type: Type.Literal('action'), action: Type.String({ minLength: 1, maxLength: 40 }), args: Values },
  strict,
);
export type ActionContent = Static<typeof ActionContent>;
export const OrderContent = Type.Union([SetContent, ActionContent]);
export type OrderContent = Static<typeof OrderContent>;

/** From which surface it came; kept in the audit. */
export const surfaces = ['button', 'key', 'palette', 'menu', 'script'] as const;

/** What is confirmed by a password is exactly this. */
export const OrderBody = Type.Object(
  {
    key: Key,
    target: Target,
    content: OrderContent,
    reason: Type.String({ maxLength: 200 }),
    surface: Type.Enum([...surfaces]),
  },
  strict,
);
export type OrderBody = Static<typeof OrderBody>;

export const OrderView = Type.Object(
  {
    /** ULID, also the id in the tracked envelope. */
    id: Type.String(),
    stationId: Type.Integer(),
    sn: Type.String(),
    target: Target,
    /** Of the sensor; null for the RTU. */
    kind: nullable(Type.Integer()),
    /** Secrets are null. */
    content: OrderContent,
    state: Type.Enum([...orderStates]),
    verification: nullable(Type.Enum([...verifications])),
    /** Values read back where they differ from what was set. */
    seen: Values,
    /** Before it in its device's queue; 0 = next. Null while it is sent, and once it ended. */
    ahead: nullable(Type.Integer()),
    attempts: Type.Integer(),
    createdAt: Type.Integer(),
    createdBy: nullable(Type.String()),
    reason: Type.String(),
    surface: Type.String(),
    /** When it is expected to land, UTC ms with its half-width; null = not known or over. */
    expected: nullable(Type.Object({ at: Type.Integer(), plusMinus: Type.Integer() }, strict)),
    notAfter: Type.Integer(),
    sentAt: nullable(Type.Integer()),
    /** Reached the device, by its own word: a note, not a state. */
    receivedAt: nullable(Type.Integer()),
    answeredAt: nullable(Type.Integer()),
    endedAt: nullable(Type.Integer()),
    /** The device's own code and words. Device text: show as text. */
    code: nullable(Type.Integer()),
    text: Type.String(),
    /** A stranding set's trial. */
    trial: nullable(Type.Enum(['trying', 'committed', 'rolledBack'])),
    planId: nullable(Type.String()),
    /** Its state lets it be cancelled, and deleted from the list; permissions: contract/order-permission. */
    canCancel: Type.Boolean(),
    canDelete: Type.Boolean(),
  },
  strict,
);
export type OrderView = Static<typeof OrderView>;
const OrderId = Type.Object({ orderId: Ulid }, strict);
const One = Type.Object({ order: OrderView }, strict);

/** From the first to the last sounding of a plan's sirens that the asker was shown (`Plan.soundings`), UTC ms. */
export const SoundSpan = Type.Object({ from: Type.Integer(), until: Type.Integer() }, strict);

/**
 * Proves once more who asks, for exactly one body: the answer is good for that body, once, for 5 minutes.
 * Refused: 422 `password.wrong` (field password), 429 throttled; counts as a login.
 */
export const confirmOrder = call('orders.confirm', 'POST /rest/user/confirm', {
  access: [
    'device:parameter:edit',
    'device:command:send',
    'device:command:sound',
    'device:command:freeText',
    'device:site:edit',
  ],
  body: Type.Object(
    {
      /** Empty = left out: refused, saying so (src/contract/README.md#envelope). */
      password: Type.String({ maxLength: 200 }),
      /** Of the second factor, where the account has one. */
      code: Type.Optional(Type.String({ maxLength: 10 })),
      /** An OrderBody or a PlanApproval as it will be sent, the undo of an import, or the restart of a listener. */
      body: Type.Union([
        OrderBody,
        Type.Object(
          {
            planId: Ulid,
            revision: Type.Integer(),
            reason: Type.String({ maxLength: 200 }),
            sounds: Type.Optional(SoundSpan),
          },
          strict,
        ),
        ImportUndo,
        ListenerRestart,
        ProcessAct,
      ]),
    },
    strict,
  ),
  data: Type.Object({ confirmation: Type.String(), until: Type.Integer() }, strict),
});

/**
 * Stores an order; it is sent when its device is in reach. Refused: 422 bounds, rules, stranding, landing after its
 * time to live, queue full, `set.noPassword` without a confirmation, `set.confirmationOver` with one of another body,
 * used or over; 409 `set.stale` (data: version, fields that moved, by whom), or `command.keyUsed` for another body
 * under a key. 422 of bounds and rules: `parameterProblem.<reason>` with `field`; data: all `problems`. What an order
 * needs besides: contract/order-permission.
 */
export const createOrder = call('orders.create', 'POST /rest/orders', {
  access: ['device:parameter:edit', 'device:command:send', 'device:command:sound', 'device:command:freeText'],
  body: Type.Object(
    { ...OrderBody.properties, confirmation: Type.Optional(Type.String({ maxLength: 100 })) },
    strict,
  ),
  data: One,
});

/** Orders of a station, newest first; deleted ones left out. */
export const stationOrders = call('orders.ofStation', 'GET /rest/stations/:stationId/orders', {
  access: 'device:parameter:view',
  params: Type.Object({ stationId: Id }, strict),
  query: Type.Object(
    { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })), before: Type.Optional(Ulid) },
    strict,
  ),
  data: Type.Object({ orders: Type.Array(OrderView), total: Type.Integer() }, strict),
});

/** What is under way, and what ended within the last hour: the tray. Newest first, at most 200. */
export const ordersUnderWay = call('orders.underWay', 'GET /rest/orders', {
  access: 'device:parameter:view',
  data: Type.Object({ orders: Type.Array(OrderView), open: Type.Integer() }, strict),
});

/**
 * Takes back what was never sent. Refused: 409 `command.alreadySent`, `command.ended`. One that was sent and waits to
 * be sent again is given up by it: the answer is alreadySent, and its outcome stays unknown.
 */
export const cancelOrder = call('orders.cancel', 'POST /rest/orders/:orderId/cancel', {
  access: ['device:parameter:edit', 'device:command:send', 'device:command:sound', 'device:command:freeText'],
  params: OrderId,
  data: One,
});

/** Cancels it if it was never sent, then hides it from the list; the audit stays. Refused: 409 while it is sent. */
export const deleteOrder = call('orders.delete', 'DELETE /rest/orders/:orderId', {
  access: 'device:command:delete',
  params: OrderId,
  data: Type.Object({}, strict),
});
