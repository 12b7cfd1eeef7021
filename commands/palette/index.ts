import { area } from '../../src/command/area.ts';
import { open } from './open.ts';

/** The command palette. */
export const palette = area('palette', {
  open,
});
