/** What one process does for somebody, asked for at another (src/server/processes). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobEnd, type NewJob, RunningJobs } from '../../../src/server/processes/running-jobs.ts';
import { Reports } from '../../../src/server/reports/reports.ts';
import { LoggerFiles } from '../../../src/server/sources/files.ts';
import { isFolderOf } from '../../../src/server/uploads/folder-mark.ts';
import { Shelf } from '../../../src/server/uploads/shelf.ts';
import { startTwo, type TwoProcesses } from '../../support/processes.ts';
import { readingCount } from '../../support/server.ts';

let two: TwoProcesses;
beforeAll(async () => {
  two = await startTwo();
});
afterAll(async () => {
  await two.stop();
});
const never = (error: unknown) => {
  throw error;
};

it('a file that one process writes is seen at the other, and a second one is not begun there', async () => {
  const viewer = {
    ...{ userId: 2, accountName: 'operatorA', roleId: 2, roleName: '', companyId: 1, companyName: 'A' },
    language: 'en',
    permissions: ['station:data:view'],
  } as const;
  const asked = { viewer, language: 'en', table: 'readings', query: { sourceId: 1, row: 'tilt' } } as const;
  const { file } = await two.a.running.exports.write(asked, 'xlsx');
  const token = await two.a.login('operatorA');
  const progress = async () =>
    (await two.b.call('/rest/exports/progress', { token })).envelope?.data as unknown as {
      running: { rows: number } | null;
    };
  // Renewed once a second.
  await expect.poll(async () => (await progress()).running?.rows, { timeout: 5000 }).toBe(readingCount);
  const body = { table: 'readings', query: { sourceId: 1, row: 'tilt' }, format: 'csv' };
  const again = () => two.b.call('/rest/exports/file', { method: 'POST', token, body });
  expect((await again()).envelope?.messageId).toBe('exports.running');
  file.destroy();
  await expect.poll(async () => (await progress()).running).toBeNull();
  const whole = await again();
  expect(whole.type).toContain('text/csv');
  expect(whole.text.trim().split('\n').length).toBeGreaterThanOrEqual(readingCount);
});

describe('a place among what is done', () => {
  const job = (subject: string, more: Partial<NewJob> = {}): NewJob => ({
    ...{ kind: 'rehearsal', subject, share: 'company 1', progress: () => 0.5, end: () => {} },
    ...more,
  });
  const rooms = () => [two.a, two.b].map(({ running }) => new RunningJobs(running.storage, never)) as never;

  it('is one over all processes, and a share has so many of them', async () => {
    const [a, b] = rooms() as [RunningJobs, RunningJobs];
    const begun = await Promise.all([a.begin(job('one')), b.begin(job('one'))]);
    expect(begun.filter((found) => found === 'busy')).toHaveLength(1);
    expect(await b.begin(job('two', { most: 1 }))).toBe('full');
    expect(await b.begin(job('two', { most: 1, share: 'company 2' }))).not.toBe('full');
    expect(await a.one('rehearsal', 'two')).toEqual({ progress: 0.5 });
    await a.stop();
    await b.stop();
    expect(await a.one('rehearsal', 'two')).toBeNull();
  });
  it('is given up when another process is asked to end it', async () => {
    const [a, b] = rooms() as [RunningJobs, RunningJobs];
    const ends: JobEnd[] = [];
    const begun = await a.begin(job('three', { end: (why) => ends.push(why) }));
    expect(await b.askEnd('rehearsal', 'three')).toBe(true);
    await expect.poll(() => ends, { timeout: 5000 }).toEqual(['wanted']);
    if (typeof begun === 'object') await begun.over();
    expect(await b.askEnd('rehearsal', 'three')).toBe(false);
    await a.stop();
  });
  it('of a process that did nothing for long is free, and that process learns of it', async () => {
    const [a, b] = rooms() as [RunningJobs, RunningJobs];
    const ends: JobEnd[] = [];
    await a.begin(job('four', { end: (why) => ends.push(why) }));
    // As if ten seconds had passed.
    await two.a.running.storage.write((db) => db.updateTable('running_jobs').set({ until: 0 }).execute());
    const begun = await b.begin(job('four'));
    expect(begun).not.toBe('busy');
    await expect.poll(() => ends, { timeout: 5000 }).toEqual(['lost']);
    // Its end takes nothing from the one that does it now.
    await a.stop();
    expect(await a.one('rehearsal', 'four')).not.toBeNull();
    await b.stop();
  });
});

describe('a report', () => {
  it('is made by either, and who waits for it learns of it at the other', async () => {
    const viewer = { userId: 2, accountName: 'operatorA', companyId: 1, roleId: 2, permissions: [] };
    const { id } = await two.a.running.reports.make(
      { viewer: viewer as never, address: '' },
      {
        ...{ templateId: null, builtIn: 'weekly', projectId: 1, stationIds: [] },
        ...{ from: Date.UTC(2025, 11, 28, 16), to: Date.UTC(2026, 0, 4, 16) },
        ...{ languages: ['en'], formats: ['pdf'] },
      },
    );
    const states = await Promise.all([two.a, two.b].map(({ running }) => running.reports.whenDone(id)));
    expect(states).toEqual(['ready', 'ready']);
    const token = await two.a.login('operatorA');
    const file = await two.b.call(`/rest/reports/${id}/file?language=en&format=pdf`, { token });
    expect([file.http, file.type]).toEqual([200, 'application/pdf']);
  });
  it('that a living process makes is not begun again; one of a process that is gone is', async () => {
    const { storage, board } = two.a.running;
    const jobs = new RunningJobs(storage, never);
    const of = { storage, board, jobs, settings: { version: 'x', edition: 'cn' as const }, failed: never };
    const [row] = await storage.db.selectFrom('reports').selectAll().limit(1).execute();
    if (row === undefined) throw new Error('no report');
    const stateOf = async () =>
      (
        await storage.db
          .selectFrom('reports')
          .select(['state', 'attempts'])
          .where('id', '=', row.id)
          .executeTakeFirstOrThrow()
      ).state;
    const begun = await jobs.begin({
      ...{ kind: 'report', subject: String(row.id), share: '', progress: () => 0, end: () => {} },
    });
    await storage.write((db) =>
      db.updateTable('reports').set({ state: 'making' }).where('id', '=', row.id).execute(),
    );
    const starting = new Reports(of);
    await starting.start();
    await starting.stop();
    expect(await stateOf()).toBe('making');
    if (typeof begun === 'object') await begun.over();
    // Whichever of the two notices it first makes it.
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('ready');
    await jobs.stop();
  });
});

describe('a folder', () => {
  it('of what people send is that of the database, or the process knows that it is not', async () => {
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'shelf-')));
    const { storage } = two.a.running;
    await storage.write((db) => db.deleteFrom('settings').where('key', '=', 'uploads.folder').execute());
    const found = [];
    for (const folder of [folders[0], folders[0], folders[1]])
      found.push(await isFolderOf(storage, new Shelf(folder ?? '')));
    expect(found).toEqual([true, true, false]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  it('that processes share has a logger’s file for all, and no start of one removes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'logger-files-'));
    const a = new LoggerFiles(folder, Date.now, true);
    const { id } = await a.take(1, {
      ...{ name: 'a.csv', stream: Readable.from(['t,x\n']), whole: async () => {} },
    });
    const b = new LoggerFiles(folder, Date.now, true);
    expect(b.find(1, id)).toMatchObject({ name: 'a.csv', bytes: 4 });
    for (const [source, file] of [
      [2, id],
      [1, `../${id}`],
    ] as const)
      expect(() => b.find(source, file)).toThrow(expect.objectContaining({ messageId: 'sources.file.gone' }));
    rmSync(folder, { recursive: true, force: true });
  });
});
