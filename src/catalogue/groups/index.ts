import type { GroupDefinition, GroupId } from '../model.ts';
import { basic } from './basic.ts';
import { crack } from './crack.ts';
import { horn } from './horn.ts';
import { mems } from './mems.ts';
import { moisture } from './moisture.ts';
import { mount } from './mount.ts';
import { rain } from './rain.ts';
import { rt1010 } from './rt1010.ts';
import { rt3000 } from './rt3000.ts';
import { rtu } from './rtu.ts';

/** Every parameter group by id. */
export const groups: Readonly<Record<GroupId, GroupDefinition>> = {
  rtu,
  mems,
  rt3000,
  crack,
  horn,
  rt1010,
  moisture,
  rain,
  mount,
  basic,
};
