import { area } from '../../src/command/area.ts';
import { keys } from './keys.ts';

/** Help over every page. */
export const help = area('help', {
  keys,
});
