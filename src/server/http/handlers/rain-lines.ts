import * as contract from '../../../contract/sites/rain-lines.ts';
import { readRainLines, setRainLine } from '../../sites/rain-lines.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Own lines of intensity and duration. */
export function rainLineHandlers(services: Services): readonly Binding[] {
  return [
    bind(contract.rainLinesOfStation, ({ viewer, params }) =>
      readRainLines(services.storage.db, viewer, params.stationId),
    ),
    bind(contract.setRainLine, (by) => setRainLine(services, by, by.params.stationId, by.body)),
  ];
}
