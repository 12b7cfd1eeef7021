/** Which rows of a report can be tried again, by the plan that it describes. */
import type { DeriveKind, Plan, PlanItem, PlanOrder, PlanSend } from '../../../../contract/plans/plans.ts';
import type { Text } from '../../../components/i18n.ts';
import { fieldsOf } from '../run/item-text.ts';
import type { ReadRow } from './read.ts';
import { type ValueText, wantedOf } from './rows.ts';

export const refusals = [
  'noItem',
  'otherPlan',
  'unknown',
  'twice',
  'secret',
  'changed',
  'done',
  'underWay',
  'leftOut',
] as const;
export type RetryRefusal = (typeof refusals)[number];
export interface Retry {
  readonly items: readonly (PlanOrder | PlanSend)[];
  /** Where these are all that did not land of some devices: those devices, tried again as the plan itself would. */
  readonly derive: { readonly of: DeriveKind; readonly devices: readonly number[] } | null;
  /** Rows that are taken. */
  readonly taken: number;
  readonly refused: readonly { readonly row: number; readonly why: RetryRefusal }[];
}

const pattern = /^([0-9A-Z]{26}):(\d{1,5}):(\w{0,60})$/;

/** The plan of the first row that names one; null = none does. */
export function planOf(rows: readonly ReadRow[]): string | null {
  for (const { item } of rows) {
    const id = pattern.exec(item)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}

const plain = (value: string | number | null) =>
  typeof value === 'string' ? value.replace(/^'/, '') : value;
const isDone = ({ type, state, order }: PlanItem) =>
  order?.verification === 'verified' || (type === 'send' && state === 'succeeded');
const isUnderWay = ({ order }: PlanItem) => order !== null && order.endedAt === null;
/** What of an item can be tried again. */
const openFields = (item: PlanItem) =>
  item.excluded || item.type === 'skip' || isDone(item) || isUnderWay(item)
    ? []
    : fieldsOf(item).filter((field) => !item.secrets.includes(field));

const kinds: Readonly<Partial<Record<NonNullable<PlanItem['device']>, DeriveKind>>> = {
  failed: 'failed',
  timedOut: 'failed',
  notStarted: 'notStarted',
  skipped: 'notStarted',
  cancelled: 'notStarted',
};

/** The devices, where everything of them that is open is taken and all of them ended in the same way. */
function derived(plan: Plan, taken: ReadonlyMap<number, ReadonlySet<string>>): Retry['derive'] {
  if (plan.approvedAt === null) return null;
  const items = plan.items.filter(({ position }) => taken.has(position));
  const devices = new Set(items.flatMap(({ target: { rtuId } }) => (rtuId === null ? [] : [rtuId])));
  const [of, ...others] = new Set(items.map(({ device }) => (device === null ? undefined : kinds[device])));
  const isWhole = plan.items
    .filter(({ target: { rtuId } }) => rtuId !== null && devices.has(rtuId))
    .every((item) => openFields(item).every((field) => taken.get(item.position)?.has(field) === true));
  return of === undefined || others.length > 0 || !isWhole ? null : { of, devices: [...devices] };
}

/** Good rows as sets by device and group, and as actions, in their order; the others with their reason. */
export function retryOf(rows: readonly ReadRow[], plan: Plan, valueText: ValueText, text: Text): Retry {
  const items = new Map<number, PlanOrder | PlanSend>();
  const fields = new Map<number, Set<string>>();
  const refused: { row: number; why: RetryRefusal }[] = [];
  let taken = 0;
  for (const { row, item: named, wanted } of rows) {
    const [, planId, position, field = ''] = pattern.exec(named) ?? [];
    const item = plan.items.find((one) => String(one.position) === position);
    const rtuId = item?.target.rtuId ?? null;
    const refuse = (why: RetryRefusal) => refused.push({ row, why });
    if (planId === undefined) refuse('noItem');
    else if (planId !== plan.id) refuse('otherPlan');
    else if (item === undefined || rtuId === null || !fieldsOf(item).includes(field)) refuse('unknown');
    else if (fields.get(item.position)?.has(field) === true) refuse('twice');
    else if (item.secrets.includes(field)) refuse('secret');
    else if (plain(wanted) !== wantedOf(item, field, text, valueText)) refuse('changed');
    else if (item.excluded) refuse('leftOut');
    else if (isDone(item)) refuse('done');
    else if (isUnderWay(item)) refuse('underWay');
    else {
      const target = { rtuId, slot: item.target.slot };
      const before = items.get(item.position);
      if (item.type === 'send')
        items.set(item.position, { type: 'send', target, action: item.group, args: item.edits });
      else {
        const known = before !== undefined && before.type !== 'send' ? before.edits : {};
        const edits = { ...known, [field]: item.edits[field] ?? null };
        items.set(item.position, { target, group: item.group, edits });
      }
      const named = fields.get(item.position);
      if (named === undefined) fields.set(item.position, new Set([field]));
      else named.add(field);
      taken += 1;
    }
  }
  return { items: [...items.values()], derive: derived(plan, fields), taken, refused };
}
