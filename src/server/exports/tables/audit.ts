/** Entries of the audit that match, newest first: those that there were when the file was asked for. */
import type { MessageId } from '../../../base/messages.ts';
import { type AuditFilters, auditActions } from '../../../contract/company/audit.ts';
import { countAudit, readAudit } from '../../audit/read.ts';
import { type ExportRow, exportTable } from '../table.ts';

const pageSize = 2000;

interface Given {
  readonly filters: AuditFilters;
  /** Entries older than this id. */
  readonly end: number;
}

/** The audit trail. */
export const auditTable = exportTable<'audit', Given>('audit', {
  async prepare({ storage, viewer, query, text }) {
    const [newest] = await readAudit(storage, viewer, query, { limit: 1 });
    return {
      given: { filters: query, end: (newest?.id ?? 0) + 1 },
      subject: '',
      about: [
        ...Object.entries(query).map(
          ([name, value]) =>
            [
              `${text('exports.about.filter')} ${name}`,
              name === 'from' || name === 'to' ? new Date(Number(value)).toISOString() : String(value),
            ] as const,
        ),
        [text('exports.about.zone'), 'UTC'],
      ],
    };
  },
  async open({ reading, scope, given: { filters, end }, text }) {
    const known = new Set<string>(auditActions);
    return {
      columns: [
        { title: text('audit.id'), kind: 'number', digits: 0 },
        { title: text('audit.time'), kind: 'time', zone: 'UTC' },
        { title: text('login.account'), kind: 'text' },
        { title: text('audit.address'), kind: 'text' },
        { title: text('exports.action'), kind: 'text', width: 24 },
        { title: text('exports.act'), kind: 'text', width: 28 },
        { title: text('exports.subject'), kind: 'text' },
        { title: text('sites.csv.result'), kind: 'text', width: 10 },
        { title: text('audit.detail'), kind: 'text', width: 60 },
        { title: text('audit.hash'), kind: 'text', width: 66 },
      ],
      count: () => countAudit(reading, scope, filters),
      async *rows() {
        for (let before = end; ; ) {
          const entries = await readAudit(reading, scope, filters, { before, limit: pageSize });
          yield entries.map(
            (entry): ExportRow => [
              entry.id,
              entry.at,
              entry.accountName,
              entry.address,
              entry.action,
              known.has(entry.action) ? text(`audit.action.${entry.action}` as MessageId) : null,
              entry.subject,
              entry.result,
              entry.detail,
              entry.hash,
            ],
          );
          const oldest = entries.at(-1);
          if (oldest === undefined || entries.length < pageSize) return;
          before = oldest.id;
        }
      },
    };
  },
});
