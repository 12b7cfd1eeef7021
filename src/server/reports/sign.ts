/** A report is signed by people, and sent by the channels of the alarm system. */
import { Refusal } from '../../base/errors.ts';
import { toLanguage } from '../../base/messages.ts';
import { reportBounds } from '../../base/report-words.ts';
import { formatTime } from '../../base/time-text.ts';
import type { ReportSignature } from '../../contract/reports.ts';
import { auditBy, type By } from '../audit/by.ts';
import { type Addressee, addMessage } from '../notify/message.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { keepFiles } from './files.ts';
import type { Reports } from './reports.ts';
import { mustBeReady, seenHead } from './store.ts';

/** What the two acts are done with. */
export interface Signing {
  readonly storage: Storage;
  readonly reports: Reports;
  readonly now: () => number;
  /** Messages were added. */
  readonly sent: () => void;
}

/**
 * Signs what a report is made of, under a name, and makes its files again with the signature on them.
 * @throws Refusal 404, 409 where it is not ready, was sent, or was signed by the same person or by others meanwhile
 */
export async function signReport(
  { storage, reports, now }: Signing,
  by: By,
  id: number,
  role: string,
): Promise<{ checksum: string }> {
  const row = await seenHead(storage.db, by.viewer, id);
  mustBeReady(row);
  if (row.sent_at !== null) throw new Refusal(409, 'reports.sent');
  const before = fromJson(row.signatures);
  const { accountName, userId } = by.viewer;
  if (before.some((one) => one.accountName === accountName))
    throw new Refusal(409, 'reports.signedAlready', { name: accountName });
  if (before.length >= reportBounds.signatures)
    throw new Refusal(422, 'reports.tooManySignatures', { limit: reportBounds.signatures }, 'role');
  const user = await storage.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', userId)
    .executeTakeFirst();
  const name = user?.full_name.trim() ?? '';
  const at = now();
  const signature: ReportSignature = {
    ...{ accountName, name: name === '' ? accountName : name, at, role: role.trim(), checksum: row.checksum },
  };
  const signatures = [...before, signature];
  const [made] = await reports.remake(id, signatures);
  if (made.checksum !== row.checksum)
    throw new Refusal(409, 'reports.otherVersion', { version: row.version });
  await storage.write(async (db) => {
    const kept = await db
      .updateTable('reports')
      .set({ signatures: toJson(signatures), pages: made.pages, version: reports.version })
      .where('id', '=', id)
      .where('signatures', '=', row.signatures)
      .where('sent_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (kept === undefined) throw new Refusal(409, 'reports.changed');
    await keepFiles(db, id, made);
    await auditBy(db, by, {
      ...{ at, action: 'report.sign', subject: `report:${id}` },
      detail: `${signature.role} ${row.checksum}`.trim(),
    });
  });
  return { checksum: row.checksum };
}

/**
 * Sends a report to the addresses of its project, each in their language where it was made in it. From then on it never changes.
 * @param isAttached whether its files go with the mail
 * @throws Refusal 404, 409 where it is not ready, was sent, or has a page to sign on that nobody signed; 422 without addresses
 */
export async function sendReport(
  { storage, now, sent }: Signing,
  by: By,
  id: number,
  isAttached: boolean,
): Promise<{ sent: number }> {
  const count = await storage.write(async (db) => {
    const row = await seenHead(db, by.viewer, id);
    mustBeReady(row);
    if (row.sent_at !== null) throw new Refusal(409, 'reports.sent');
    const template = fromJson(row.template);
    const isSigned = fromJson(row.signatures).length > 0;
    if (!isSigned && template.sections.some(({ type }) => type === 'signatures'))
      throw new Refusal(409, 'reports.notSigned');
    const addresses = await db
      .selectFrom('send_list')
      .selectAll()
      .where('project_id', '=', row.project_id)
      .orderBy('id')
      .execute();
    if (addresses.length === 0) throw new Refusal(422, 'reports.noAddresses', { name: row.project_name });
    const { from, to, languages } = fromJson(row.request);
    const at = now();
    for (const { id: listId, address, name, language: wanted } of addresses) {
      const language = languages.find((one) => one === toLanguage(wanted)) ?? languages[0] ?? 'en';
      const receiver: Addressee = {
        ...{ recipient: `list:${listId}`, userId: null, name, address, language },
        ...{ channel: 'mail', problem: null },
      };
      await addMessage(db, {
        ...{ companyId: row.company_id, projectId: row.project_id, alarmId: null, escalationId: null },
        ...{ kind: 'report', rank: 0, receiver, dueAt: at, now: at },
        params: {
          ...{ report: id, project: row.project_name, template: template.name, period: template.period },
          from: formatTime(from, row.time_zone, 'date'),
          to: formatTime(to - 1, row.time_zone, 'date'),
          ...{ checksum: row.checksum, attached: isAttached ? 1 : 0 },
        },
      });
    }
    await db
      .updateTable('reports')
      .set({ sent_at: at, sent_to: addresses.length })
      .where('id', '=', id)
      .execute();
    await auditBy(db, by, {
      ...{ at, action: 'report.send', subject: `report:${id}`, detail: `${addresses.length} addresses` },
    });
    return addresses.length;
  });
  sent();
  return { sent: count };
}
