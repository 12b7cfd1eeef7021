import type { RunArguments } from '../../components/arguments/argument-value.ts';
import { preferences } from '../../state/preferences.ts';
import { readStored, writeStored } from '../../state/stored.ts';

const isArgs = (value: unknown): value is RunArguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const keyOf = (script: string) => `scriptArguments.${preferences.account}.${script}`;

/** Arguments that the user gave a script last. */
export const lastArgs = (script: string): RunArguments => readStored(keyOf(script), {}, isArgs);

export const keepArgs = (script: string, args: RunArguments): void => writeStored(keyOf(script), args);
