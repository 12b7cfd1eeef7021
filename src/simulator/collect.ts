import { rows } from '../catalogue/index.ts';
import type { RowId } from '../catalogue/model.ts';
import { kindChannels } from '../derive/kind-channels.ts';
import { round } from './random.ts';
import type { Sample, SampleValue } from './sample.ts';
import { inFault, numeric, type Parameters, type SimulatedSensor } from './sensor.ts';
import { basicAlarm } from './signals/basic-alarm.ts';
import { blast, blasted } from './signals/blast.ts';
import { captured } from './signals/capture.ts';
import { crack } from './signals/crack.ts';
import { generic } from './signals/generic.ts';
import { gnss } from './signals/gnss.ts';
import { horn } from './signals/horn.ts';
import { level } from './signals/level.ts';
import type { EventModel, RowModel } from './signals/model.ts';
import { moisture } from './signals/moisture.ts';
import { datumName } from './signals/movement.ts';
import { pore } from './signals/pore.ts';
import { profile } from './signals/profile.ts';
import { rain, tipped } from './signals/rain.ts';
import { settlement } from './signals/settlement.ts';
import { sound } from './signals/sound.ts';
import { air, ground, temperature } from './signals/temperature.ts';
import { tilt } from './signals/tilt.ts';
import { wind } from './signals/wind.ts';

const models: Partial<Readonly<Record<RowId, RowModel>>> = {
  tilt,
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
  pore,
  temperature,
  ground,
  wind,
  air,
};

/** A row without a model of its own: every channel that the kind has a signal for, since the device's zero. */
const fallback =
  (row: RowId): RowModel =>
  (sensor, parameters, t) => {
    const values: Record<string, SampleValue> = {};
    const fault = inFault(sensor, t);
    const zero = numeric(parameters, datumName, 0);
    for (const { row: owner, channel, name, element } of kindChannels(sensor.kind)) {
      if (owner !== row || element) continue;
      const signal = sensor.kind.signals[name];
      if (channel.id === 'runState') values['runState'] = fault ? 1 : 0;
      else if (signal && channel.type === 'number' && !fault) {
        const taken = channel.relative === true && zero > 0 ? generic(sensor, name, signal, zero) : 0;
        values[channel.id] = round(generic(sensor, name, signal, t) - taken, channel.digits);
      }
    }
    if (sensor.kind.alarmStates) values['alarmState'] = basicAlarm(sensor, parameters, values);
    return [{ row, element: 0, t, values }];
  };

/**
 * Everything of a sensor since its previous collection, in time order: what happened in (previous, t], and the
 * reading at t. A rain gauge's row ends on five minutes, so it may be older than t; each row comes once.
 */
export function gather(
  sensor: SimulatedSensor,
  parameters: Parameters,
  previous: number,
  t: number,
): readonly Sample[] {
  const now = collect(sensor, parameters, t).filter((sample) => sample.t > previous);
  const happened = events(sensor, parameters, previous, t).filter(
    (event) => !now.some((sample) => sample.row === event.row && sample.t === event.t),
  );
  return happened.length === 0 ? now : [...happened, ...now].sort((a, b) => a.t - b.t);
}

/** What a sensor collects at a moment of its cycle, rows in the catalogue's order (captures are events). */
export function collect(sensor: SimulatedSensor, parameters: Parameters, t: number): readonly Sample[] {
  return sensor.kind.rows
    .filter((row) => rows[row].channels.every((channel) => channel.type !== 'samples'))
    .flatMap((row) => (models[row] ?? fallback(row))(sensor, parameters, t));
}

/** What happens to a sensor by itself in (from, to], oldest first: tips of rain, blasts, captures. */
export const events: EventModel = (sensor, parameters, from, to) => {
  const { rows: own } = sensor.kind;
  if (own.includes('rain')) return tipped(sensor, parameters, from, to);
  if (own.includes('blast')) return blasted(sensor, parameters, from, to);
  if (own.includes('waveform')) return captured(sensor, parameters, from, to);
  return [];
};
