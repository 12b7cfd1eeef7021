import { Readable } from 'node:stream';
import * as contract from '../../../contract/audit.ts';
import { verifyAudit } from '../../audit/audit.ts';
import { auditBy } from '../../audit/by.ts';
import { auditCsv } from '../../audit/csv.ts';
import { countAudit, readAudit } from '../../audit/read.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

const usual = 200;

/** The audit, for those who may read it. */
export function auditHandlers({ storage, now }: Services): readonly Binding[] {
  return [
    bind(contract.auditEntries, async ({ viewer, query }) => {
      const { before, limit = usual, ...filters } = query;
      const [entries, total] = [
        await readAudit(storage, viewer, filters, { before, limit }),
        await countAudit(storage, viewer, filters),
      ];
      return { entries, total };
    }),
    bind(contract.verifyAudit, async () => ({ brokenAt: await verifyAudit(storage.db), at: now() })),
    bind(contract.exportAudit, async (by) => {
      const { viewer, query, reply } = by;
      const [newest] = await readAudit(storage, viewer, query, { limit: 1 });
      const detail = Object.entries(query)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ');
      await storage.write((db) =>
        auditBy(db, by, { at: now(), action: 'audit.export', subject: null, detail }),
      );
      void reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .type('text/csv; charset=utf-8');
      await reply.send(Readable.from(auditCsv(storage, viewer, query, (newest?.id ?? 0) + 1)));
    }),
  ];
}
