import { enumeration, flag } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** State of a warning horn. */
export const horn: RowDefinition = {
  id: 'horn',
  channels: [
    enumeration('moduleType', 'hornModuleType'),
    enumeration('bandwidth', 'loraBandwidth'),
    enumeration('codingRate', 'loraCodingRate'),
    enumeration('protocol', 'hornProtocol'),
    enumeration('link', 'hornLink'),
    flag('sounding'),
    { id: 'lastPlayedAt', type: 'time' },
    enumeration('runState', 'runState'),
  ],
};
