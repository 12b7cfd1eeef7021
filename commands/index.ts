import type { Command } from '../src/command/command.ts';
import { first } from './first.ts';
import { later } from './later.ts';

/** Every command of the product. */
export const commands: readonly Command[] = [...first, ...later];
