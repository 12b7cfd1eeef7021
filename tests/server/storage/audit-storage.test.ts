/** The audit is read, cut to a company and verified alike on both dialects; so is what parameters cost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAudit, verifyAudit } from '../../../src/server/audit/audit.ts';
import { auditCsv } from '../../../src/server/audit/csv.ts';
import { countAudit, readAudit } from '../../../src/server/audit/read.ts';
import { readKnown } from '../../../src/server/impact/known.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import type { ReportedValues } from '../../../src/server/storage/schema.ts';
import { openBoth } from '../../support/storage-fixture.ts';

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(1);
  for (const { storage } of Object.values(both.fixtures))
    await storage.write(async (db) => {
      const subjects = ['company:1', 'project:1', 'station:2', 'rtu:3', 'sensor:1', 'station:99', 'role:1'];
      for (const [index, subject] of subjects.entries())
        await appendAudit(db, {
          at: 1000 + index,
          userId: null,
          accountName: 'Staff',
          address: '10.0.0.1',
          action: 'sites.import',
          subject,
          result: 'ok',
          detail: `50 %_\\ ${index}`,
        });
      await db
        .insertInto('parameters')
        .values([
          { rtu_id: 1, slot: -1, reported: toJson<ReportedValues>({ 'rtu/sendCycle': [600, 1, 1] }) },
          { rtu_id: 1, slot: 0, reported: toJson<ReportedValues>({ 'mems/threshold': [0.5, 1, 1] }) },
          { rtu_id: 2, slot: -1, reported: toJson<ReportedValues>({ 'rtu/sendCycle': [60, 1, 1] }) },
        ])
        .execute();
    });
});
afterAll(() => both?.close());

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const storage = () => both.fixtures[dialect].storage;
  const read = async (companyId: number | null, filters: object = {}) =>
    (await readAudit(storage(), { companyId }, filters, { limit: 100 })).map(({ subject }) => subject);

  test('a company reads what belongs to it', async () => {
    expect(await read(null)).toHaveLength(7);
    expect(await read(1)).toEqual(['sensor:1', 'rtu:3', 'station:2', 'project:1', 'company:1']);
    expect(await read(2)).toEqual([]);
    expect(await countAudit(storage(), { companyId: 1 }, {})).toBe(5);
  });
  test('texts are looked for as they are, whatever they mean to the database', async () => {
    expect(await read(null, { text: '%_\\ 3' })).toEqual(['rtu:3']);
    expect(await read(null, { text: '%3' })).toEqual([]);
    expect(await read(1, { account: 'staff', subject: 'station:' })).toEqual(['station:2']);
    expect(await read(null, { action: 'sites', from: 1002, to: 1004 })).toEqual(['rtu:3', 'station:2']);
  });
  test('the chain is whole, and the file holds every line', async () => {
    expect(await verifyAudit(storage().db)).toBeNull();
    let text = '';
    for await (const part of auditCsv(storage(), { companyId: 1 }, {}, 1_000_000)) text += part;
    expect(text.trimEnd().split('\r\n')).toHaveLength(6);
  });
  test('parameters are those of the device', async () => {
    const known = await readKnown(storage().db, 1);
    expect(known(null, 'rtu')).toEqual({ sendCycle: 600 });
    expect(known(0, 'mems')).toEqual({ threshold: 0.5 });
    expect(known(0, 'rtu')).toEqual({});
  });
});
