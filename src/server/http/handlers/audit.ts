import { Readable } from 'node:stream';
import { Refusal } from '../../../base/errors.ts';
import * as contract from '../../../contract/company/audit.ts';
import { companyBounds } from '../../../contract/company/company-bounds.ts';
import { auditBy } from '../../audit/by.ts';
import { auditCsv } from '../../audit/csv.ts';
import { parseHead } from '../../audit/head.ts';
import { countAudit, readAudit } from '../../audit/read.ts';
import { exportShares, Shares } from '../../shares.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

const usual = 200;

/** The audit, for those who may read it. */
export function auditHandlers({ storage, seal, now }: Services): readonly Binding[] {
  const verifications = new Shares({
    ofCompany: companyBounds.verifications,
    all: 2,
    companyBusy: 'bounds.companyVerifications',
    busy: 'bounds.verifications',
  });
  const exports = exportShares();
  return [
    bind(contract.auditEntries, async ({ viewer, query }) => {
      const { before, limit = usual, ...filters } = query;
      const [entries, total] = [
        await readAudit(storage, viewer, filters, { before, limit }),
        await countAudit(storage, viewer, filters),
      ];
      return { entries, total };
    }),
    bind(contract.verifyAudit, async ({ viewer, query }) => {
      const kept = query.head === undefined ? null : parseHead(query.head);
      if (query.head !== undefined && kept === null) throw new Refusal(422, 'audit.noHead', {}, 'head');
      return verifications.during(viewer, async () => {
        const { brokenAt, why, head } = await seal.verify(storage.db, kept);
        const saved = kept && { entryId: kept.entryId, entries: kept.entries, at: kept.at };
        return { brokenAt, why, at: now(), entries: head?.entries ?? 0, saved };
      });
    }),
    bind(contract.exportAuditHead, async (by) => {
      const { reply } = by;
      await storage.write((db) =>
        auditBy(db, by, { at: now(), action: 'audit.export', subject: 'head', detail: '' }),
      );
      const text = `${JSON.stringify(await seal.current(storage.db))}\n`;
      void reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="audit-head.json"')
        .type('text/plain; charset=utf-8');
      await reply.send(text);
    }),
    bind(contract.exportAudit, async (by) => {
      const { viewer, query, reply } = by;
      const over = exports.hold(viewer);
      reply.raw.once('close', over);
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
