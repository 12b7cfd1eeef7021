import type { KindDefinition } from '../model.ts';
import { rt1010 } from './rt1010.ts';

/** RT1020 fixed in-place inclinometer: an RT1010 with few nodes. */
export const rt1020: KindDefinition = { ...rt1010, code: 3, id: 'rt1020' };
