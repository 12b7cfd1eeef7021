import { Refusal } from '../../base/errors.ts';
import { allKinds, enumValues } from '../../catalogue/index.ts';
import type { EnumId } from '../../catalogue/model.ts';
import { lastSlot } from '../../catalogue/slots.ts';
import { enumValueMessage, kindMessage } from '../../derive/messages.ts';
import { checkKindOf } from '../sites/edit/own-kinds.ts';
import { insertSensor, retireWithin, type SensorDraft } from '../sites/edit/sensors.ts';
import {
  type CellMeaning,
  type Cells,
  cellOf,
  namedCell,
  numberCell,
  StationCells,
  visibleSensors,
  wholeCell,
} from './cells.ts';
import { EntryCells } from './entries.ts';
import { RowFaults } from './row-faults.ts';
import type { SheetWay } from './way.ts';

interface NewSensor {
  readonly rtuId: number;
  readonly body: SensorDraft;
}

const longestName = 80;
/** Degrees; as by hand (contract/sites). */
const mostAzimuth = 359.9;

const valuesOf = (id: EnumId): readonly CellMeaning<number>[] =>
  enumValues[id].map((value, code) => ({
    ...{ value: code, ids: [value, code], message: enumValueMessage(id, value) },
  }));

function optional(cells: Cells, column: 'installState' | 'mountMode', otherwise: number): number {
  return cellOf(cells, column) === '' ? otherwise : namedCell(cells, column, valuesOf(column));
}

function nameCell(cells: Cells): string | null {
  const name = cellOf(cells, 'name');
  if (name.length > longestName) throw new Refusal(422, 'bound.maxLength', { limit: longestName }, 'name');
  return name === '' ? null : name;
}

function azimuthCell(cells: Cells): number {
  const azimuth = cellOf(cells, 'mountAzimuth') === '' ? 0 : numberCell(cells, 'mountAzimuth');
  if (azimuth < 0 || azimuth > mostAzimuth)
    throw new Refusal(422, 'bound.between', { low: 0, high: mostAzimuth }, 'mountAzimuth');
  return azimuth;
}

/** Sensors on free slots. Installed, by its own coordinates and to the north, where nothing else is said. */
export const sensorSheet: SheetWay<NewSensor> = {
  async begin(db, { by }) {
    const stations = await StationCells.read(db, by.viewer);
    const kinds: readonly CellMeaning<number>[] = allKinds()
      .filter(({ rows, computed }) => rows.length > 0 && !computed)
      .map(({ code, id }) => ({ value: code, ids: [id, code], message: kindMessage(id) }));
    const entries = new EntryCells(db);
    const taken = new Set(
      (await visibleSensors(db, by.viewer).select(['sensors.rtu_id', 'sensors.slot']).execute()).map(
        ({ rtu_id: rtuId, slot }) => `${rtuId}/${slot}`,
      ),
    );
    return {
      name: ({ cells }) => `${cellOf(cells, 'station')}/${cellOf(cells, 'slot')}`,
      async read({ cells }) {
        const faults = new RowFaults();
        const station = faults.try(() => stations.of(cells));
        const slot = faults.try(() => wholeCell(cells, 'slot', 0, lastSlot));
        const kind = faults.try(() => namedCell(cells, 'kind', kinds));
        if (station !== null && kind !== null)
          await faults.wait(() => checkKindOf(db, kind, station.companyId));
        const name = faults.try(() => nameCell(cells));
        const installState = faults.try(() => optional(cells, 'installState', 1));
        const mountMode = faults.try(() => optional(cells, 'mountMode', 0));
        const mountAzimuth = faults.try(() => azimuthCell(cells));
        const position =
          station === null || cellOf(cells, 'position') === ''
            ? null
            : await faults.wait(() => entries.one(cells, 'position', 'position', station.companyId));
        if (station !== null && slot !== null)
          faults.try(() => {
            const place = `${station.rtuId}/${slot}`;
            if (taken.has(place)) throw new Refusal(422, 'sites.taken', { value: slot }, 'slot');
            taken.add(place);
          });
        faults.check();
        if (station === null || slot === null || kind === null) return null;
        if (installState === null || mountMode === null || mountAzimuth === null) return null;
        const body = { slot, kind, name, installState, mountMode, mountAzimuth, position };
        return { rtuId: station.rtuId, body };
      },
    };
  },
  async store(db, { by, now }, things) {
    const made: number[] = [];
    for (const { rtuId, body } of things) made.push(await insertSensor(db, by, rtuId, body, now));
    return { ids: made };
  },
  /** Sensors are taken out of use: what they measured stays, and their slots are free. */
  async undo(db, by, made, now) {
    for (const id of made) await retireWithin(db, by, id, now);
  },
};
