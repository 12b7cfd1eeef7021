/** The files of a report that go with its mail. */

import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import type { Dispatch } from './outbox.ts';

export interface LetterFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** What mail servers usually take, with what encoding adds to it. Assumed. */
const mostBytes = 15 * 1024 * 1024;

/** Number of the report that a delivery brings; null = it brings none. */
export function reportOf({ messages: [first] }: Dispatch): number | null {
  if (first?.kind !== 'report') return null;
  return Number(fromJson(first.params)['report'] ?? 0) || null;
}

/** The files in the reader's language; without those that would make the mail too large. */
export async function reportFilesOf({ db }: Storage, delivery: Dispatch): Promise<readonly LetterFile[]> {
  const [first] = delivery.messages;
  const id = reportOf(delivery);
  if (id === null || first === undefined || fromJson(first.params)['attached'] !== 1) return [];
  const rows = await db
    .selectFrom('report_files')
    .select(['format', 'bytes'])
    .where('report_id', '=', id)
    .where('language', '=', first.language as 'en')
    .where('format', '!=', 'pages')
    .where('size', '<=', mostBytes)
    .orderBy('format', 'desc')
    .execute();
  const found: LetterFile[] = [];
  let size = 0;
  for (const { format, bytes } of rows) {
    size += bytes.length;
    if (size > mostBytes) break;
    found.push({ name: `report-${id}.${format}`, type: types[format] ?? '', bytes: Buffer.from(bytes) });
  }
  return found;
}
