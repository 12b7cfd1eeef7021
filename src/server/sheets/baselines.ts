import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import { kindByCode } from '../../catalogue/index.ts';
import type { NumberChannel, RowId } from '../../catalogue/model.ts';
import { lastSlot } from '../../catalogue/slots.ts';
import { channelMessage } from '../../derive/messages.ts';
import { type InitialValue, ownInitials } from '../../domain/baseline.ts';
import { checkByHand, insertBaseline, withdrawWithin } from '../sites/baselines/edit.ts';
import {
  type CellMeaning,
  type Cells,
  cellOf,
  momentCell,
  namedCell,
  neededCell,
  numberCell,
  StationCells,
  visibleSensors,
  wholeCell,
} from './cells.ts';
import { RowFaults } from './row-faults.ts';
import type { SheetWay } from './way.ts';

interface NewValue {
  readonly sensorId: number;
  readonly t: number;
  readonly initial: InitialValue;
  readonly reason: string;
}

const [mostElement, longestReason] = [128, 200];

/** What a row gives an initial value of. @throws Refusal 422 */
function initialCell(cells: Cells, kind: number, element: number | null): Omit<InitialValue, 'value'> {
  const rows = kindByCode(kind)?.rows ?? [];
  const channels = rows.flatMap((row): readonly CellMeaning<{ row: RowId; channel: NumberChannel }>[] =>
    ownInitials(row, element !== null).map((channel) => ({
      ...{ value: { row, channel }, ids: [channel.id, `${row}.${channel.id}`] },
      message: channelMessage(row, channel.id),
    })),
  );
  if (channels.length === 0) throw new Refusal(422, 'baselines.noChannel', {}, 'slot');
  const { row, channel } = namedCell(cells, 'channel', channels);
  return { row, channel: channel.id, element: element ?? (ownInitials(row, true).length > 0 ? null : 0) };
}

/** Initial values by hand. Rows of one sensor and moment become one, with the reason of the first. */
export const baselineSheet: SheetWay<NewValue> = {
  async begin(db, { by, now }) {
    const stations = await StationCells.read(db, by.viewer);
    const sensors = new Map(
      (
        await visibleSensors(db, by.viewer)
          .select(['sensors.id', 'sensors.rtu_id', 'sensors.slot', 'sensors.kind'])
          .where('sensors.retired_at', 'is', null)
          .execute()
      ).map((sensor) => [`${sensor.rtu_id}/${sensor.slot}`, sensor]),
    );
    const taken = new Set<string>();
    return {
      name: ({ cells }) =>
        `${cellOf(cells, 'station')}/${cellOf(cells, 'slot')} ${cellOf(cells, 'channel')}`.trim(),
      async read({ cells }) {
        const faults = new RowFaults();
        const station = faults.try(() => stations.of(cells));
        const slot = faults.try(() => wholeCell(cells, 'slot', 0, lastSlot));
        const sensor = faults.try(() => {
          if (station === null || slot === null) return null;
          const found = sensors.get(`${station.rtuId}/${slot}`);
          if (found === undefined) throw new Refusal(422, 'sheets.noSensor', { slot }, 'slot');
          return found;
        });
        const element = faults.try(() =>
          cellOf(cells, 'element') === '' ? undefined : wholeCell(cells, 'element', 1, mostElement),
        );
        const named =
          sensor === null || element === null
            ? null
            : faults.try(() => initialCell(cells, sensor.kind, element ?? null));
        const value = faults.try(() => numberCell(cells, 'value'));
        const t = faults.try(() => {
          // Without its station nobody knows by which clocks.
          const from = momentCell(cells, 'from', station?.timeZone ?? 'UTC');
          if (station !== null && from > now) throw new Refusal(422, 'baselines.future', {}, 'from');
          return from;
        });
        const reason = faults.try(() => {
          const text = neededCell(cells, 'reason');
          if (text.length > longestReason)
            throw new Refusal(422, 'bound.maxLength', { limit: longestReason }, 'reason');
          return text;
        });
        const initial = named === null || value === null ? null : { ...named, value };
        if (sensor !== null && initial !== null && t !== null)
          faults.try(() => {
            try {
              checkByHand(sensor.kind, initial, t);
            } catch (refused) {
              if (!(refused instanceof Refusal)) throw refused;
              throw new Refusal(422, refused.messageId, refused.params, 'value');
            }
            const place = `${sensor.id} ${t} ${initial.row}.${initial.channel}.${initial.element}`;
            if (taken.has(place))
              throw new Refusal(422, 'baselines.twice', { channel: cellOf(cells, 'channel') }, 'channel');
            taken.add(place);
          });
        faults.check();
        if (sensor === null || initial === null || t === null || reason === null) return null;
        return { sensorId: sensor.id, t, initial, reason };
      },
    };
  },
  async store(db, { by, now }, things) {
    const groups = groupBy(things, ({ sensorId, t }) => `${sensorId} ${t}`);
    const made: number[] = [];
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      const { sensorId, t, reason } = first;
      const initialValues = group.map(({ initial }) => initial);
      made.push(await insertBaseline(db, by, sensorId, { t, how: 'hand', initialValues, reason, now }));
    }
    return { ids: made };
  },
  /** They are withdrawn: those before them are in force again. */
  async undo(db, by, made, now) {
    if (made.length === 0) return;
    const rows = await db
      .selectFrom('baselines')
      .select(['id', 'sensor_id'])
      .where('id', 'in', made)
      .execute();
    for (const { id, sensor_id: sensorId } of rows)
      await withdrawWithin(db, by, sensorId, id, 'import undone', now);
  },
};
