import type { Sample } from '../sample.ts';
import type { Parameters, SimulatedSensor } from '../sensor.ts';

/** Rows of one kind of row at a moment: a pure function of sensor, parameters and time. */
export type RowModel = (sensor: SimulatedSensor, parameters: Parameters, t: number) => readonly Sample[];

/** Rows that happen by themselves in (from, to], oldest first: rain, blasts, captures. */
export type EventModel = (
  sensor: SimulatedSensor,
  parameters: Parameters,
  from: number,
  to: number,
) => readonly Sample[];
