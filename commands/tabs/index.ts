import { area } from '../../src/command/area.ts';
import { close } from './close.ts';
import { go } from './go.ts';
import { move } from './move.ts';
import { next } from './next.ts';
import { pin } from './pin.ts';
import { previous } from './previous.ts';
import { reopen } from './reopen.ts';

/** The page tabs. */
export const tabs = area('tabs', {
  close,
  next,
  previous,
  reopen,
  move,
  go,
  pin,
});
