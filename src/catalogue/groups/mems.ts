import { assumed, bounded, ofDevice, option, published, section, toggle } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/** A MEMS tilt sensor: zero, offsets, threshold and its repetition, acceleration trigger, averaging. */
export const mems: GroupDefinition = {
  id: 'mems',
  fields: [
    ...section('zero', [
      ofDevice('installation', option('zeroMode', 'memsZeroMode', 'absolute')),
      ofDevice('calibration', bounded('offsetX', '°', 4, [-90, 90], 0, assumed)),
      ofDevice('calibration', bounded('offsetY', '°', 4, [-90, 90], 0, assumed)),
      ofDevice('calibration', bounded('offsetZ', '°', 4, [-90, 90], 0, assumed)),
      ofDevice('installation', bounded('initialX', '°', 4, [-180, 180], null, assumed)),
      ofDevice('installation', bounded('initialY', '°', 4, [-180, 180], null, assumed)),
      ofDevice('installation', bounded('initialZ', '°', 4, [-180, 180], null, assumed)),
    ]),
    ...section('threshold', [
      { ...bounded('threshold', '°', 3, [0.01, 90], 0.5, assumed), off: 0 },
      option('condition', 'thresholdCondition', 'above'),
      bounded('hold', 's', 0, [0, 65_535], 10, published),
      bounded('repeatInterval', 'min', 0, [1, 1080], 10, published),
      bounded('repeatCount', null, 0, [1, 1000], 3, published),
    ]),
    ...section('trigger', [
      option('triggerSwitch', 'triggerSwitch', 'off'),
      bounded('triggerThreshold', 'mg', 0, [10, 2000], 100, published),
      bounded('triggerTime', 'ms', 0, [10, 10_000], 100, assumed),
    ]),
    ...section('processing', [
      toggle('temperatureAdaptive', true),
      option('trendMode', 'trendMode', 'azimuth'),
      bounded('averaging', null, 0, [1, 1000], 16, assumed),
    ]),
  ],
  rules: [],
};
