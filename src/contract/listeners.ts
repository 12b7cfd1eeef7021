/** The ways by which devices, gateways and services reach the server: where it listens, what comes, who is refused. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';
import { FtpEncryption } from './sources.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const access = 'device:maintenance:view';

/**
 * The embedded broker without and with TLS; the external broker in its place; credentials of sources, which come by the
 * broker; `POST /ingest/v1`, which shares the console's port; SL 651 stations; watched folders; files by FTP.
 */
export const listenerIds = [
  'mqtt',
  'mqttTls',
  'external',
  'sources',
  'http',
  'sl651',
  'folders',
  'ftp',
] as const;
export const ListenerId = Type.Enum([...listenerIds]);
export type ListenerId = (typeof listenerIds)[number];

/** open: it takes what comes; closed: the settings do not ask for it; failed: it should be open, and is not. */
export const listenerStates = ['open', 'closed', 'failed'] as const;
export type ListenerState = (typeof listenerStates)[number];

/** Bounds that may be in force at a listener, in the order in which they are listed. */
export const listenerLimits = [
  'connections',
  'perAddress',
  'unauthenticated',
  'unauthenticatedPerAddress',
  'requestsPerMinute',
  'messagesPerSecond',
  'bytesPerSecond',
  'burstSeconds',
  'payloadBytes',
  'inflatedBytes',
  'perSource',
  'fileBytes',
  'folderBytes',
  'files',
  'rows',
] as const;
export type ListenerLimit = (typeof listenerLimits)[number];

/** Why the embedded broker refuses. */
export const brokerReasons = [
  'wrongCredential',
  'noCredential',
  'wrongClientId',
  'foreignWill',
  'tooMuchUnderWay',
  'credentialsUnreadable',
  'mayNotPublish',
  'mayNotSubscribe',
  'tooManySubscriptions',
  'tooManyConnections',
  'notAuthenticatedInTime',
  'packetTooLarge',
  'notMqtt',
  'doesNotRead',
  'tls',
  'malformed',
] as const;
/** Reasons of what else listens: HTTP, folders, FTP. */
export const wayReasons = [
  'wrongToken',
  'throttled',
  'notReady',
  'badBody',
  'nothingTaken',
  'storage',
  'badFile',
  'fileTooLarge',
  'folderFull',
] as const;
/** Why somebody was refused, by whatever listens. */
export const knockReasons = [...brokerReasons, 'stranger', ...wayReasons] as const;
export type KnockReason = (typeof knockReasons)[number];

const Count = Type.Integer({ minimum: 0 });

export const ListenerView = Type.Object(
  {
    id: ListenerId,
    state: Type.Enum([...listenerStates]),
    /** Since when it is in that state, UTC ms. */
    since: Type.Integer(),
    /** Why it failed: the system's code, such as `EADDRINUSE`; null where it did not. */
    problem: nullable(Type.String()),
    /** The address that it is bound to, or the folder; null where there is none. */
    address: nullable(Type.String()),
    port: nullable(Type.Integer()),
    /** Of FTP: whether what comes is encrypted; null for all others. */
    encryption: nullable(FtpEncryption),
    /** Connections now and within 24 hours; null for what has none. */
    open: nullable(Count),
    connectionsDay: nullable(Count),
    messagesHour: Count,
    messagesDay: Count,
    bytesHour: Count,
    bytesDay: Count,
    limits: Type.Array(Type.Object({ id: Type.Enum([...listenerLimits]), value: Type.Integer() }, strict)),
    /** False for what cannot be restarted by itself. */
    restarts: Type.Boolean(),
  },
  strict,
);
export type ListenerView = Static<typeof ListenerView>;

export const ListenerKnock = Type.Object(
  {
    listener: ListenerId,
    reason: Type.Enum([...knockReasons]),
    /** Text of a stranger, as `detail`: render as text. */
    address: Type.String(),
    detail: Type.String(),
    count: Type.Integer(),
    firstAt: Type.Integer(),
    lastAt: Type.Integer(),
  },
  strict,
);
export type ListenerKnock = Static<typeof ListenerKnock>;

/** Every listener, and who was refused within the last 24 hours. Only for who sees every company. */
export const listeners = call('listeners.list', 'GET /rest/listeners', {
  access,
  data: Type.Object(
    {
      /** Since when is counted what came: the first start that kept its counts. */
      since: Type.Integer(),
      /** When the process began: who was refused is listed from then on. */
      startedAt: Type.Integer(),
      listeners: Type.Array(ListenerView),
      knocks: Type.Array(ListenerKnock),
    },
    strict,
  ),
});

/** What the password of a restart is bound to (orders.confirm). */
export const ListenerRestart = Type.Object({ restartListener: ListenerId }, strict);

/**
 * Ends the connections of one listener and opens it anew; the others go on, and so does every session of the console.
 * Refused: 409 where it is closed or cannot be restarted by itself, 422 without a confirmation of exactly this. One that
 * cannot be opened again is answered as failed, and may be tried once more.
 */
export const restartListener = call('listeners.restart', 'POST /rest/listeners/:listener/restart', {
  access: 'device:site:edit',
  params: Type.Object({ listener: ListenerId }, strict),
  body: Type.Object({ confirmation: Type.Optional(Type.String({ maxLength: 100 })) }, strict),
  data: Type.Object({ listener: ListenerView }, strict),
});
