import * as contract from '../../../contract/devices/matrix.ts';
import { readMatrix } from '../../standards/matrix.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** What the fleet's devices have. */
export function matrixHandlers({ storage }: Services): readonly Binding[] {
  return [bind(contract.matrix, ({ viewer, query }) => readMatrix(storage.db, viewer, query))];
}
