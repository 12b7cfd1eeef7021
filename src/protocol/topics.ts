/** Sparkplug B topics: `spBv1.0/<group>/<type>/<node>[/<device>]` and `spBv1.0/STATE/<host>`. */
export const namespace = 'spBv1.0';

export const messageTypes = [
  'NBIRTH',
  'NDEATH',
  'NDATA',
  'NCMD',
  'DBIRTH',
  'DDEATH',
  'DDATA',
  'DCMD',
] as const;
export type MessageType = (typeof messageTypes)[number];

/** The types a host application reads, one subscription each. */
export const inboundTypes = [
  'NBIRTH',
  'NDEATH',
  'NDATA',
  'DBIRTH',
  'DDEATH',
  'DDATA',
] as const satisfies MessageType[];

export interface NodeTopic {
  readonly group: string;
  readonly type: MessageType;
  /** Edge node id: the RTU's serial number. */
  readonly node: string;
  /** Device id (the sensor's slot) for D* types, else null. */
  readonly device: string | null;
}
export interface StateTopic {
  readonly type: 'STATE';
  readonly host: string;
}

const types = new Map<string, MessageType>(messageTypes.map((type) => [type, type]));

/** Longest group, node or device id taken (*assumed*). */
export const maxIdLength = 64;

/**
 * True for an id that may stand in a topic: not empty, no `+`, `#`, `/`, no control characters, at most 64
 * characters, none of JavaScript's own property names (S35).
 */
export function isTopicId(id: string): boolean {
  if (
    id.length === 0 ||
    id.length > maxIdLength ||
    id === '__proto__' ||
    id === 'constructor' ||
    id === 'prototype'
  ) {
    return false;
  }
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    if (code < 32 || code === 127 || code === 35 || code === 43 || code === 47) return false;
  }
  return true;
}

/** Parses a topic; null for anything that is not a valid Sparkplug B topic. */
export function parseTopic(topic: string): NodeTopic | StateTopic | null {
  const [head, group, typeName, node, device, ...rest] = topic.split('/');
  if (head !== namespace || group === undefined || typeName === undefined || rest.length > 0) return null;
  if (group === 'STATE')
    return node === undefined && isTopicId(typeName) ? { type: 'STATE', host: typeName } : null;
  const type = types.get(typeName);
  if (type === undefined || node === undefined || !isTopicId(group) || !isTopicId(node)) return null;
  if (type.startsWith('D')) {
    return device !== undefined && isTopicId(device) ? { group, type, node, device } : null;
  }
  return device === undefined ? { group, type, node, device: null } : null;
}

/** Formats a topic; throws TypeError when an id may not stand in one, or device and type do not agree. */
export function formatTopic({ group, type, node, device }: NodeTopic): string {
  const ids = device === null ? [group, node] : [group, node, device];
  if (!ids.every(isTopicId) || group === 'STATE' || (device !== null) !== type.startsWith('D')) {
    throw new TypeError(`no valid topic: ${type} ${ids.join(' ')}`);
  }
  return [namespace, group, type, ...ids.slice(1)].join('/');
}

/** The STATE topic of a host application. */
export function stateTopic(host: string): string {
  if (!isTopicId(host)) throw new TypeError(`no valid host id: ${host}`);
  return `${namespace}/STATE/${host}`;
}

/**
 * What a host application subscribes to besides its own STATE: one filter a message type, never `spBv1.0/#`.
 * @param group a group id, or `+` for all
 */
export const filtersOf = (group: string): readonly string[] =>
  inboundTypes.map((type) => `${namespace}/${group}/${type}/${type.startsWith('D') ? '+/+' : '+'}`);

export interface HostStateMessage {
  readonly online: boolean;
  readonly timestamp: number;
}

/** The JSON body of a STATE message. */
export function encodeState(state: HostStateMessage): string {
  return JSON.stringify({ online: state.online, timestamp: state.timestamp });
}

/** Parses a STATE body; null when it is none. */
export function decodeState(text: string): HostStateMessage | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('online' in body) || !('timestamp' in body))
      return null;
    const { online, timestamp } = body;
    return typeof online === 'boolean' && typeof timestamp === 'number' ? { online, timestamp } : null;
  } catch {
    return null;
  }
}
