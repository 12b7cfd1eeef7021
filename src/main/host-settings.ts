import { isTopicId } from '../protocol/topics.ts';
import { sourceTopics } from '../server/gateway/connections/access.ts';
import type { HostScope } from '../server/gateway/host-options.ts';

/** The host application that this process is at an external broker, with others of the same id. */
export interface HostSettings extends HostScope {
  /** Sparkplug host id: STATE is at `spBv1.0/STATE/<id>`. */
  readonly id: string;
}

export const usualHostId = 'groundwatch';
/** Stands in MQTT_GROUPS for the topics of sources; no group id can be called so. */
const sourcesWord = `${sourceTopics}/#`;

/** MQTT_HOST_ID and MQTT_GROUPS. @throws Error naming the variable that is wrong */
export function readHost(text: (name: string) => string | undefined): HostSettings {
  const [id = usualHostId, groups] = [text('MQTT_HOST_ID'), text('MQTT_GROUPS')];
  for (const name of ['MQTT_HOST_ID', 'MQTT_GROUPS'])
    if (text(name) !== undefined && text('MQTT_URL') === undefined && text('MQTT_URL_FILE') === undefined)
      throw new Error(`${name} is for an external broker, and there is no MQTT_URL`);
  if (!isTopicId(id))
    throw new Error(`MQTT_HOST_ID: ${id} cannot stand in a topic (up to 64 characters, no / + #)`);
  if (groups === undefined) return { id, groups: null, takesSources: true };
  const names = [...new Set(groups.split(',').map((name) => name.trim()))];
  const own = names.filter((name) => name !== sourcesWord);
  for (const name of own)
    if (!isTopicId(name) || name === 'STATE')
      throw new Error(
        `MQTT_GROUPS: '${name}' is no group id; a list such as P01,P02 (and ${sourcesWord} for data sources)`,
      );
  return { id, groups: own.sort(), takesSources: names.includes(sourcesWord) };
}
