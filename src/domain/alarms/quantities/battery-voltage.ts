import { reportAge, reported } from '../methods/status-report.ts';
import type { QuantityDefinition } from '../model.ts';

/** Battery voltage of the newest status report, V; unknown where the RTU has been silent (3 send cycles) since. */
export const batteryVoltage: QuantityDefinition = {
  id: 'batteryVoltage',
  of: 'rtu',
  unit: { of: 'own', unit: 'V' },
  args: {},
  history: (_args, { sendCycle }) => reportAge(sendCycle),
  evaluate: (input) => reported(input, 'batteryVoltage'),
};
