import { assumed, bounded, option } from './fields.ts';
import type { DeviceActionDefinition } from './model.ts';

const minute = 60;
const hour = 60 * minute;

/**
 * Every action that a device takes, parameter sets apart. Guards and times to live:
 * src/server/delivery/README.md#guards, src/server/delivery/README.md#time-to-live; a node's own cycle may lengthen a time to live (1.5 send cycles), sirens apart.
 */
export const deviceActions: readonly DeviceActionDefinition[] = [
  { id: 'restart', target: 'rtu', guard: 'confirm', timeToLive: 2 * hour, arguments: [] },
  { id: 'reportNow', target: 'rtu', guard: 'none', timeToLive: 24 * hour, arguments: [] },
  {
    id: 'syncClock',
    target: 'rtu',
    guard: 'none',
    timeToLive: 24 * hour,
    carriesTime: true,
    arguments: [],
  },
  { id: 'readAll', target: 'rtu', guard: 'none', timeToLive: 24 * hour, arguments: [] },
  { id: 'clearData', target: 'rtu', guard: 'confirm', timeToLive: 2 * hour, arguments: [] },
  {
    id: 'startFastCollect',
    target: 'rtu',
    guard: 'confirm',
    timeToLive: 24 * hour,
    arguments: [bounded('duration', 'min', 0, [10, 1440], 120, assumed)],
  },
  { id: 'stopFastCollect', target: 'rtu', guard: 'none', timeToLive: 24 * hour, arguments: [] },
  {
    id: 'freeText',
    target: 'rtu',
    guard: 'password',
    timeToLive: 24 * hour,
    permission: 'device:command:freeText',
    arguments: [{ id: 'content', type: 'text', maxLength: 500, default: '', source: assumed }],
  },
  { id: 'measureNow', target: 'sensor', guard: 'none', timeToLive: 24 * hour, arguments: [] },
  { id: 'readParameters', target: 'sensor', guard: 'none', timeToLive: 24 * hour, arguments: [] },
  { id: 'setZero', target: 'sensor', guard: 'confirm', timeToLive: 2 * hour, arguments: [] },
  { id: 'clearZero', target: 'sensor', guard: 'confirm', timeToLive: 2 * hour, arguments: [] },
  { id: 'captureInitialProfile', target: 'sensor', guard: 'confirm', timeToLive: 2 * hour, arguments: [] },
  { id: 'captureWaveform', target: 'sensor', guard: 'confirm', timeToLive: 2 * hour, arguments: [] },
  {
    id: 'testHorn',
    target: 'sensor',
    guard: 'confirm',
    timeToLive: 10 * minute,
    siren: true,
    arguments: [],
  },
  {
    id: 'soundAlarm',
    target: 'sensor',
    guard: 'password',
    timeToLive: 2 * minute,
    siren: true,
    permission: 'device:command:sound',
    arguments: [
      bounded('clip', null, 0, [1, 99], 1, assumed),
      bounded('repeat', null, 0, [1, 99], 3, assumed),
      bounded('volume', '%', 0, [0, 100], 70, assumed),
      option('light', 'hornLight', 'red'),
    ],
  },
  {
    id: 'stopHorn',
    target: 'sensor',
    guard: 'none',
    timeToLive: 24 * hour,
    siren: true,
    jumpsQueue: true,
    arguments: [],
  },
];
