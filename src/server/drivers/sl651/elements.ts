/** Where elements of SL 651 (annex C) stand in the catalogue. What is not here waits for a mapping. */
import { enums } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { ForeignPlace, ForeignValue } from '../driver.ts';
import type { Measured } from './report.ts';

const at = (row: RowId, channel: string, place = 0): ForeignPlace => ({ row, channel, place });
const fallen = (interval: number): ForeignPlace => ({
  ...at('rain', 'amount'),
  also: { interval, dataType: enums.rainDataType.values.indexOf('timed') },
});

const places: Readonly<Record<string, readonly ForeignPlace[]>> = {
  // Air temperature, water temperature, pressure (hPa) and humidity of the air, wind speed.
  '02': [at('air', 'temperature'), at('temperature', 'temperature')],
  '03': [at('level', 'temperature')],
  '08': [at('air', 'pressure')],
  '18': [at('air', 'humidity')],
  '35': [at('wind', 'speed')],
  // Since the last start of the day (3.1.8 of the standard), which is what `daily` means.
  '20': [at('rain', 'daily')],
  // Five minutes, and the list of them. Longer periods hold the same rain again and are left out of the sums.
  '22': [fallen(300)],
  F4: [fallen(300)],
  '38': [at('status', 'batteryVoltage')],
  // Of the river; above and below a gate.
  '39': [at('level', 'level')],
  '3B': [at('level', 'level')],
  '3A': [at('level', 'level', 1)],
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      (0x58 + index).toString(16).toUpperCase(),
      [at('pore', 'pressure', index)],
    ]),
  ),
};

/** Measured elements as values of a foreign device: `20H`, `39H`. */
export const foreignValues = (measured: readonly Measured[]): readonly ForeignValue[] =>
  measured.map(({ element, t, value }) => ({
    name: `${element}H`,
    t,
    value,
    places: places[element] ?? [],
  }));
