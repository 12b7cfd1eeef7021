import type { RowDefinition, RowId } from '../model.ts';
import { blast } from './blast.ts';
import { crack } from './crack.ts';
import { horn } from './horn.ts';
import { level } from './level.ts';
import { moisture } from './moisture.ts';
import { profile } from './profile.ts';
import { rain } from './rain.ts';
import { settlement } from './settlement.ts';
import { sound } from './sound.ts';
import { status } from './status.ts';
import { tilt } from './tilt.ts';
import { waveform } from './waveform.ts';

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
};
