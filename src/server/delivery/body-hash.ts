import { createHash } from 'node:crypto';

/** A value as JSON with its keys in order, so that equal bodies have equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`;
}

/** SHA-256 of what a re-authentication and an idempotency key are bound to, hex. */
export const bodyHash = (body: unknown): string => createHash('sha256').update(canonical(body)).digest('hex');
