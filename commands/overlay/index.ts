import { area } from '../../src/command/area.ts';
import { close } from './close.ts';

/** What lies over the page. */
export const overlay = area('overlay', {
  close,
});
