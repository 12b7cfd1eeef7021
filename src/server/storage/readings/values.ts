/** Channel values on their way into a table and into the `latest` row. */
import type { Cell } from '../executor.ts';
import type { StoredValue } from '../storage.ts';

/** A value as its column takes it: numbers that are none are missing; PostgreSQL's text knows no NUL. */
export function toStored(value: StoredValue | undefined): Cell {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return null;
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

interface PackedBytes {
  readonly base64: string;
}

/** Values as JSON text; bytes as {base64}. Missing channels are left out. */
export function valuesText(values: Readonly<Record<string, StoredValue>>): string {
  const plain: Record<string, number | string | PackedBytes> = {};
  for (const [channel, given] of Object.entries(values)) {
    const value = toStored(given);
    if (value instanceof Uint8Array) plain[channel] = { base64: Buffer.from(value).toString('base64') };
    else if (value !== null) plain[channel] = value;
  }
  return JSON.stringify(plain);
}
/** The values of `valuesText`. */
export function parseValues(text: string): Record<string, StoredValue> {
  const values = JSON.parse(text) as Record<string, number | string | PackedBytes>; // written by valuesText
  if (!text.includes('"base64"')) return values as Record<string, StoredValue>;
  const found: Record<string, StoredValue> = {};
  for (const [channel, value] of Object.entries(values)) {
    found[channel] = typeof value === 'object' ? Buffer.from(value.base64, 'base64') : value;
  }
  return found;
}
