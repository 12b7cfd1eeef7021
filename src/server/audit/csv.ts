import { setImmediate as turn } from 'node:timers/promises';
import { csvCell } from '../../base/csv.ts';
import type { AuditFilters } from '../../contract/company/audit.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { Storage } from '../storage/storage.ts';
import { readAudit } from './read.ts';

const pageSize = 2000;
const heads = ['id', 'at', 'account', 'address', 'action', 'subject', 'result', 'detail', 'hash'];
/** A cell on one line: whatever a device or a person wrote. */
const cell = (text: string | null) => csvCell((text ?? '').replace(/[\r\n]+/g, ' '));

/** Matching entries as CSV for spreadsheets, newest first, page by page: BOM, times in ISO form, no formulas (S51). */
export async function* auditCsv(
  storage: Storage,
  viewer: CompanyScope,
  filters: AuditFilters,
  /** Entries older than this id: of those before the file was asked for. */
  end: number,
): AsyncGenerator<string> {
  yield `\uFEFF${heads.join(',')}\r\n`;
  let before = end;
  for (;;) {
    const entries = await readAudit(storage, viewer, filters, { before, limit: pageSize });
    const oldest = entries.at(-1);
    if (oldest === undefined) return;
    yield entries
      .map(({ id, at, accountName, address, action, subject, result, detail, hash }) =>
        [
          String(id),
          new Date(at).toISOString(),
          ...[accountName, address, action, subject, result, detail, hash].map(cell),
        ].join(','),
      )
      .join('\r\n')
      .concat('\r\n');
    before = oldest.id;
    // Others are answered between two pages: a database in the process never waits by itself.
    await turn();
  }
}
