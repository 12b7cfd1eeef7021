import type { Kysely } from 'kysely';
import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../storage/schema.ts';
import { type AuditRecord, appendAudit } from './audit.ts';

/** What two persons have signed, as it is being done (src/server/two-persons/README.md). */
export interface Joint {
  readonly id: string;
  /** Of this doing of it: whoever else begins it finds it taken. */
  readonly claim: string;
  readonly second: Viewer;
}

/** Who does something, and from where. */
export interface By {
  readonly viewer: Viewer;
  readonly address: string;
  /** Of the session in which it is done, where one is; never kept. */
  readonly token?: string | null;
  /** A second person has signed it; left out = nobody has. */
  readonly joint?: Joint;
}

/** Appends what somebody who is signed in has done; inside the transaction of the act itself. */
export function auditBy(
  db: Kysely<Database>,
  { viewer, address }: By,
  act: Pick<AuditRecord, 'at' | 'action' | 'subject' | 'detail'>,
): Promise<void> {
  const { userId, accountName } = viewer;
  return appendAudit(db, { ...act, userId, accountName, address, result: 'ok' });
}
