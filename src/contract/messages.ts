/** Messages of RTUs and sources as they came and as they were read, kept for some days. */
import Type, { type Static } from 'typebox';
import type { MessageParams } from '../base/errors.ts';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Bounds of what a company keeps, and what it keeps where nothing was set. */
export const messageBounds = {
  days: { min: 1, max: 90, usual: 30 },
  megabytes: { min: 1, max: 4096, usual: 512 },
} as const;
/** Messages of one page, at most. */
export const messagesPage = 200;
/** Bytes of a body that are kept. */
export const keptBody = 64 * 1024;

/** `refusal`: a connection, or an act of one, that was refused; `report` is of a driver, `batch` of a source. */
export const messageKinds = ['birth', 'data', 'death', 'order', 'report', 'batch', 'refusal'] as const;
export type DeviceMessageKind = (typeof messageKinds)[number];
export const messageWays = ['mqtt', 'mqttTls', 'external', 'http', 'sl651', 'folder'] as const;
export type MessageWay = (typeof messageWays)[number];
export const messageStates = ['taken', 'partly', 'refused'] as const;
export type MessageState = (typeof messageStates)[number];

/** What was wrong: id of a message with its placeholders. */
export interface MessageProblem {
  readonly id: string;
  readonly params: MessageParams;
}

export const DecodedMetric = Type.Object(
  {
    /** As the sender names it; `alias 7` where nothing says its name. */
    name: Type.String(),
    /** Where it goes: slot of the sensor, null = the RTU itself. Only with `channel`. */
    slot: nullable(Type.String()),
    /** Node or layer; 0 = the sensor itself. */
    element: Type.Integer(),
    /** Sensor type code; null = the RTU. */
    kind: nullable(Type.Integer()),
    /** Null: it is no reading, or nothing knows it. */
    row: nullable(Type.String()),
    channel: nullable(Type.String()),
    /** Its own time, where it has one. */
    t: nullable(Type.Integer()),
    value: Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()]),
  },
  strict,
);
export type DecodedMetric = Static<typeof DecodedMetric>;

export const MessageSummary = Type.Object(
  {
    id: Type.Integer(),
    /** Received, or sent. */
    at: Type.Integer(),
    isOut: Type.Boolean(),
    sender: Type.String(),
    rtuId: nullable(Type.Integer()),
    stationId: nullable(Type.Integer()),
    sourceId: nullable(Type.Integer()),
    way: Type.Enum([...messageWays]),
    kind: Type.Enum([...messageKinds]),
    topic: Type.String(),
    bytes: Type.Integer(),
    state: Type.Enum([...messageStates]),
    /** Why not all of it was taken, in the asker's language; empty = it was. */
    why: Type.String(),
    /** Metrics in it, and those that are shown first. */
    count: Type.Integer(),
    reads: Type.Array(DecodedMetric),
  },
  strict,
);
export type MessageSummary = Static<typeof MessageSummary>;

/** The end of the year 2099, ms. */
const latest = 4_102_444_800_000;

const Filters = {
  station: Type.Optional(Type.Integer({ minimum: 1 })),
  rtuId: Type.Optional(Type.Integer({ minimum: 1 })),
  sourceId: Type.Optional(Type.Integer({ minimum: 1 })),
  kind: Type.Optional(Type.Enum([...messageKinds])),
  /** `partly`: all that were not taken whole; `refused`: those alone. */
  only: Type.Optional(Type.Enum(['partly', 'refused'])),
  /** In the names of metrics, the topic or the sender. */
  contains: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: latest })),
  to: Type.Optional(Type.Integer({ minimum: 0, maximum: latest })),
};

/**
 * Messages, the newest first. A page looks through a bounded number of them: with `more` the answer goes on at `until`,
 * also where it found nothing.
 */
export const deviceMessages = call('messages.list', 'GET /rest/messages', {
  access: 'device:maintenance:view',
  query: Type.Object(
    {
      ...Filters,
      /** Only those before or after this message. */
      before: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      limit: Type.Integer({ minimum: 1, maximum: messagesPage }),
      /** Metrics of each message that are in the answer; 6 where nothing is said. */
      reads: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    },
    strict,
  ),
  data: Type.Object(
    {
      messages: Type.Array(MessageSummary),
      more: Type.Boolean(),
      /** Message down to which was looked; 0 = there are no older ones. */
      until: Type.Integer(),
    },
    strict,
  ),
});

export const MessageDetail = Type.Object(
  {
    message: MessageSummary,
    qos: nullable(Type.Integer()),
    address: Type.String(),
    readings: Type.Integer(),
    /** Every reason that was noted, in the asker's language. */
    problems: Type.Array(Type.String()),
    metrics: Type.Array(DecodedMetric),
    /** As base64, the first 64 kB; null where it is not kept. */
    body: nullable(Type.String()),
    /** A secret is in it. */
    isSecret: Type.Boolean(),
    /** Messages of the same sender before it, the newest first. */
    before: Type.Array(MessageSummary),
  },
  strict,
);
export type MessageDetail = Static<typeof MessageDetail>;

export const deviceMessage = call('messages.one', 'GET /rest/messages/:messageId', {
  access: 'device:maintenance:view',
  params: Type.Object({ messageId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }, strict),
  data: MessageDetail,
});

export const MessageStore = Type.Object(
  {
    companyId: Type.Integer(),
    name: Type.String(),
    days: Type.Integer(),
    megabytes: Type.Integer(),
    messages: Type.Integer(),
    bytes: Type.Integer(),
    /** Received at, of the oldest that is kept. */
    since: nullable(Type.Integer()),
    /** Not kept because too many came at once, and between when; of the last such time. */
    dropped: Type.Integer(),
    droppedFrom: nullable(Type.Integer()),
    droppedTo: nullable(Type.Integer()),
  },
  strict,
);
export type MessageStore = Static<typeof MessageStore>;

/** What each company that the asker sees keeps; 0 is what nobody is known to have sent. */
export const messageStores = call('messages.stores', 'GET /rest/messages/stores', {
  access: 'device:maintenance:view',
  data: Type.Object({ stores: Type.Array(MessageStore) }, strict),
});

/** Sets how long and how much a company keeps; what is beyond goes within minutes. */
export const saveMessageStore = call('messages.store.save', 'PUT /rest/messages/stores/:companyId', {
  access: 'device:site:edit',
  params: Type.Object({ companyId: Type.Integer({ minimum: 1 }) }, strict),
  body: Type.Object(
    {
      days: Type.Integer({ minimum: messageBounds.days.min, maximum: messageBounds.days.max }),
      megabytes: Type.Integer({ minimum: messageBounds.megabytes.min, maximum: messageBounds.megabytes.max }),
    },
    strict,
  ),
  data: Type.Object({}, strict),
});
