import { assumed, bounded, chosen, ofDevice, option, published, toggle } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/** Tipping-bucket rain gauge. `dayStart` is the device's own day; the project's boundary rules the sums shown. */
export const rain: GroupDefinition = {
  id: 'rain',
  fields: [
    ofDevice('calibration', chosen('resolution', 'mm', 1, [0.1, 0.2, 0.5, 1], 0.5, published)),
    bounded('alarm5min', 'mm', 1, [0.2, 24.9], 5, published),
    bounded('alarm1h', 'mm', 1, [1, 200], 30, assumed),
    bounded('alarm24h', 'mm', 1, [10, 1000], 100, assumed),
    bounded('dayStart', 'h', 0, [0, 23], 8, assumed),
    option('dataType', 'rainDataType', 'timed'),
    toggle('wakeOnRain', true),
    chosen('eventGap', 'h', 0, [6, 12, 24], 24, assumed),
  ],
  rules: [],
};
