import * as contract from '../../../contract/devices/standards.ts';
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

/** Standard sets. */
export function standardHandlers({ storage, now }: Services): readonly Binding[] {
  const book: StandardBook = { storage, now };
  return [
    bind(contract.standards, ({ viewer }) => readStandards(book, viewer)),
    bind(contract.createStandard, (by) => createStandard(book, by, by.language, by.body)),
    bind(contract.updateStandard, (by) =>
      updateStandard(book, by, by.language, by.params.standardId, by.body),
    ),
    bind(contract.deleteStandard, (by) => deleteStandard(book, by, by.params.standardId)),
    bind(contract.restoreStandard, (by) => restoreStandard(book, by, by.params.standardId)),
  ];
}
