/** Changes of scripts, rules and standard sets that wait for a person. */
import type {
  ChangeState,
  ProposalType,
  ProposalWhy,
  RuleContent,
  ScriptContent,
  StandardContent,
} from '../../../contract/proposals.ts';
import type { Json } from '../json.ts';

type ProposedContent = RuleContent | ScriptContent | StandardContent;
/** A change as it is kept with its proposal. */
export interface StoredChange {
  readonly type: ProposalType;
  /** Null = a new one, until it is made. */
  readonly id: number | string | null;
  readonly base: number | null;
  /** As it was when it was proposed; null = it was not there. */
  readonly before: ProposedContent | null;
  /** Null = it is to be deleted. */
  readonly after: ProposedContent | null;
  readonly state: ChangeState;
  readonly why: ProposalWhy | null;
  readonly version: number | null;
}
export interface ChangeProposalTable {
  /** ULID. */
  id: string;
  company_id: number;
  title: string;
  state: string;
  /** Of what it proposes: the same again is the same proposal. */
  hash: string;
  created_at: number;
  creator_id: number;
  creator_name: string;
  ended_at: number | null;
  ender_name: string | null;
  reason: string;
  changes: Json<readonly StoredChange[]>;
}

/** By the name of the table. */
export interface ProposalTables {
  change_proposals: ChangeProposalTable;
}
