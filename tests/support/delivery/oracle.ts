/** I1–I17 (src/server/delivery/README.md#invariants) over a trace and what the database holds in the end: every violation in words. */
import { endStates, orderStates } from '../../../src/contract/devices/order-states.ts';
import type { OrderRow } from '../../../src/server/delivery/row.ts';
import { parseReported } from '../../../src/server/delivery/shadow.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import type { Effect } from './firmware.ts';

export interface Step {
  readonly event: string;
  readonly from: string | null;
  readonly to: string;
  readonly at: number;
  /** Place in the audit. */
  readonly index: number;
}
export interface Evidence {
  readonly created: readonly { readonly id: string; readonly rtuId: number }[];
  readonly keys: readonly { readonly expected: string | null; readonly got: string }[];
  readonly wire: readonly {
    readonly id: string;
    readonly rtuId: number;
    readonly at: number;
    /** State in the database when it went out; null = no such row. */
    readonly durable: string | null;
    /** Orders of the node that the database had as sending then. */
    readonly inFlight: number;
  }[];
  readonly cancelled: readonly string[];
  readonly versions: ReadonlyMap<string, readonly number[]>;
  /** By `rtu/slot/group/field`. */
  readonly reported: ReadonlyMap<string, unknown>;
  readonly unknownAcks: number;
  readonly nodes: readonly {
    readonly rtuId: number;
    readonly tracked: boolean;
    readonly effects: readonly Effect[];
    /** What the device has in the end. */
    value(slot: number, name: string): unknown;
    /** What it had before anything was ordered. */
    began(slot: number, name: string): unknown;
  }[];
  /** True where the nodes kept waking and messages arrived at last. */
  readonly healed: boolean;
  readonly sameReported: (name: string, stored: unknown, reported: unknown) => boolean;
}

interface Facts extends Evidence {
  readonly rows: readonly OrderRow[];
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  readonly attempts: ReadonlyMap<string, number>;
}

const isEnd = (state: string) => (endStates as readonly string[]).includes(state);
const never = new Set(['expired', 'cancelled', 'superseded', 'failed']);
type Check = (facts: Facts) => readonly string[];

const effectsOf = (facts: Facts, row: OrderRow) =>
  facts.nodes.find(({ rtuId }) => rtuId === row.rtu_id)?.effects.filter(({ id }) => id === row.id) ?? [];
const isTracked = (facts: Facts, rtuId: number) =>
  facts.nodes.find((node) => node.rtuId === rtuId)?.tracked === true;

export const checks: Readonly<Record<string, Check>> = {
  I1: ({ created, rows }) =>
    created.flatMap(({ id }) => {
      const row = rows.find((one) => one.id === id);
      if (row === undefined) return [`${id} was answered and is gone`];
      return orderStates.some((state) => state === row.state) ? [] : [`${id} is ${row.state}`];
    }),
  I2: ({ wire }) =>
    wire.flatMap(({ id, durable }) => (durable === 'sending' ? [] : [`${id} went out as ${durable}`])),
  I3: (facts) =>
    facts.rows.flatMap((row) =>
      isTracked(facts, row.rtu_id) && effectsOf(facts, row).length > 1 ? [`${row.id} was done twice`] : [],
    ),
  I4: (facts) =>
    facts.rows.flatMap((row) => {
      const sends = facts.wire.filter(({ id }) => id === row.id).length;
      const once = row.type === 'action' && !isTracked(facts, row.rtu_id);
      return once && sends > 1 ? [`${row.id} was sent ${sends} times`] : [];
    }),
  I5: (facts) =>
    facts.rows.flatMap((row) => {
      const effects = effectsOf(facts, row).length;
      const isRolledBack = row.trial === 'rolledBack';
      if (row.state === 'succeeded' && effects === 0 && !alreadySo(facts, row))
        return [`${row.id} succeeded and was never done`];
      return never.has(row.state) && effects > 0 && !isRolledBack
        ? [`${row.id} is ${row.state} and was done`]
        : [];
    }),
  I6: ({ nodes }) =>
    nodes.flatMap(({ rtuId, effects }) => {
      const seqs = effects.flatMap(({ seq }) => seq ?? []);
      return seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? 0))
        ? []
        : [`node ${rtuId} did ${seqs.join(', ')}`];
    }),
  I7: ({ wire }) =>
    wire.flatMap(({ id, inFlight }) =>
      inFlight > 1 ? [`${id} went out beside ${inFlight - 1} others`] : [],
    ),
  I8: ({ steps }) =>
    [...steps].flatMap(([id, list]) =>
      list.flatMap(({ from, to, event }) => {
        if (from === null || !isEnd(from) || event === 'delete') return [];
        return from === 'indeterminate' && (to === 'succeeded' || to === 'failed')
          ? []
          : [`${id} went from ${from} to ${to}`];
      }),
    ),
  I9: ({ keys }) =>
    keys.flatMap(({ expected, got }) =>
      expected === null
        ? [`another body was taken as ${got}`]
        : expected === got
          ? []
          : [`${got} is not ${expected}`],
    ),
  I10: ({ rows, wire, steps }) => [
    ...wire.flatMap(({ id, at }) => {
      const row = rows.find((one) => one.id === id);
      return row !== undefined && at >= row.not_after ? [`${id} went out too late`] : [];
    }),
    ...[...steps].flatMap(([id, list]) => {
      const row = rows.find((one) => one.id === id);
      return list.flatMap(({ event, at }) =>
        row !== undefined && event === 'send' && at >= row.not_after ? [`${id} was to be sent too late`] : [],
      );
    }),
  ],
  I11: ({ cancelled, wire, rows }) =>
    cancelled.flatMap((id) => [
      ...(wire.some((one) => one.id === id) ? [`${id} was cancelled and sent`] : []),
      ...(rows.find((row) => row.id === id)?.state === 'cancelled' ? [] : [`${id} was cancelled and is not`]),
    ]),
  I12: ({ rows, healed }) =>
    healed ? rows.flatMap(({ id, state }) => (isEnd(state) ? [] : [`${id} is ${state} for ever`])) : [],
  I13: ({ rows, steps, attempts }) =>
    rows.flatMap((row) => {
      const list = (steps.get(row.id) ?? []).filter(({ event }) => event !== 'delete');
      const first = list[0];
      if (first?.from !== null) return [`${row.id} has no beginning`];
      const broken = list.some((step, index) => index > 0 && step.from !== list[index - 1]?.to);
      const sends = list.filter(({ event }) => event === 'send').length;
      return [
        ...(broken ? [`${row.id}: ${list.map(({ from, to }) => `${from}→${to}`).join(' ')}`] : []),
        ...(list.at(-1)?.to === row.state
          ? []
          : [`${row.id} is ${row.state}, its audit says ${list.at(-1)?.to}`]),
        ...(sends === (attempts.get(row.id) ?? 0) && sends === row.attempts
          ? []
          : [`${row.id}: ${sends} sends, ${row.attempts} attempts`]),
      ];
    }),
  I14: (facts) => facts.nodes.flatMap((node) => finalValues(facts, node)),
  I15: ({ reported, rows, versions, sameReported, ...facts }) => [
    ...[...versions].flatMap(([place, list]) =>
      list.every((version, index) => index === 0 || version >= (list[index - 1] ?? 0))
        ? []
        : [`${place} ${list}`],
    ),
    ...[...reported].flatMap(([place, value]) => {
      const stored = (facts as { stored?: ReadonlyMap<string, unknown> }).stored?.get(place);
      return sameReported(place, stored, value)
        ? []
        : [`${place} is ${stored}, the device reported ${value}`];
    }),
  ],
  I16: ({ unknownAcks }) => (unknownAcks > 0 ? [`${unknownAcks} unknown answers were not counted`] : []),
};

/** A plain set whose values the device had anyway: nothing shows that it did anything, and nothing is wrong. */
function alreadySo(facts: Facts, row: OrderRow): boolean {
  if (isTracked(facts, row.rtu_id) || row.type !== 'set') return false;
  const values = JSON.parse(row.body) as Record<string, unknown>;
  const node = facts.nodes.find(({ rtuId }) => rtuId === row.rtu_id);
  const others = node?.effects ?? [];
  const previous = JSON.parse(row.previous) as Record<string, unknown>;
  return Object.entries(values).every(
    ([id, value]) =>
      previous[id] === value ||
      // The device may have reported it before the order was made, and the server have stored it after.
      node?.began(row.slot ?? -1, `${row.name}/${id}`) === value ||
      others.some((effect) => effect.values?.[`${row.name}/${id}`] === value),
  );
}

/** The final value is that of the last succeeded set, or of an unknown one after it (I14). */
function finalValues(facts: Facts, node: Evidence['nodes'][number]): string[] {
  const sent = facts.rows
    .filter((row) => row.rtu_id === node.rtuId && row.type === 'set' && row.attempts > 0)
    .map((row) => ({
      row,
      at: facts.steps.get(row.id)?.find(({ event }) => event === 'send')?.index ?? 0,
      order: row.seq ?? 0,
    }))
    .sort((a, b) => a.order - b.order || a.at - b.at);
  const fields = new Map<string, { row: OrderRow; value: unknown }[]>();
  for (const { row } of sent)
    for (const [id, value] of Object.entries(JSON.parse(row.body) as Record<string, unknown>)) {
      const place = `${row.slot ?? -1}/${row.name}/${id}`;
      fields.set(place, [...(fields.get(place) ?? []), { row, value }]);
    }
  return [...fields].flatMap(([place, list]) => {
    const last = list.findLastIndex(({ row }) => row.state === 'succeeded');
    const may = list.filter(
      ({ row }, index) =>
        index === last || (index > last && row.state !== 'failed') || row.trial === 'rolledBack',
    );
    if (last < 0) return [];
    const [slot = '', group = '', field = ''] = place.split('/');
    const is = node.value(Number(slot), `${group}/${field}`);
    return may.some(({ value }) => value === is) ? [] : [`${node.rtuId}/${place} is ${String(is)}`];
  });
}

/** Every violation, as `I5: …`. */
export async function violations(storage: Storage, evidence: Evidence): Promise<string[]> {
  const rtus = evidence.nodes.map(({ rtuId }) => rtuId);
  const { db } = storage;
  const rows = await db.selectFrom('orders').selectAll().where('rtu_id', 'in', rtus).execute();
  const audits = await db
    .selectFrom('audit')
    .select(['subject', 'detail', 'at', 'action'])
    .where('action', 'like', 'command.%')
    .orderBy('id')
    .execute();
  const tried = await db
    .selectFrom('order_attempts')
    .innerJoin('orders', 'orders.id', 'order_attempts.order_id')
    .select('order_id')
    .where('rtu_id', 'in', rtus)
    .execute();
  const shadows = await db.selectFrom('parameters').selectAll().where('rtu_id', 'in', rtus).execute();
  const stored = new Map(
    shadows.flatMap((row) =>
      Object.entries(parseReported(row.reported)).map(([name, [value]]) => [
        `${row.rtu_id}/${row.slot}/${name}`,
        value,
      ]),
    ),
  );
  const steps = new Map<string, Step[]>();
  for (const [index, { subject, detail, at, action }] of audits.entries()) {
    const id = subject?.slice('command:'.length) ?? '';
    const { from, to } = JSON.parse(detail) as { from: string | null; to: string };
    steps.set(id, [
      ...(steps.get(id) ?? []),
      { event: action.slice('command.'.length), from, to, at, index },
    ]);
  }
  const attempts = new Map<string, number>();
  for (const { order_id: id } of tried) attempts.set(id, (attempts.get(id) ?? 0) + 1);
  const facts = { ...evidence, rows, steps, attempts, stored };
  return Object.entries(checks).flatMap(([name, check]) => check(facts).map((words) => `${name}: ${words}`));
}
