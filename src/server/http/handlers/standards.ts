import * as contract from '../../../contract/devices/standards.ts';
import { assignStandard, readDrift } from '../../standards/assign.ts';
import { repairStandard } from '../../standards/repair.ts';
import {
  createStandard,
  deleteStandard,
  readStandards,
  restoreStandard,
  type StandardBook,
  updateStandard,
} from '../../standards/standards.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Standard sets, and what is held against them. */
export function standardHandlers({ storage, now, driftWatch, delivery }: Services): readonly Binding[] {
  const book: StandardBook = { storage, now };
  /** What was changed is looked at at once. */
  const looked = async <T>(changed: Promise<T>): Promise<T> => {
    const answer = await changed;
    driftWatch.changed();
    return answer;
  };
  return [
    bind(contract.standards, ({ viewer }) => readStandards(book, viewer)),
    bind(contract.createStandard, (by) => createStandard(book, by, by.language, by.body)),
    bind(contract.updateStandard, (by) =>
      looked(updateStandard(book, by, by.language, by.params.standardId, by.body)),
    ),
    bind(contract.deleteStandard, (by) => deleteStandard(book, by, by.params.standardId)),
    bind(contract.restoreStandard, (by) => looked(restoreStandard(book, by, by.params.standardId))),
    bind(contract.assignStandard, (by) => looked(assignStandard(book, by, by.params.standardId, by.body))),
    bind(contract.standardDrift, ({ viewer, params }) => readDrift(book, viewer, params.standardId)),
    bind(contract.repairStandard, (by) =>
      repairStandard(delivery.store, by, by.language, by.params.standardId),
    ),
  ];
}
