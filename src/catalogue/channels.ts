/** Short constructors of channels, so that a row reads as a table. They keep the ids' literal types. */
import type { Unit } from '../base/units.ts';
import type { EnumChannel, EnumId, FlagChannel, NumberChannel, TextChannel } from './model.ts';

/** A plain number: shown with `digits` after the point, in tables only. */
export const number = (id: string, unit: Unit | null, digits = 0): NumberChannel => ({
  id,
  type: 'number',
  unit,
  digits,
});

/** A number that may be drawn as a curve and is rolled up by hour and day. */
export const curve = (id: string, unit: Unit | null, digits = 0): NumberChannel => ({
  ...number(id, unit, digits),
  chart: true,
});

/** The same for a channel that may be shown relative to an initial value. */
export const relative = (channel: NumberChannel): NumberChannel => ({ ...channel, relative: true });

/** A curve that the server computes when the device does not send it. */
export const derivedCurve = (id: string, unit: Unit | null, digits = 0): NumberChannel => ({
  ...curve(id, unit, digits),
  derived: true,
});

export const enumeration = (id: string, values: EnumId): EnumChannel => ({ id, type: 'enum', values });

export const flag = (id: string): FlagChannel => ({ id, type: 'flag' });

export const text = (id: string, maxLength: number): TextChannel => ({ id, type: 'text', maxLength });
