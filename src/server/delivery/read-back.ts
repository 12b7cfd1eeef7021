import type { ParameterValue } from '../../catalogue/model.ts';
import type { Verification } from '../../contract/devices/order-states.ts';
import { sameValue } from '../../domain/parameters/same-value.ts';
import type { ReportedValues } from '../storage/schema.ts';
import { type OrderRow, parseValues, readableFields } from './row.ts';

export interface ReadBack {
  readonly verification: Verification;
  /** Values on the device where they are other than the set ones. */
  readonly seen: Readonly<Record<string, ParameterValue>>;
}

/**
 * What the device reported of a set since it has it: pending until it has reported every field that it can report. A
 * value reported between the first send and the last (`first`, UTC ms) shows that it was set where it is the set
 * value; any other may be from before.
 */
export function readBack(row: OrderRow, reported: ReportedValues, first = row.sent_at ?? 0): ReadBack {
  const fields = readableFields(row);
  if (fields.length === 0) return { verification: 'unreadable', seen: {} };
  const edits = parseValues(row.body);
  // A tried set was sent once; what was sent since is its commit.
  const since = (row.trial === null ? row.sent_at : row.received_at) ?? 0;
  const seen: Record<string, ParameterValue> = {};
  for (const field of fields) {
    const [value, , heard] = reported[`${row.name}/${field.id}`] ?? [];
    if (value === undefined || heard === undefined) return { verification: 'pending', seen: {} };
    const same = sameValue(field, value, edits[field.id] ?? null);
    const isSince = heard >= since || (same && row.trial === null && heard >= first);
    if (!isSince) return { verification: 'pending', seen: {} };
    if (!same) seen[field.id] = value;
  }
  return { verification: Object.keys(seen).length === 0 ? 'verified' : 'different', seen };
}

/** The columns of a read-back. */
export const readBackColumns = ({ verification, seen }: ReadBack, at: number) => ({
  verification,
  seen: JSON.stringify(seen),
  verified_at: verification === 'verified' ? at : null,
});
