import { curve, derivedCurve, enumeration, number, relative, text } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a crack gauge; opening = length − installed length. */
export const crack: RowDefinition = {
  id: 'crack',
  channels: [
    relative(derivedCurve('opening', 'mm', 2)),
    curve('length', 'mm', 2),
    number('installedLength', 'mm', 2),
    curve('temperature', '°C', 1),
    number('range', 'mm'),
    enumeration('zeroMode', 'zeroMode'),
    number('alarmValue', 'mm', 1),
    number('collectionCycle', 's'),
    { id: 'cycleEnabled', type: 'flag', words: 'crackCycle' },
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
    text('firmware', 32),
  ],
};
