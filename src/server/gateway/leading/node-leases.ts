import type { RtuDirectory } from '../directory.ts';
import type { Emitter } from '../emitter.ts';
import type { GatewayEvents } from '../events.ts';
import type { GatewayOptions } from '../options.ts';
import type { HostLease } from './leadership.ts';

export interface NodeLeasesOptions extends Pick<GatewayOptions, 'lease' | 'sessions'> {
  readonly directory: RtuDirectory;
  readonly events: Emitter<GatewayEvents>;
}

/** Leave to lead, by which this process also has the sessions of RTUs; undefined where no other process could lead. */
export function hostLeaseOf({
  lease,
  sessions,
  directory,
  events,
}: NodeLeasesOptions): HostLease | undefined {
  if (lease === undefined || sessions === undefined) return undefined;
  const idsOf = (sns: readonly string[]) => sns.flatMap((sn) => directory.find(sn)?.id ?? []);
  events.on('death', ({ rtuId, device }) => {
    if (device === null) sessions.left(rtuId);
  });
  return {
    permit: lease.permit,
    reconsider: (mayLead) => lease.reconsider(mayLead),
    hasOthers: () => lease.hasOthers(),
    take: async (sns) => {
      await Promise.all(idsOf(sns).map((id) => sessions.take(id)));
    },
    left: (sns) => {
      for (const id of idsOf(sns)) sessions.left(id);
    },
  };
}
