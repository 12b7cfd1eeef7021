import * as contract from '../../../contract/devices/baselines.ts';
import { addBaseline, type BaselineBook, withdrawBaseline } from '../../sites/baselines/edit.ts';
import { readBaselines } from '../../sites/baselines/read.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Initial values of sensors. */
export function baselineHandlers({ storage, board, now }: Services): readonly Binding[] {
  const book: BaselineBook = { storage, now };
  return [
    bind(contract.stationBaselines, async ({ viewer, params }) => {
      const { site } = board.one(viewer, params.stationId);
      return {
        sensors: await Promise.all(
          site.sensors.map(async ({ id }) => ({
            sensorId: id,
            baselines: (await readBaselines(storage.db, id)).map(
              ({ sensorId: _, initialValues, withdrawn, ...baseline }) => ({
                ...baseline,
                initialValues: initialValues.map((initial) => ({ ...initial })),
                withdrawn: withdrawn === null ? null : { ...withdrawn },
              }),
            ),
          })),
        ),
      };
    }),
    bind(contract.addBaseline, (by) => addBaseline(book, by, by.params.sensorId, by.body)),
    bind(contract.withdrawBaseline, (by) =>
      withdrawBaseline(book, by, by.params.sensorId, by.params.baselineId, by.body.reason),
    ),
  ];
}
