import type { KindDefinition } from '../model.ts';
import { air } from './air.ts';
import { anchorLoad } from './anchor-load.ts';
import { axialForce } from './axial-force.ts';
import { blasting } from './blasting.ts';
import { crackAdc } from './crack-adc.ts';
import { crackRs485 } from './crack-rs485.ts';
import { earthPressure } from './earth-pressure.ts';
import { gnss } from './gnss.ts';
import { groundSound } from './ground-sound.ts';
import { groundTemperature } from './ground-temperature.ts';
import { horn } from './horn.ts';
import { infrasound } from './infrasound.ts';
import { moisture } from './moisture.ts';
import { none } from './none.ts';
import { onboard } from './onboard.ts';
import { porePressure } from './pore-pressure.ts';
import { rain } from './rain.ts';
import { reserved } from './reserved.ts';
import { rt1010 } from './rt1010.ts';
import { rt1020 } from './rt1020.ts';
import { rt1030 } from './rt1030.ts';
import { rt3000 } from './rt3000.ts';
import { rt3000Crack } from './rt3000-crack.ts';
import { settlement } from './settlement.ts';
import { steelStress } from './steel-stress.ts';
import { strain } from './strain.ts';
import { temperature } from './temperature.ts';
import { waterLevel } from './water-level.ts';
import { wind } from './wind.ts';

/** Every sensor kind, in code order. */
export const kinds: readonly KindDefinition[] = [
  none,
  reserved,
  rt1010,
  rt1020,
  rt1030,
  onboard,
  moisture,
  crackAdc,
  crackRs485,
  rt3000,
  horn,
  rt3000Crack,
  waterLevel,
  groundSound,
  infrasound,
  blasting,
  settlement,
  rain,
  gnss,
  strain,
  anchorLoad,
  axialForce,
  earthPressure,
  steelStress,
  porePressure,
  temperature,
  groundTemperature,
  wind,
  air,
];
