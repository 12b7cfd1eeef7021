/** What several processes over one database share (server/processes). Times are those of the database's clock. */
import type { Generated } from 'kysely';
import type { ProcessFacts } from '../../processes/facts.ts';
import type { Json } from '../json.ts';

export interface ProcessTable {
  id: string;
  /** Of its machine, with its process id. */
  name: string;
  version: string;
  /** Its machine and process, for whoever follows it there: that it is dead need not be waited for. */
  place: string;
  started_at: number;
  /** It lives until then, unless it says so again. */
  until_at: number;
  /** running; draining: it gives away what it has. */
  state: string;
  facts: Json<ProcessFacts>;
}
export interface LeaseTable {
  /** `rtu:ID` = an RTU that is connected; else work that one process does. */
  name: string;
  /** Process; empty = nobody has it. */
  holder: string;
  /** Grows each time that another one gets it. */
  epoch: number;
  taken_at: number;
  /** When the RTU's birth was heard in this session; null = it was not. */
  born_at: number | null;
  /** Process that is to have it next; null = whoever comes. */
  wanted_by: string | null;
}
export interface StoredBatchTable {
  id: Generated<number>;
  at: number;
  origin: Generated<string | null>;
  body: string;
}
export interface ProcessTables {
  processes: ProcessTable;
  leases: LeaseTable;
  stored_batches: StoredBatchTable;
}
