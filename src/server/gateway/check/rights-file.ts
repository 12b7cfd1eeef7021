/** Rights at a broker of the owner's, as files that it reads: the same as those at the embedded one (`connections/access`). Pure. */
import { namespace } from '../../../protocol/topics.ts';
import { sourceTopics } from '../connections/access.ts';

export const rightsFormats = ['mosquitto', 'emqx'] as const;
export type RightsFormat = (typeof rightsFormats)[number];

/** Topics of a device, whose user name is its serial number (or, of a data source, its name): `USER` stands for that. */
const user = 'USER';
const deviceMayPublish = [
  ...['NBIRTH', 'NDEATH', 'NDATA'].map((type) => `${namespace}/+/${type}/${user}`),
  ...['DBIRTH', 'DDEATH', 'DDATA'].map((type) => `${namespace}/+/${type}/${user}/+`),
  `${sourceTopics}/${user}/#`,
];
const deviceMaySubscribe = [
  `${namespace}/+/NCMD/${user}`,
  `${namespace}/+/DCMD/${user}/#`,
  `${namespace}/STATE/+`,
];
const hostMayBoth = [`${namespace}/#`];
const hostMaySubscribe = [`${sourceTopics}/#`];

const fill = (topics: readonly string[], name: string) => topics.map((topic) => topic.replace(user, name));

function mosquitto(host: string): string {
  return [
    `# acl_file of mosquitto: the host application is ${host}, every RTU's user name is its serial number.`,
    '# mosquitto.conf: allow_anonymous false, acl_file FILE, max_packet_size at least 300000 or unset, persistence as you like.',
    '',
    `user ${host}`,
    ...hostMayBoth.map((topic) => `topic readwrite ${topic}`),
    ...hostMaySubscribe.map((topic) => `topic read ${topic}`),
    '',
    '# An RTU speaks for itself alone (%u is its user name).',
    ...fill(deviceMayPublish, '%u').map((topic) => `pattern write ${topic}`),
    ...fill(deviceMaySubscribe, '%u').map((topic) => `pattern read ${topic}`),
    '',
  ].join('\n');
}

function emqx(host: string): string {
  const list = (topics: readonly string[]) => topics.map((topic) => `"${topic}"`).join(', ');
  // EMQX fills it in.
  const placeholder = ['$', '{username}'].join('');
  return [
    `%% acl.conf of EMQX 5: the host application is ${host}, every RTU's user name is its serial number.`,
    `{allow, {user, "${host}"}, all, [${list(hostMayBoth)}]}.`,
    `{allow, {user, "${host}"}, subscribe, [${list(hostMaySubscribe)}]}.`,
    '%% An RTU speaks for itself alone.',
    `{allow, all, publish, [${list(fill(deviceMayPublish, placeholder))}]}.`,
    `{allow, all, subscribe, [${list(fill(deviceMaySubscribe, placeholder))}]}.`,
    '{deny, all}.',
    '',
  ].join('\n');
}

/** True for a user name that both formats can hold. */
export const isRightsName = (name: string): boolean => /^[\w.@-]{1,64}$/.test(name);

/**
 * The file that gives the host application and RTUs their rights.
 * @param host user name of the host application. @throws TypeError for a name that `isRightsName` refuses
 */
export function rightsFile(format: RightsFormat, host: string): string {
  if (!isRightsName(host)) throw new TypeError(`no user name that a rights file can hold: ${host}`);
  return format === 'mosquitto' ? mosquitto(host) : emqx(host);
}
