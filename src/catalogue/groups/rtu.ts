import { assumed, bounded, ofDevice, option, published, section, toggle } from '../fields.ts';
import type { GroupDefinition, NumberField, ParameterField } from '../model.ts';

const stranding = { stranding: true } as const;

/** Data centre n (1–6) that the RTU reports to. A host is a name or an IP address; lengths are those of DNS. */
const center = (n: number): readonly ParameterField[] => [
  { ...toggle(`center${n}Enabled`, n === 1), lifeline: true, ...stranding },
  {
    id: `center${n}Host`,
    type: 'text',
    maxLength: 253,
    format: 'host',
    default: '',
    source: assumed,
    ...stranding,
  },
  { ...bounded(`center${n}Port`, null, 0, [1, 65_535], 1883, published), ...stranding },
  { ...option(`center${n}Protocol`, 'centerProtocol', 'mqtt'), ...stranding },
  ofDevice('identity', {
    id: `center${n}AuthId`,
    type: 'text',
    maxLength: 32,
    default: '',
    source: assumed,
    ...stranding,
  }),
  ofDevice('identity', { id: `center${n}Key`, type: 'secret', maxLength: 64, source: assumed, ...stranding }),
];

/** Carrier frequency of a LoRa module: the 433/470/490 MHz band or the 868/915/920 MHz band. */
export const loraFrequency = (id: string): NumberField => ({
  id,
  type: 'number',
  unit: 'MHz',
  digits: 3,
  ranges: [
    [410, 525],
    [863, 928],
  ],
  default: 470,
  source: published,
});

/** The RTU: cycles, resend, power, centres, network, LoRa, clock. */
export const rtu: GroupDefinition = {
  id: 'rtu',
  fields: [
    ...section('reporting', [
      { ...bounded('sendCycle', 's', 0, [60, 64_800], 3600, published), step: 60 },
      bounded('collectionCycle', 's', 0, [60, 64_800], 600, published),
    ]),
    ...section('fastCollect', [
      toggle('fastCollect', false),
      bounded('fastCollectCycle', 's', 0, [10, 3600], 300, assumed),
      bounded('fastCollectDuration', 'min', 0, [10, 1440], 120, assumed),
    ]),
    ...section('resend', [
      toggle('resend', true),
      bounded('maxResend', null, 0, [0, 1000], 200, published),
      bounded('retryCount', null, 0, [0, 10], 3, assumed),
      bounded('retryInterval', 's', 0, [1, 65_535], 60, published),
    ]),
    ...section('power', [bounded('lowBattery', 'V', 1, [3, 14], 11.5, assumed)]),
    ...section('centers', [1, 2, 3, 4, 5, 6].flatMap(center)),
    ...section('network', [
      { id: 'apn', type: 'text', maxLength: 63, default: '', source: assumed, ...stranding },
      ofDevice('identity', {
        id: 'apnUser',
        type: 'text',
        maxLength: 63,
        default: '',
        source: assumed,
        ...stranding,
      }),
      ofDevice('identity', {
        id: 'apnPassword',
        type: 'secret',
        maxLength: 63,
        source: assumed,
        ...stranding,
      }),
      { ...option('standardPreference', 'standardPreference', 'auto'), ...stranding },
    ]),
    ...section('lora', [
      { ...loraFrequency('loraFrequency'), ...stranding },
      { ...option('loraBandwidth', 'loraBandwidth', '125'), ...stranding },
      { ...option('loraCodingRate', 'loraCodingRate', '4/5'), ...stranding },
      { ...bounded('loraSpreadingFactor', null, 0, [7, 12], 9, published), ...stranding },
      { ...bounded('loraPower', 'dBm', 0, [2, 22], 17, assumed), ...stranding },
    ]),
    ...section('clock', [
      toggle('timeSync', true),
      ofDevice('installation', { ...bounded('timeZone', 'min', 0, [-720, 840], 480, published), step: 15 }),
      bounded('clockOffsetAlarm', 's', 0, [1, 600], 60, assumed),
    ]),
  ],
  rules: [
    { type: 'lessOrEqual', left: 'collectionCycle', right: 'sendCycle' },
    { type: 'divides', left: 'collectionCycle', right: 'sendCycle' },
    { type: 'less', left: 'fastCollectCycle', right: 'sendCycle' },
  ],
};
