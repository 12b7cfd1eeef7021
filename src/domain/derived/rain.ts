import { type RainRow, rainDay, rainSoFar } from '../readings/rain.ts';
import type { DerivedRow, EarlierRows } from './model.ts';

const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

function* rows({ t, columns, length }: EarlierRows): Iterable<RainRow> {
  const [amount, interval, dataType] = columns;
  for (let index = 0; index < length; index += 1) {
    yield {
      t: t[index] ?? Number.NaN,
      amount: orNull(amount?.[index]),
      interval: orNull(interval?.[index]),
      dataType: orNull(dataType?.[index]),
    };
  }
}

/** The day's rain up to each row, by the project's zone and boundary. */
export const rain: DerivedRow = {
  row: 'rain',
  channels: ['daily'],
  inputs: ['amount', 'interval', 'dataType'],
  lookedBackAt: ['amount', 'interval', 'dataType'],
  since: (t, { timeZone, boundary }) => rainDay(t, timeZone, boundary).from,
  until: (t, { timeZone, boundary }) => rainDay(t, timeZone, boundary).to,
  derive: (t, _own, earlier, { timeZone, boundary }) => [
    rainSoFar(t, rows(earlier), rainDay(t, timeZone, boundary).from),
  ],
};
