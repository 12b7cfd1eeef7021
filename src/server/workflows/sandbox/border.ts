import { limits } from '../../../script/limits.ts';
import type { ScriptProblemId } from '../../../script/problem.ts';

/** A message of the guest that is not let through. */
export class RefusedMessage extends Error {
  constructor(
    readonly id: ScriptProblemId,
    readonly params: Readonly<Record<string, string | number>>,
    text: string,
  ) {
    super(text);
  }
}

const reserved = new Set(['__proto__', 'constructor', 'prototype']);

function look(value: unknown, depth: number): void {
  if (depth > limits.depth) throw new RefusedMessage('depth', { limit: limits.depth }, 'nested too deeply');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    if (reserved.has(key)) throw new RefusedMessage('key', { name: key }, `the key ${key} is reserved`);
    look(entry, depth + 1);
  }
}

/** A guest's JSON text as a value of ours. @throws Refused: too large, too deep, or a key that reaches a prototype */
export function fromGuest(text: string): unknown {
  if (text.length > limits.request)
    throw new RefusedMessage(
      'size',
      { limit: limits.request },
      `more than ${limits.request} characters at once`,
    );
  const value: unknown = JSON.parse(text);
  look(value, 0);
  return value;
}
