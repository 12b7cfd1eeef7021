import * as contract from '../../../contract/exports.ts';
import { auditBy } from '../../audit/by.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

const types = {
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;
const longestDetail = 500;

/** Tables as files. */
export function exportHandlers({ exports, storage, now }: Services): readonly Binding[] {
  return [
    bind(contract.countExport, ({ viewer, language, body }) => exports.count({ viewer, language, ...body })),
    bind(contract.exportProgress, async ({ viewer }) => {
      const running = await exports.progress(viewer.userId);
      return { running: running === null ? null : { ...running } };
    }),
    bind(contract.writeExport, async (by) => {
      const { viewer, language, body, reply } = by;
      const { table, query, format } = body;
      const { file, name, rows } = await exports.write({ viewer, language, table, query }, format);
      // Whoever breaks the answer off ends the writing.
      reply.raw.once('close', () => file.destroy());
      if (reply.raw.destroyed) file.destroy();
      await storage.write((db) =>
        auditBy(db, by, {
          at: now(),
          action: 'export.write',
          subject: table,
          detail: `${format}, ${rows} rows, ${JSON.stringify(query)}`.slice(0, longestDetail),
        }),
      );
      void reply
        .header('cache-control', 'no-store')
        .header('x-rows', String(rows))
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .type(types[format]);
      await reply.send(file);
    }),
  ];
}
