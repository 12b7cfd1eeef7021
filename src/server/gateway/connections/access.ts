/** Who may do what at the embedded broker: an RTU speaks for itself alone (tests/server/security/README.md#devices). Pure. */
import { isTopicId, namespace, parseTopic } from '../../../protocol/topics.ts';

/** Filters that one client may hold at once (*assumed*: NCMD, DCMD and STATE in a few forms). */
export const maxSubscriptions = 16;

/** What names of sources begin with, as user names and in topics; no RTU that is called so is let in. */
export const sourcePrefix = 'src-';
/** Topics of sources: `in/<source>/…`. */
export const sourceTopics = 'in';

export const isSourceName = (name: string): boolean => name.startsWith(sourcePrefix);

/** The source that a topic is of; null where it is none of a source. */
export function sourceOfTopic(topic: string): string | null {
  const [head, name = '', ...rest] = topic.split('/');
  const isWhole = head === sourceTopics && rest.length > 0 && rest.every((level) => level !== '');
  return isWhole && isSourceName(name) && !/[+#]/.test(topic) ? name : null;
}

/** True when the RTU may publish there: its own births, deaths and data. */
export function mayPublish(sn: string, topic: string): boolean {
  if (isSourceName(sn)) return sourceOfTopic(topic) === sn;
  const parsed = parseTopic(topic);
  return parsed !== null && parsed.type !== 'STATE' && parsed.node === sn && !parsed.type.endsWith('CMD');
}

/** True when the RTU may leave this Will: its own NDEATH. */
export function mayLeaveWill(sn: string, topic: string): boolean {
  if (isSourceName(sn)) return sourceOfTopic(topic) === sn;
  const parsed = parseTopic(topic);
  return parsed !== null && parsed.type === 'NDEATH' && parsed.node === sn;
}

/** True when the RTU may subscribe to the filter: its own commands (also ending in `/#`), and hosts' STATE. */
export function maySubscribe(sn: string, filter: string): boolean {
  if (isSourceName(sn)) return false;
  const levels = filter.split('/');
  const [head, group, type, node, device, ...rest] = levels;
  if (head !== namespace || group === undefined || rest.length > 0) return false;
  if (group === 'STATE') return levels.length === 3 && type !== undefined && isTopicId(type);
  if (!isTopicId(group) || node !== sn) return false;
  if (type === 'NCMD') return device === undefined || device === '#';
  return type === 'DCMD' && device !== undefined && (device === '#' || device === '+' || isTopicId(device));
}
