import { lineOfWindow } from '../methods/line.ts';
import { day } from '../methods/points.ts';
import { reportAge } from '../methods/status-report.ts';
import { numberOf, numbersOf, type QuantityDefinition } from '../model.ts';

/** Days beyond which a trend says nothing: a battery that does not sink, or sinks more slowly, has so many. Assumed. */
const longest = 3650;

/**
 * Days until the battery is down to a limit, by the least-squares line through the voltages of a window: 0 at or below
 * the limit, 3650 where it does not sink. Unknown for less than 4 readings, readings that span less than half of the
 * window, and where the RTU has been silent (3 send cycles) since. Bounds of the limit: those of the RTU's own
 * `lowBattery`.
 */
export const batteryDays: QuantityDefinition = {
  id: 'batteryDays',
  of: 'rtu',
  unit: { of: 'own', unit: 'd' },
  args: {
    window: { type: 'number', unit: 'd', minimum: 1, maximum: 90, standard: 14 },
    limit: { type: 'number', unit: 'V', minimum: 3, maximum: 14, standard: 11.5 },
  },
  history: (args) => numberOf(args, 'window') * day,
  evaluate: (input, args) => {
    const { t, readings, sendCycle } = input;
    const window = numberOf(args, 'window') * day;
    const points = numbersOf(
      { readings, row: 'status', element: 0, channel: 'batteryVoltage' },
      t - window - 1,
    );
    const last = points.at(-1);
    const line = lineOfWindow(points, window);
    if (last === undefined || line === null || last.t < t - reportAge(sendCycle)) return null;
    const above = line.at(t) - numberOf(args, 'limit');
    if (above <= 0) return 0;
    return line.slope >= 0 ? longest : Math.min(longest, above / -line.slope / day);
  },
};
