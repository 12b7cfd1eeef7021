/** Word and Excel files of a report opened by LibreOffice, without a window. The long form, LONG=1. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { week, writeSiteOfReport } from '../../support/reports/site.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const missing =
  'LibreOffice is missing: apt-get install -y --no-install-recommends libreoffice-calc-nogui libreoffice-writer-nogui (its program is soffice)';
const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';

describe.runIf(process.env['LONG'] === '1')('LibreOffice', () => {
  let server: TestServer;
  let folder: string;
  let token = '';
  let id = 0;
  beforeAll(async () => {
    await promisify(execFile)('soffice', ['--version']).catch((cause: unknown) => {
      throw new Error(missing, { cause });
    });
    folder = mkdtempSync(join(tmpdir(), 'groundwatch-office-'));
    server = await startTestServer();
    await writeSiteOfReport(server);
    token = await server.login('operatorA');
    const body = {
      ...{ templateId: null, builtIn: 'monthly', projectId: 1, stationIds: [], ...week },
      ...{ languages: ['zh-chs', 'ja', 'en'], formats: ['docx', 'xlsx'] },
    };
    const { envelope } = await server.call('/rest/reports', { token, method: 'POST', body });
    ({ id } = envelope?.data as unknown as { id: number });
    await server.running.reports.whenDone(id);
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function converted(language: string, format: 'docx' | 'xlsx', to: string): Promise<string> {
    const response = await fetch(
      `${server.address}/rest/reports/${id}/file?language=${language}&format=${format}`,
      { headers: { authorization: token } },
    );
    expect(response.status).toBe(200);
    const out = join(folder, `${language}-${format}`);
    const path = join(folder, `${language}.${format}`);
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await promisify(execFile)(
      'soffice',
      [profile, '--headless', '--norestore', '--convert-to', to, '--outdir', out, path],
      { timeout: 120_000 },
    );
    return out;
  }

  it.each([
    ['zh-chs', '监测结果汇总'],
    ['ja', '観測結果一覧'],
    ['en', 'Stations and levels'],
  ])(
    'opens the Word file in %s: its words, and a page for what it says',
    async (language, word) => {
      const out = await converted(language, 'docx', 'pdf');
      const path = join(out, `${language}.pdf`);
      const { stdout } = await promisify(execFile)('pdftotext', [path, '-']);
      expect(stdout).toContain(word);
      expect(stdout).toContain('莲花 3 号边坡 斜面');
      const pictures = await promisify(execFile)('pdfimages', ['-list', path]);
      // Two axes, and the gauge.
      expect(
        pictures.stdout.split('\n').filter((line) => /\bimage\b/.test(line)).length,
      ).toBeGreaterThanOrEqual(3);
    },
    180_000,
  );

  it('opens the workbook: a sheet for each table, numbers as numbers', async () => {
    const out = await converted('en', 'xlsx', filter);
    const files = readdirSync(out);
    expect(files.map((file) => file.replace(/^en-|\.csv$/g, '')).toSorted()).toEqual(
      [
        'About',
        'Alarms and findings',
        'Arrival of data',
        'Conclusion',
        'Condition of devices',
        'Rain',
        'Remarks',
        'Stations and levels',
      ].toSorted(),
    );
    const rain = readFileSync(join(out, 'en-Rain.csv'), 'utf8');
    expect(rain).toContain('2026-03-03,"36"');
  }, 300_000);
});
