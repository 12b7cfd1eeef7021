import { hostWork, type SingularWork, singularWork } from '../../contract/processes.ts';
import type { Readiness } from '../../server/operations/readiness.ts';
import { BatchFeed } from '../../server/processes/batch-feed.ts';
import { Drain } from '../../server/processes/drain.ts';
import type { ProcessFacts } from '../../server/processes/facts.ts';
import { LeaseLost } from '../../server/processes/fence.ts';
import { checkRole, type HostRole, hasOtherHosts } from '../../server/processes/host-roles.ts';
import { rtuLease } from '../../server/processes/lease-rows.ts';
import { Leases } from '../../server/processes/leases.ts';
import { LinkFeed } from '../../server/processes/link-feed.ts';
import { type OwnProcess, ProcessBook } from '../../server/processes/page.ts';
import type { Storage } from '../../server/storage/storage.ts';
import type { WorkPermit } from '../../server/work/permit.ts';
import type { Settings } from '../settings.ts';
import { version } from '../version.ts';
import type { Making } from './making.ts';
import type { Composition, Rooms } from './rooms.ts';

/** Leave to each; undefined = this process is the only one. */
export type Permits = Readonly<Record<SingularWork, WorkPermit | undefined>>;

type OwnFacts = Pick<ProcessFacts, 'connections' | 'streams' | 'behind' | 'change'>;
const noFacts: OwnFacts = { connections: 0, streams: 0, behind: 0, change: 0 };

/** The host application that this process is at an external broker; null = it has a broker of its own. */
const roleOf = ({ mqttUrl, mqttHost }: Settings): HostRole | null =>
  mqttUrl === undefined ? null : mqttHost;

/** What this process has in common with others over one database; on SQLite nothing. */
export function composeProcesses({ settings, failing }: Making, storage: Storage) {
  let facts = () => noFacts;
  const { shared } = storage;
  const host = roleOf(settings);
  const leases =
    shared === null
      ? null
      : new Leases({
          ...{ storage, shared, version, facts: () => ({ ...facts(), host }) },
          failed: failing('this process did not say that it lives'),
        });
  const permits = Object.fromEntries(
    singularWork.map((name) => [name, leases?.permit(name)]),
  ) as unknown as Permits; // of each name one
  return {
    leases,
    permits,
    lead: leadOf(leases, storage, host),
    /** Begins to take part. @throws Error where it would act for nodes that another process acts for */
    start: async () => {
      await leases?.start();
      if (leases !== null && host !== null) await checkRole(storage.db, leases.id, host);
    },
    book: new ProcessBook({ storage, leases, version }),
    /** What others are to know of this process, once it is composed. */
    saysOfItself: (say: () => OwnFacts) => {
      facts = say;
    },
  };
}

export type ProcessRooms = ReturnType<typeof composeProcesses>;

/** Leave to be the host application of an external broker, and its sessions; undefined where this process is the only one. */
function leadOf(leases: Leases | null, storage: Storage, host: HostRole | null) {
  if (leases === null || host === null) return undefined;
  let mayLead = false;
  const name = hostWork(host.id);
  return {
    name,
    permit: leases.permit(name, () => mayLead),
    reconsider: (may: boolean) => {
      mayLead = may;
      leases.reconsider();
    },
    hasOthers: () => hasOtherHosts(storage.db, leases.id, host),
  };
}

/** RTUs that are connected to this process, for the gateway and for delivery. */
export const sessionsOf = (leases: Leases | null, lead: { readonly name: string } | undefined) =>
  leases === null
    ? undefined
    : {
        get mayConnect() {
          return leases.isFit && !leases.isDraining;
        },
        take: (rtuId: number) => leases.take(rtuId, lead?.name ?? null),
        born: (rtuId: number, at: number) => leases.born(rtuId, at),
        left: (rtuId: number) => leases.left(rtuId),
        mayAct: (rtuId: number) => leases.mayAct(rtuLease(rtuId)),
        under: (rtuId: number, work: () => Promise<void>) => leases.under(rtuLease(rtuId), work),
        isLost: (error: unknown) => error instanceof LeaseLost,
      };

/** What this process says of itself, to the others and to whoever looks at it. */
const ownProcess = (
  { gateway, hub, alarmEngine }: Rooms,
  changes: { readonly last: number },
): OwnProcess => ({
  facts: () => ({
    connections: gateway.load.connections,
    streams: hub.count,
    behind: alarmEngine.behind,
    change: changes.last,
  }),
  rtus: () => {
    const list = gateway.connected;
    return (
      list?.map(({ id, stationId, sn }) => ({
        id,
        stationId,
        sn,
        since: gateway.link(id)?.bornAt ?? null,
      })) ?? null
    );
  },
});

/** Lets this process drain by hand, and take part again. Returns what ends it. */
function followDraining(
  leases: Leases,
  { gateway, hub }: Rooms,
  own: OwnProcess,
  readiness: Readiness,
): () => void {
  const drain = new Drain({
    connected: () => (own.rtus() ?? []).map(({ id }) => id),
    letGo: (rtuId) => gateway.letGo(rtuId),
    letGoOthers: () => gateway.embedded?.disconnectSources(),
  });
  leases.onDrain((isDraining) => {
    readiness.drain(isDraining);
    if (!isDraining) return drain.end();
    drain.begin();
    hub.startAnew();
  });
  return () => drain.end();
}

/** Follows what other processes do: what they store, whom they hear, what they change. Begins before the board is read. */
export async function followProcesses(
  { failing }: Making,
  { inner: { feed, processes, metrics }, rooms }: Composition,
  { readiness, sitesChanged }: { readonly readiness: Readiness; readonly sitesChanged: () => Promise<void> },
) {
  const { leases } = processes;
  const { storage, gateway, hub, board, delivery, alarmEngine, issuer, workflows, outlets } = rooms;
  const { shared } = storage;
  const own = ownProcess(rooms, feed);
  processes.book.observe(own);
  metrics.observeProcesses(processes.book);
  if (leases === null || shared === null) return { start: async () => {}, stop: async () => {} };
  processes.saysOfItself(own.facts);
  const endDrain = followDraining(leases, rooms, own, readiness);
  leases.onTaken((rtuId) => {
    delivery.taken(rtuId);
    gateway.letGo(rtuId);
  });
  const batches = new BatchFeed({
    ...{ storage, shared, failed: failing('what other processes stored was not read') },
    stored: (result) => {
      hub.stored(result);
      alarmEngine.stored([], result);
      outlets.filler.storedElsewhere();
    },
    lost: () => {
      alarmEngine.lost();
      board.load().then(() => hub.startAnew(), failing('stations were not read'));
    },
  });
  const links = new LinkFeed({
    storage,
    follow: (rtuIds) => gateway.followLinks(rtuIds),
    failed: failing('links of other processes were not read'),
  });
  feed.onForeign('lease', (names) => leases.changed(names));
  feed.onForeign('link', (lists) => links.changed(lists));
  feed.onForeign('sites', () => sitesChanged());
  feed.onForeign('plan', (planIds) => {
    for (const planId of planIds) issuer.issue(planId);
  });
  feed.onForeign('run', (runIds) => workflows.changed(runIds));
  feed.onForeign('order', async (ids) => {
    for (const rtuId of await delivery.store.rtusOf(ids)) delivery.touched(rtuId);
  });
  feed.onForeign('alarmRule', () => alarmEngine.changed());
  const forget = shared.onCommit(({ lost }) => {
    feed.wake();
    if (lost) links.wake();
    else metrics.committed();
  });
  await batches.start();
  return {
    stop: async () => {
      forget();
      endDrain();
      await links.stop();
      await batches.stop();
    },
    /** Links as they stand now; once the gateway knows its RTUs. */
    start: () => links.start(),
  };
}

export type FollowedProcesses = Awaited<ReturnType<typeof followProcesses>>;
