import type { Selectable } from 'kysely';
import type { JointAct, JointKind } from '../../contract/company/two-persons.ts';
import { jointKinds, jointStates } from '../../contract/company/two-persons.ts';
import { signerProblem, signingTime } from '../../domain/two-persons.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { fromJson } from '../storage/json.ts';
import type { JointActTable } from '../storage/schema.ts';
import { type ActReader, type ReadyNaming, saidRuleChange } from './rule-said.ts';

export type JointRow = Selectable<JointActTable>;

export const kindOf = (row: Pick<JointRow, 'kind'>): JointKind => {
  const kind = jointKinds.find((one) => one === row.kind);
  if (kind === undefined) throw new Error(`a joint act of an unknown kind: ${row.kind}`);
  return kind;
};

/** Until when the second person signs. */
export const untilOf = (row: Pick<JointRow, 'first_at'>): number => row.first_at + signingTime;

/** Why a person may not sign an act, or see it; null = they may. */
export const cannotSign = (row: JointRow, viewer: Viewer) =>
  row.first_id === viewer.userId
    ? ('same' as const)
    : signerProblem({ companyId: row.company_id, permissions: fromJson(row.permissions) }, viewer);

/** The rule that a change is of; null = of a new one, or of none. */
function ruleOf(row: JointRow): number | null {
  const body: unknown = JSON.parse(row.body);
  if (typeof body !== 'object' || body === null || !('ruleId' in body)) return null;
  return typeof body.ruleId === 'number' ? body.ruleId : null;
}

/** An act as a person sees it, in their words. */
export function viewOfAct(row: JointRow, reader: ActReader, naming: ReadyNaming, now: number): JointAct {
  const { viewer } = reader;
  const { lines, address, rule } = fromJson(row.shown);
  const until = untilOf(row);
  const state = jointStates.find((one) => one === row.state) ?? 'failed';
  const isOpen = state === 'waiting' || state === 'signed';
  return {
    id: row.id,
    kind: kindOf(row),
    state: isOpen && now > until ? 'over' : state,
    companyId: row.company_id,
    ruleId: ruleOf(row),
    lines,
    address,
    changes:
      rule === undefined
        ? []
        : saidRuleChange(naming, reader, row.company_id, rule).map((one) => ({ ...one })),
    hash: row.hash,
    first: { accountName: row.first_name, at: row.first_at },
    second:
      row.second_name === null || row.second_at === null
        ? null
        : { accountName: row.second_name, at: row.second_at },
    until,
    endedAt: row.ended_at ?? (isOpen && now > until ? until : null),
    note: row.note,
    isOwn: row.first_id === viewer.userId,
    cannot: cannotSign(row, viewer),
  };
}
