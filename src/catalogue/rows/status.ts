import { curve, enumeration, flag, number, text } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

const centers = [1, 2, 3, 4, 5, 6];

/** Bits of `runStatus` in wire order; 1 = fault. src/catalogue/README.md#enumerations. */
export const runStatusFlags: readonly string[] = [
  'restart',
  'sim',
  'signalQuality',
  'networkRegistration',
  ...centers.map((n) => `center${n}`),
  ...centers.map((n) => `center${n}Auth`),
  'batteryVoltage',
  'outputVoltage',
  'clock',
  'storage',
  'sensor1',
  'sensor2',
  'sensor3',
  'sensor4',
  'lora',
  'bootMatch',
  'cryptoModule',
  'keyNegotiation',
];

/**
 * One report of an RTU. Receive and collection time are the keys that every row has. `elapsed0`…`elapsed6` are
 * zx0–zx6, the time that each slot's sensor took. Lengths of texts are assumed (IMEI 15, ICCID 20 digits: 3GPP).
 */
export const status: RowDefinition = {
  id: 'status',
  channels: [
    number('sequence', null),
    enumeration('installState', 'installState'),
    enumeration('reportType', 'reportType'),
    flag('fastCollect'),
    flag('resend'),
    { id: 'runStatus', type: 'flagSet', flags: runStatusFlags },
    number('sendCycle', 's'),
    number('fastCollectCycle', 's'),
    number('collectionCycle', 's'),
    curve('batteryVoltage', 'V', 2),
    curve('batteryCharge', '%'),
    curve('chargeVoltage', 'V', 2),
    curve('outputVoltage', 'V', 2),
    curve('gsmVoltage', 'V', 2),
    enumeration('chargeState', 'chargeState'),
    curve('ambientTemperature', '°C', 1),
    enumeration('communicationStandard', 'communicationStandard'),
    curve('signalStrength', 'dBm'),
    curve('loraSignalStrength', 'dBm'),
    enumeration('operator', 'operator'),
    ...[0, 1, 2, 3, 4, 5, 6].map((slot) => number(`elapsed${slot}`, 'ms')),
    number('lbsLongitude', '°', 6),
    number('lbsLatitude', '°', 6),
    number('gpsLongitude', '°', 6),
    number('gpsLatitude', '°', 6),
    flag('pushData'),
    text('hardwareVersion', 32),
    text('softwareVersion', 32),
    text('bootVersion', 32),
    text('gsmVersion', 64),
    text('imei', 15),
    text('iccid', 20),
  ],
};
