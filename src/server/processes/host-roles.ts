/** Which process is which host application at an external broker: two must never act for one node (README.md). */
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { databaseNow } from './life.ts';

/** The host application that a process is. */
export interface HostRole {
  readonly id: string;
  /** Sparkplug groups; null = all. */
  readonly groups: readonly string[] | null;
  /** Whether it takes what sources send on topics of their own. */
  readonly takesSources: boolean;
}

const listed = ({ groups, takesSources }: HostRole): string =>
  groups === null ? 'all groups' : [...groups, ...(takesSources ? ['in/#'] : [])].join(',') || 'no group';

/** What two roles have in common that one of them alone may have; null = nothing. */
export function clashOf(one: HostRole, other: HostRole): string | null {
  if (one.id === other.id)
    return listed(one) === listed(other) && one.takesSources === other.takesSources
      ? null
      : `it is the host ${other.id}, too, for ${listed(other)} in place of ${listed(one)}`;
  if (one.takesSources && other.takesSources) return 'it takes what data sources send, too';
  if (one.groups === null || other.groups === null) return `it is a host for ${listed(other)}`;
  const both = one.groups.filter((group) => other.groups?.includes(group));
  return both.length === 0 ? null : `it is a host for ${both.join(', ')}, too`;
}

/** Living processes besides this one that are a host application. */
async function othersOf(db: Db, processId: string) {
  const rows = await db
    .selectFrom('processes')
    .select(['name', 'state', 'facts'])
    .where('id', '!=', processId)
    .where('until_at', '>', databaseNow)
    .execute();
  return rows.flatMap(({ name, state, facts }) => {
    const { host = null } = fromJson(facts);
    return host === null ? [] : [{ name, state, host }];
  });
}

/** Lets no process start that would act for nodes that another one acts for. @throws Error that says which, and why */
export async function checkRole(db: Db, processId: string, own: HostRole): Promise<void> {
  for (const { name, host } of await othersOf(db, processId)) {
    const clash = clashOf(own, host);
    if (clash !== null)
      throw new Error(
        `the process ${name} is at the broker, and ${clash}: give processes of one MQTT_HOST_ID the same MQTT_GROUPS, ` +
          'and those of different ones different groups; or end that process first',
      );
  }
}

/** True where another process could be the host in place of this one. */
export async function hasOtherHosts(db: Db, processId: string, own: HostRole): Promise<boolean> {
  return (await othersOf(db, processId)).some(
    ({ state, host }) => state !== 'draining' && host.id === own.id,
  );
}
