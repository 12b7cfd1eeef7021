/** Which rows of a report can be tried again, by the plan that it tells of. */
import type { PlanOrder } from '../../../../contract/plans.ts';
import type { Plan } from '../../../state/plans.ts';
import type { ReadRow } from './read.ts';
import { cellOf, type ValueText } from './rows.ts';

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
  readonly items: readonly PlanOrder[];
  /** Rows that are taken. */
  readonly taken: number;
  readonly refused: readonly { readonly row: number; readonly why: RetryRefusal }[];
}

const pattern = /^([0-9A-Z]{26}):(\d{1,4}):(\w{1,60})$/;

/** The plan that the first row which names one tells of; null = none does. */
export function planOf(rows: readonly ReadRow[]): string | null {
  for (const { item } of rows) {
    const id = pattern.exec(item)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}

const text = (value: string | number | null) => (typeof value === 'string' ? value.replace(/^'/, '') : value);

/** Good rows as sets by device and group, in their order; the others with their reason. */
export function retryOf(rows: readonly ReadRow[], plan: Plan, valueText: ValueText): Retry {
  const items = new Map<number, PlanOrder>();
  const refused: { row: number; why: RetryRefusal }[] = [];
  let taken = 0;
  for (const { row, item: named, wanted } of rows) {
    const [, planId, position, field = ''] = pattern.exec(named) ?? [];
    const item = plan.items.find((one) => String(one.position) === position);
    const refuse = (why: RetryRefusal) => refused.push({ row, why });
    const rtuId = item?.target.rtuId ?? null;
    if (planId === undefined) refuse('noItem');
    else if (planId !== plan.id) refuse('otherPlan');
    else if (item === undefined || rtuId === null || !Object.hasOwn(item.edits, field)) refuse('unknown');
    else if (items.get(item.position)?.edits[field] !== undefined) refuse('twice');
    else if (item.secrets.includes(field)) refuse('secret');
    else if (text(wanted) !== cellOf(item, field, item.edits[field], valueText)) refuse('changed');
    else if (item.excluded) refuse('leftOut');
    else if (item.command?.verification === 'verified') refuse('done');
    else if (item.command !== null && item.command.endedAt === null) refuse('underWay');
    else {
      const before = items.get(item.position);
      const edits = { ...before?.edits, [field]: item.edits[field] ?? null };
      items.set(item.position, { target: { ...item.target, rtuId }, group: item.group, edits });
      taken += 1;
    }
  }
  return { items: [...items.values()], taken, refused };
}
