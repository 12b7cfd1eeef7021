import { commandsOf } from '../src/command/area.ts';
import { first } from './first.ts';
import { later } from './later.ts';

/** Every command of the product. */
export const commands = commandsOf([...first, ...later]);
