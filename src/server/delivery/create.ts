import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { needsPassword } from '../../contract/devices/order-permission.ts';
import type { OrderBody } from '../../contract/devices/orders.ts';
import { isStranding } from '../../domain/parameters/set-rules.ts';
import { expectedLanding } from '../../domain/rollout/expected-landing.ts';
import { actionTimeToLive, setTimeToLive } from '../../domain/rollout/time-to-live.ts';
import type { By } from '../audit/by.ts';
import type { RtuLink } from '../gateway/links.ts';
import type { Cell } from '../storage/executor.ts';
import { fixed, insertOf } from '../storage/fixed.ts';
import { bodyHash } from './body-hash.ts';
import { checkAction, checkSet } from './check-order.ts';
import { takeConfirmation } from './confirm.ts';
import { definitionOf, type OrderRow, parseValues, rtuSlot, soundsSiren, type Values } from './row.ts';
import { readReported } from './shadow.ts';
import { auditStep, type Db, type OrderStore, stepIn } from './store.ts';
import { type FoundTarget, findTarget } from './target.ts';
import { ulid } from './ulid.ts';

/** Orders that wait for one node at most; a siren's stop is taken besides. */
export const mostWaiting = 50;

export interface Ordered {
  readonly by: By;
  readonly language: Language;
  readonly body: OrderBody;
  readonly confirmation: string | undefined;
  /** Stands in for the confirmation: the plan, or the call of sirens, that the order is of was approved before. */
  readonly approval?: Approval;
  /** Runs within the transaction that stores the order. @throws what it is then not stored for */
  readonly check?: (db: Db) => Promise<void>;
  /** The same, once it is confirmed and nothing else stands in its way. @throws NeedsSecond */
  readonly demand?: (db: Db, now: number) => Promise<void>;
}
/**
 * Both run within the transaction that stores the order. A plan's set is held against others by its fields, which its
 * `check` does: the version of its group says nothing to it.
 */
export interface Approval {
  /** null = it is of no plan. */
  readonly planId: string | null;
  /** @throws Refusal where what approved it does not allow the order, or no longer */
  readonly check: (db: Db) => Promise<void>;
  readonly made: (db: Db, row: OrderRow) => Promise<void>;
}
type Link = (rtuId: number) => RtuLink | null;
type Drafted = Pick<
  OrderRow,
  'type' | 'name' | 'body' | 'previous' | 'base_version' | 'stranding' | 'not_after'
> & { readonly jumps: boolean };

/**
 * Values of a group, by field. `known`: what the device has by its own word, under what is on its way to it. `sure`: the
 * same, but what is on its way counts only where it turns off: it may never arrive.
 */
export function groupValues(
  reported: Values,
  open: readonly OrderRow[],
  { slot }: Pick<FoundTarget, 'slot'>,
  group: string,
): { readonly known: Values; readonly sure: Values } {
  const coming = open
    .filter((row) => row.type === 'set' && row.slot === slot && row.name === group)
    .flatMap((row) => Object.entries(parseValues(row.body)));
  const off = coming.filter(([, value]) => value === false);
  return {
    known: { ...reported, ...Object.fromEntries(coming) },
    sure: { ...reported, ...Object.fromEntries(off) },
  };
}

async function draft(
  db: Db,
  target: FoundTarget,
  open: readonly OrderRow[],
  { body: { content }, language, approval }: Ordered,
  sendCycle: number,
  now: number,
): Promise<Drafted> {
  if (content.type === 'action') {
    const { definition, args } = checkAction(content, target, language);
    return {
      type: 'action',
      name: definition.id,
      body: JSON.stringify(args),
      previous: '{}',
      base_version: null,
      stranding: 0,
      not_after: now + actionTimeToLive(definition, sendCycle),
      jumps: definition.jumpsQueue === true,
    };
  }
  const reported = await readReported(db, target.rtuId, target.slot);
  const ofGroup = Object.fromEntries(
    Object.entries(reported).flatMap(([name, [value]]) =>
      name.startsWith(`${content.group}/`) ? [[name.slice(content.group.length + 1), value]] : [],
    ),
  );
  const { known, sure } = groupValues(ofGroup, open, target, content.group);
  const group = checkSet(content, target, known, language, sure);
  const version = await moveVersion(
    db,
    target,
    content.group,
    approval === undefined ? content.version : null,
  );
  const fields = Object.keys(content.edits);
  return {
    type: 'set',
    name: content.group,
    body: JSON.stringify(content.edits),
    previous: JSON.stringify(Object.fromEntries(fields.map((id) => [id, ofGroup[id] ?? null]))),
    base_version: version,
    stranding: Number(isStranding(group, fields)),
    not_after: now + setTimeToLive(sendCycle),
    jumps: false,
  };
}

/** What is said where a group was set since the version that edits are based on. */
export async function staleRefusal(
  db: Db,
  target: Pick<FoundTarget, 'rtuId' | 'slot'>,
  group: string,
  { based, version }: { readonly based: number; readonly version: number },
): Promise<Refusal> {
  const since = await db
    .selectFrom('orders')
    .select(['body', 'account_name'])
    .where('rtu_id', '=', target.rtuId)
    .where('slot', target.slot === null ? 'is' : '=', target.slot)
    .where('type', '=', 'set')
    .where('name', '=', group)
    .where('base_version', '>=', based)
    .orderBy('created_at')
    .execute();
  const fields = [...new Set(since.flatMap((row) => Object.keys(parseValues(row.body))))];
  const by = since.at(-1)?.account_name ?? '';
  return new Refusal(409, 'set.stale', { by, count: fields.length }, 'version', { version, fields, by });
}

interface GroupKey extends Record<string, Cell> {
  readonly rtuId: number;
  readonly slot: number;
  readonly group: string;
}
const versionRow = fixed((db, { rtuId, slot, group }: GroupKey) =>
  db
    .selectFrom('parameter_versions')
    .select('version')
    .where('rtu_id', '=', rtuId)
    .where('slot', '=', slot)
    .where('group_id', '=', group),
);
const keepVersion = fixed((db, { rtuId, slot, group, version }: GroupKey & { version: number }) =>
  db
    .insertInto('parameter_versions')
    .values({ rtu_id: rtuId, slot, group_id: group, version })
    .onConflict((conflict) => conflict.columns(['rtu_id', 'slot', 'group_id']).doUpdateSet({ version })),
);

/**
 * Moves the version of a group on; answers the one that it had. `based`: null = whichever it is.
 * @throws Refusal 409 naming the fields that were set since the version that the edits are based on
 */
async function moveVersion(
  db: Db,
  target: FoundTarget,
  group: string,
  based: number | null,
): Promise<number> {
  const slot = target.slot ?? rtuSlot;
  const [known] = await versionRow(db, { rtuId: target.rtuId, slot, group });
  const version = known?.version ?? 0;
  if (based !== null && version !== based) {
    throw await staleRefusal(db, target, group, { based, version });
  }
  await keepVersion(db, { rtuId: target.rtuId, slot, group, version: version + 1 });
  return version;
}

/** @throws Refusal 422 where it would reach its device after its time to live */
function refuseLate(facts: RtuLink | null, notAfter: number, now: number): void {
  const landing = facts === null ? null : expectedLanding({ ...facts, now });
  if (landing === null || landing.at <= notAfter) return;
  throw new Refusal(422, 'command.landsTooLate', {
    minutes: Math.ceil((landing.at - now) / 60_000),
    limit: Math.ceil((notAfter - now) / 60_000),
  });
}

/** True for a siren's sounding, which its stop takes the place of. */
const isSounding = (row: OrderRow) => row.type === 'action' && soundsSiren(row.name);

/**
 * What was never sent goes where the new order takes its place: sets of which it holds every field; of a siren that
 * is stopped, what would make it sound after its stop.
 */
async function supersede(db: Db, open: readonly OrderRow[], row: OrderRow, now: number): Promise<void> {
  if (row.type !== 'set') {
    if (definitionOf(row.name)?.jumpsQueue !== true) return;
    for (const older of open)
      if (older.state === 'queued' && older.slot === row.slot && isSounding(older))
        await stepIn(db, older, 'supersede', now, { detail: { newer: row.id } });
    return;
  }
  const fields = parseValues(row.body);
  for (const older of open) {
    const same = older.type === 'set' && older.slot === row.slot && older.name === row.name;
    if (!same || older.state !== 'queued') continue;
    if (Object.keys(parseValues(older.body)).every((id) => id in fields))
      await stepIn(db, older, 'supersede', now, { detail: { newer: row.id } });
  }
}

const insertOrder = insertOf('orders');
const ofKey = fixed((db, { userId, key }: { userId: number; key: string }) =>
  db.selectFrom('orders').selectAll().where('user_id', '=', userId).where('idempotency_key', '=', key),
);

/**
 * Stores an order, once: the same key with the same body is the same order. Answers its row.
 * @throws Refusal 404, 409 (another body under the key; parameters that moved), 422 (bounds, rules, password, queue)
 */
export function createOrder(store: OrderStore, link: Link, ordered: Ordered): Promise<OrderRow> {
  const { by, body, confirmation, approval } = ordered;
  const hash = bodyHash(body);
  return store.write('create', async (db) => {
    const now = store.now();
    const target = await findTarget(db, by.viewer, body.target);
    const [known] = await ofKey(db, { userId: by.viewer.userId, key: body.key });
    if (known !== undefined) {
      if (known.body_hash === hash || known.body_hash === '') return known;
      throw new Refusal(409, 'command.keyUsed', {}, 'key');
    }
    await ordered.check?.(db);
    await approval?.check(db);
    const open = await store.open(target.rtuId, db);
    const facts = link(target.rtuId);
    const sendCycle = facts?.sendCycle ?? target.sendCycle;
    const { jumps, ...drafted } = await draft(db, target, open, ordered, sendCycle, now);
    // What both have signed stands for the confirmation: the first person gave it when they asked.
    if (needsPassword(body.content) && approval === undefined && by.joint === undefined)
      await takeConfirmation(db, by, { confirmation, hash, now });
    if (open.length >= mostWaiting && !jumps)
      throw new Refusal(422, 'command.queueFull', { limit: mostWaiting });
    refuseLate(facts, drafted.not_after, now);
    await ordered.demand?.(db, now);
    const positions = open.map((row) => row.position);
    const row: OrderRow = {
      ...drafted,
      id: ulid(now),
      rtu_id: target.rtuId,
      slot: target.slot,
      kind: target.kind,
      seen: '{}',
      state: 'queued',
      verification: null,
      position: jumps ? Math.min(0, ...positions) - 1 : Math.max(0, ...positions) + 1,
      seq: null,
      attempts: 0,
      session: null,
      trial: null,
      user_id: by.viewer.userId,
      account_name: by.viewer.accountName,
      reason: body.reason,
      surface: body.surface,
      plan_id: approval?.planId ?? null,
      idempotency_key: body.key,
      body_hash: hash,
      created_at: now,
      sent_at: null,
      received_at: null,
      answered_at: null,
      ended_at: null,
      applied_at: null,
      verified_at: null,
      code: null,
      answer: '',
      hidden: 0,
    };
    await insertOrder(db, row);
    await auditStep(
      db,
      row,
      { event: 'create', from: null, to: 'queued', at: now },
      {
        by,
        detail: {
          sn: target.sn,
          ...(target.slot === null ? {} : { slot: target.slot }),
          fields: Object.keys(parseValues(row.body)).join(' '),
          surface: body.surface,
          reason: body.reason,
          ...(approval?.planId == null ? {} : { plan: approval.planId }),
        },
      },
    );
    await supersede(db, open, row, now);
    await approval?.made(db, row);
    return row;
  });
}
