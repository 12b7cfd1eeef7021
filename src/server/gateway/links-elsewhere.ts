/** Links of RTUs as the processes wrote them that have the RTUs' connections. */
import { sql } from 'kysely';
import { databaseNow } from '../processes/life.ts';
import type { Storage } from '../storage/storage.ts';
import type { WrittenLink } from './links.ts';
import type { BrokerSource } from './source.ts';

/**
 * Of each RTU its link; connected = a process that lives has its session. An RTU that is connected to a process that died
 * (`embedded`) is connected no more; of one at an external broker that is not known until another process leads.
 */
export async function readLinks(
  { db }: Storage,
  rtuIds: readonly number[] | 'all',
  broker: BrokerSource['kind'],
): Promise<readonly (WrittenLink & { readonly id: number })[]> {
  const rows = db
    .selectFrom('rtus')
    .leftJoin('leases', (on) =>
      on.on('leases.name', '=', sql<string>`'rtu:' || rtus.id`).on('leases.holder', '!=', ''),
    )
    .leftJoin('processes', (on) =>
      on.onRef('processes.id', '=', 'leases.holder').on('processes.until_at', '>', databaseNow),
    )
    .select(['rtus.id', 'rtus.last_contact_at', 'rtus.late', 'rtus.jitter', 'rtus.problems'])
    .select([
      'rtus.send_cycle',
      'rtus.collection_cycle',
      'leases.born_at',
      'leases.holder',
      'processes.id as process',
    ]);
  const found = await (rtuIds === 'all' ? rows : rows.where('rtus.id', 'in', [...rtuIds])).execute();
  return found.map((row) => ({
    id: row.id,
    connected:
      row.process === null && row.holder !== null && broker === 'external' ? null : row.process !== null,
    bornAt: row.process === null ? null : row.born_at,
    lastContactAt: row.last_contact_at,
    late: row.late === 1,
    jitter: row.jitter,
    problems: row.problems,
    sendCycle: row.send_cycle,
    collectionCycle: row.collection_cycle,
  }));
}
