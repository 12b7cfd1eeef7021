import type { RowDefinition, RowId } from '../model.ts';
import { air } from './air.ts';
import { blast } from './blast.ts';
import { crack } from './crack.ts';
import { force } from './force.ts';
import { gnss } from './gnss.ts';
import { ground } from './ground.ts';
import { horn } from './horn.ts';
import { level } from './level.ts';
import { moisture } from './moisture.ts';
import { own } from './own.ts';
import { pore } from './pore.ts';
import { profile } from './profile.ts';
import { rain } from './rain.ts';
import { settlement } from './settlement.ts';
import { sound } from './sound.ts';
import { status } from './status.ts';
import { steel } from './steel.ts';
import { strain } from './strain.ts';
import { stress } from './stress.ts';
import { temperature } from './temperature.ts';
import { tilt } from './tilt.ts';
import { waveform } from './waveform.ts';
import { wind } from './wind.ts';

/** Every reading row by id. */
export const rows: Readonly<Record<RowId, RowDefinition>> = {
  status,
  tilt,
  waveform,
  crack,
  moisture,
  rain,
  profile,
  level,
  settlement,
  sound,
  blast,
  horn,
  gnss,
  strain,
  force,
  stress,
  pore,
  temperature,
  ground,
  wind,
  air,
  own,
  steel,
};
