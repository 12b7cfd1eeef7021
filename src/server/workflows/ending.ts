/** How a run ends, as it is written down: in the transaction that makes its plan, or with what went wrong. */
import type { ScriptProblem } from '../../script/problem.ts';
import type { RuleBook } from '../alarms/rules/rule-book.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Db, OrderStore } from '../delivery/store.ts';
import { createPlan } from '../plans/create.ts';
import { isSendable } from '../plans/proposal.ts';
import type { Board } from '../sites/board.ts';
import { toJson } from '../storage/json.ts';
import type { Ending } from './execution.ts';
import { noticeRun } from './notices.ts';
import { proposedRules } from './proposed-rules.ts';
import { proposalOf } from './proposing.ts';
import { openStates, type RunRow } from './row.ts';
import type { RunStore } from './store.ts';

export async function failRun(
  store: RunStore,
  run: RunRow,
  state: 'failed' | 'halted',
  problem: ScriptProblem,
): Promise<void> {
  const { id, title, user_id: userId, account_name: accountName, address } = run;
  await store.write('end', async (db) => {
    const at = store.now();
    const set = { state, ended_at: at, problem: toJson(problem), awaited: 0 };
    const moved = await store.move(db, id, openStates, set);
    if (!moved) return;
    await appendAudit(db, {
      at,
      userId,
      accountName,
      address,
      action: 'workflow.halt',
      subject: `run:${id}`,
      result: 'failed',
      detail: JSON.stringify({ title, state, problem: problem.id, line: problem.line }),
    });
    const params = { ...problem.params, wrong: problem.id };
    await noticeRun(db, run, state === 'failed' ? 'runFailed' : 'runHalted', at, { params });
  });
}

/** The run was paused or cancelled before its end was written: nothing is made. */
class Overtaken extends Error {}

/**
 * The proposal and its plan, once: in the transaction that ends the run; none where nothing is to be sent, or the run
 * was paused or cancelled before.
 * @throws Refusal for what no plan can hold
 */
export async function planRun(
  {
    store,
    orders,
    board,
    ruleBook,
  }: { store: RunStore; orders: OrderStore; board: Board; ruleBook: RuleBook },
  row: RunRow,
  { steps, viewer }: Extract<Ending, { is: 'done' }>,
): Promise<void> {
  const { proposal, items, rollout } = proposalOf(board, viewer, row.title, steps);
  const rules = await proposedRules({ board, ruleBook }, viewer, steps);
  const finish = async (db: Db, planId: string | null) => {
    const at = store.now();
    const set = {
      state: 'done',
      ended_at: at,
      plan_id: planId,
      proposal: toJson(rules.length === 0 ? proposal : { ...proposal, rules: rules.map(({ name }) => name) }),
      awaited: 0,
    };
    if (!(await store.move(db, row.id, ['running', 'waiting'], set))) throw new Overtaken();
    const devices = new Set(items.filter(isSendable).map(({ target }) => target.rtuId)).size;
    await noticeRun(db, row, planId === null ? 'runDone' : 'runProposed', at, {
      params: { devices },
      planId,
    });
    store.faults('workflow.plan:inside');
  };
  try {
    if (items.length + rules.length === 0) await store.storage.write((db) => finish(db, null));
    else {
      const body = { title: proposal.title.slice(0, 120), items, rules, rollout, surface: 'script' };
      await createPlan(orders, { viewer, address: row.address }, body, finish);
    }
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return;
  }
  store.faults('workflow.plan:committed');
}
