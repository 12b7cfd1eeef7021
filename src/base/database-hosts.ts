/** `postgres://user:password@first:5432,second:5432/name` as an address for each host, in that order; of one host itself. */
export function hostsOf(databaseUrl: string): readonly string[] {
  const [, before = '', list = '', behind = ''] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  const hosts = list.split(',').filter((host) => host !== '');
  return hosts.length < 2 ? [databaseUrl] : hosts.map((host) => `${before}${host}${behind}`);
}
