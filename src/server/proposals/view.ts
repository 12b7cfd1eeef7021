/** Proposals as they are shown. */
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import {
  type ChangeProposal,
  type ProposalChange,
  type ProposalSummary,
  type ProposalWhy,
  proposalStates,
} from '../../contract/proposals.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { sees } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { ChangeProposalTable, Db, StoredChange } from '../storage/schema.ts';
import { readyNaming } from '../two-persons/rule-said.ts';
import { saidChange } from './said.ts';
import { lackedRight, type ThingBook, things } from './things.ts';

export type ProposalRow = Selectable<ChangeProposalTable>;

/** Proposals that are listed. */
const listed = 200;

/** @throws Refusal 404 for one that is unknown, or of another company */
export async function proposalRow(db: Db, viewer: Viewer, id: string): Promise<ProposalRow> {
  const row = await db.selectFrom('change_proposals').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || !sees(viewer, row.company_id))
    throw new Refusal(404, 'api.notFound', { what: `proposal ${id}` });
  return row;
}

export const nameOf = (change: Pick<StoredChange, 'before' | 'after'>): string =>
  (change.after ?? change.before)?.name ?? '–';

function summaryOf(row: ProposalRow): ProposalSummary {
  const counts: Record<string, number> = {};
  for (const { type } of fromJson(row.changes)) counts[type] = (counts[type] ?? 0) + 1;
  return {
    id: row.id,
    companyId: row.company_id,
    title: row.title,
    state: proposalStates.find((state) => state === row.state) ?? 'discarded',
    createdAt: row.created_at,
    createdBy: row.creator_name,
    endedAt: row.ended_at,
    endedBy: row.ender_name,
    reason: row.reason,
    counts,
  };
}

/** Newest first. */
export async function listProposals(db: Db, { companyId }: Viewer): Promise<ProposalSummary[]> {
  const all = db.selectFrom('change_proposals').selectAll();
  const own = companyId === null ? all : all.where('company_id', '=', companyId);
  return (await own.orderBy('id', 'desc').limit(listed).execute()).map(summaryOf);
}

/** A refusal as it is said of a change. */
export const whyRefused = ({ messageId, params }: Refusal): ProposalWhy => ({
  message: messageId,
  params: { ...params },
});

/** What keeps a change from being made because of what happened since; null = nothing. */
export async function movedSince(
  db: Db,
  viewer: Viewer,
  companyId: number,
  change: StoredChange,
): Promise<ProposalWhy | null> {
  if (change.id === null) return null;
  const now = await things[change.type].now(db, viewer, companyId, change.id);
  if (now === null) return { message: 'proposals.why.gone', params: {} };
  return now.base === change.base ? null : { message: 'proposals.why.changed', params: { by: now.by } };
}

/** Why a change that waits could not be made by the viewer now; null = it could. */
async function obstacleOf(
  book: ThingBook,
  viewer: Viewer,
  row: ProposalRow,
  change: StoredChange,
  language: Language,
): Promise<ProposalWhy | null> {
  const { db } = book.storage;
  const moved = await movedSince(db, viewer, row.company_id, change);
  if (moved !== null) return moved;
  const lacked = await lackedRight(db, viewer, change);
  if (lacked !== null) return { message: lacked.message, params: { ...lacked.params } };
  try {
    await things[change.type].check(book, change, { companyId: row.company_id, language });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return whyRefused(error);
  }
}

/** A proposal with what it changes; what of it the viewer may not look at is hidden. */
export async function proposalView(
  book: ThingBook,
  viewer: Viewer,
  row: ProposalRow,
  language: Language,
): Promise<ChangeProposal> {
  const changes: ProposalChange[] = [];
  const reader = { viewer, language };
  const naming = await readyNaming(book.storage.db, book.naming, reader, [row.company_id]);
  for (const [position, change] of fromJson(row.changes).entries()) {
    const isOpen = row.state === 'open';
    const hidden = !hasPermission(viewer.permissions, things[change.type].view);
    changes.push({
      position,
      type: change.type,
      id: change.id,
      name: hidden ? '–' : nameOf(change),
      hidden,
      before: hidden ? null : change.before,
      after: hidden ? null : change.after,
      deletes: change.after === null,
      said: hidden ? [] : [...saidChange(naming, reader, row.company_id, change)],
      state: change.state,
      why: isOpen ? await obstacleOf(book, viewer, row, change, language) : change.why,
      version: change.version,
    });
  }
  return { ...summaryOf(row), changes };
}
