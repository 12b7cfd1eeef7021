import { enums, rows } from '../../../catalogue/index.ts';
import { type QuantityDefinition, readingNow } from '../model.ts';

/** Rows in which a device reports an alarm state of its own. */
const reporting = Object.values(rows)
  .filter(({ channels }) =>
    channels.some(
      (channel) =>
        channel.id === 'alarmState' && channel.type === 'enum' && enums[channel.values].deviceAlarm === true,
    ),
  )
  .map(({ id }) => id);

/** The alarm state that a device reports itself, as its code: 0 = normal, the others by the kind of sensor. */
export const deviceAlarmState: QuantityDefinition = {
  id: 'deviceAlarmState',
  of: 'row',
  rows: reporting,
  unit: { of: 'own', unit: null },
  args: {},
  history: () => 0,
  evaluate: (input) => {
    const code = readingNow({ ...input, element: 0 })?.values['alarmState'];
    return typeof code === 'number' ? code : null;
  },
};
