import type { RtuDefinition } from './model.ts';
import { signal } from './signal.ts';

/** The RTU: a node of its own beside its sensors, with the row `status` and the group `rtu`. */
export const rtu: RtuDefinition = {
  rows: ['status'],
  groups: ['rtu'],
  actions: [
    'restart',
    'reportNow',
    'syncClock',
    'readAll',
    'clearData',
    'startFastCollect',
    'stopFastCollect',
    'freeText',
  ],
  signals: {
    batteryVoltage: signal(12.6, 0.01, 0.35),
    batteryCharge: signal(88, 0.4, 8),
    chargeVoltage: signal(13.8, 0.05, 4),
    outputVoltage: signal(12.1, 0.02, 0.1),
    gsmVoltage: signal(4.02, 0.01, 0.02),
    ambientTemperature: signal(18, 0.2, 7),
    signalStrength: signal(-81, 2.5, 3),
    loraSignalStrength: signal(-94, 3, 2),
  },
};
