import { assumed, bounded, ofDevice, option, section } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';
import { loraFrequency } from './rtu.ts';

/** A warning horn: its radio, what it plays and for how long, its light. It stops by itself after `maxSounding`. */
export const horn: GroupDefinition = {
  id: 'horn',
  fields: [
    ...section('radio', [
      option('moduleType', 'hornModuleType', 'lora'),
      option('bandwidth', 'loraBandwidth', '125'),
      option('codingRate', 'loraCodingRate', '4/5'),
      option('protocol', 'hornProtocol', 'SX'),
      option('link', 'hornLink', 'pointToPoint'),
      loraFrequency('frequency'),
      ofDevice('identity', bounded('address', null, 0, [0, 65_535], 0, assumed)),
      ofDevice('identity', bounded('group', null, 0, [0, 255], 0, assumed)),
    ]),
    ...section('playing', [
      bounded('volume', '%', 0, [0, 100], 70, assumed),
      bounded('clip', null, 0, [1, 99], 1, assumed),
      { id: 'text', type: 'text', maxLength: 120, default: '', source: assumed },
      bounded('repeat', null, 0, [1, 99], 3, assumed),
      bounded('interval', 's', 0, [0, 600], 5, assumed),
      bounded('maxSounding', 's', 0, [1, 600], 60, assumed),
      option('light', 'hornLight', 'off'),
    ]),
  ],
  rules: [],
};
