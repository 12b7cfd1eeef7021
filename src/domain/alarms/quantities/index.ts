import type { QuantityDefinition } from '../model.ts';
import { absoluteChange } from './absolute-change.ts';
import { acceleration } from './acceleration.ts';
import { antecedentRain } from './antecedent-rain.ts';
import { arrivalRate } from './arrival-rate.ts';
import { batteryDays } from './battery-days.ts';
import { batteryVoltage } from './battery-voltage.ts';
import { change } from './change.ts';
import { daysToFailure } from './days-to-failure.ts';
import { deviceAlarmState } from './device-alarm-state.ts';
import { effectiveRain } from './effective-rain.ts';
import { ownRainLine } from './own-rain-line.ts';
import { rainLine } from './rain-line.ts';
import { rainSum } from './rain-sum.ts';
import { rate } from './rate.ts';
import { runStatus } from './run-status.ts';
import { shearDepth } from './shear-depth.ts';
import { shearRate } from './shear-rate.ts';
import { silence } from './silence.ts';
import { soilWaterIndex } from './soil-water-index.ts';
import { speed } from './speed.ts';
import { stuck } from './stuck.ts';
import { tangentAngle } from './tangent-angle.ts';
import { value } from './value.ts';
import { vibrationRatio } from './vibration-ratio.ts';
import { windowStatistic } from './window-statistic.ts';

/** Every quantity that a rule can name. A new one is its file, its words and an entry here. */
export const quantities = [
  value,
  absoluteChange,
  change,
  speed,
  rate,
  acceleration,
  windowStatistic,
  tangentAngle,
  daysToFailure,
  stuck,
  rainSum,
  effectiveRain,
  soilWaterIndex,
  antecedentRain,
  rainLine,
  ownRainLine,
  shearDepth,
  shearRate,
  vibrationRatio,
  deviceAlarmState,
  arrivalRate,
  silence,
  batteryVoltage,
  batteryDays,
  runStatus,
] as const satisfies readonly QuantityDefinition[];

const byId = new Map<string, QuantityDefinition>(quantities.map((one) => [one.id, one]));

/** The declaration of a quantity; undefined for a name that is none. */
export const quantityOf = (id: string): QuantityDefinition | undefined => byId.get(id);
