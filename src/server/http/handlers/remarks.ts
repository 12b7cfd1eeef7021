import * as contract from '../../../contract/sites/remarks.ts';
import {
  addRemark,
  deleteRemark,
  editRemark,
  type RemarkBook,
  readRemarks,
  restoreRemark,
} from '../../remarks/remarks.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Remarks on stations. */
export function remarkHandlers({ storage, board, now }: Services): readonly Binding[] {
  const book: RemarkBook = { storage, board, now };
  return [
    bind(contract.remarks, ({ viewer, params }) => readRemarks(book, viewer, params.stationId)),
    bind(contract.addRemark, (by) => addRemark(book, by, by.params.stationId, by.body)),
    bind(contract.editRemark, (by) => editRemark(book, by, by.params.stationId, by.params.remarkId, by.body)),
    bind(contract.deleteRemark, (by) => deleteRemark(book, by, by.params.stationId, by.params.remarkId)),
    bind(contract.restoreRemark, (by) => restoreRemark(book, by, by.params.stationId, by.params.remarkId)),
  ];
}
