/** Reports over HTTP as a user asks for them: their numbers against a calculation of the test, their files, what is refused. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import type { ReportHead } from '../../../src/contract/reports.ts';
import { builtInTemplate } from '../../../src/domain/reports/template.ts';
import { RunningJobs } from '../../../src/server/processes/running-jobs.ts';
import { unpackModel } from '../../../src/server/reports/make.ts';
import { Reports } from '../../../src/server/reports/reports.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import {
  cycle,
  gap,
  rainAt,
  rainTimes,
  tiltAt,
  tiltTimes,
  week,
  writeSiteOfReport,
} from '../../support/reports/site.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const day = 86_400_000;
/** How much the tilt moved, as it is written. */
const moved = `+${(tiltAt(tiltTimes().at(-1) ?? 0).x - tiltAt(tiltTimes()[0] ?? 0).x).toFixed(4)}`;
const asked = {
  ...{ templateId: null, builtIn: 'weekly', projectId: 1, stationIds: [] },
  ...{ ...week, languages: ['en', 'zh-chs', 'ja'], formats: ['pdf', 'docx', 'xlsx'] },
};

let mail: MailServer;
let server: TestServer;
let token = '';
let gauge = 0;
let folder = '';
let made: ReportHead;

const call = async (path: string, options: { method?: string; body?: unknown; token?: string } = {}) =>
  server.call(path, { token, ...options });
async function make(body: object = {}): Promise<ReportHead> {
  const { envelope } = await call('/rest/reports', { method: 'POST', body: { ...asked, ...body } });
  const { id } = envelope?.data as unknown as { id: number };
  await server.running.reports.whenDone(id);
  return one(id);
}
const one = async (id: number) =>
  ((await call(`/rest/reports/${id}`)).envelope?.data as unknown as { report: ReportHead }).report;
async function fileOf(id: number, language: string, format: string): Promise<Buffer> {
  const response = await fetch(
    `${server.address}/rest/reports/${id}/file?language=${language}&format=${format}`,
    {
      headers: { authorization: token },
    },
  );
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
/** Text of a PDF as poppler reads it, without what its columns put between. */
function pdfText(bytes: Buffer): string {
  const path = join(folder, `file-${bytes.length}.pdf`);
  writeFileSync(path, bytes);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}
const pdfInfo = (bytes: Buffer, program: 'pdffonts' | 'pdfinfo') => {
  const path = join(folder, `info-${bytes.length}.pdf`);
  writeFileSync(path, bytes);
  return execFileSync(program, [path], { encoding: 'utf8' });
};
const modelOf = async (id: number) => {
  const { model } = await server.running.storage.db
    .selectFrom('reports')
    .select('model')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return unpackModel(Uint8Array.from(model ?? []));
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-reports-'));
  mail = await startMailServer();
  server = await startTestServer({
    environment: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'watch@example.org',
      PUBLIC_URL: 'https://watch.example.org',
    },
  });
  gauge = await writeSiteOfReport(server);
  token = await server.login('operatorA');
  made = await make();
}, 300_000);
afterAll(async () => {
  await server.stop();
  await mail.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the numbers of a report', () => {
  it('are those of the readings', async () => {
    const { stations } = await modelOf(made.id);
    expect(stations.map(({ code }) => code)).toEqual(['A-1']);
    const sensors = stations[0]?.sensors ?? [];
    expect(sensors.map(({ id, channel }) => [id, channel])).toEqual([
      [1, 'x'],
      [1, 'y'],
      [gauge, 'amount'],
    ]);
    const times = tiltTimes();
    for (const axis of ['x', 'y'] as const) {
      const values = times.map((t) => tiltAt(t)[axis]);
      const figures = sensors.find(({ channel }) => channel === axis)?.figures;
      expect(figures?.readings).toBe(values.length);
      expect(figures?.first).toBeCloseTo(values[0] ?? Number.NaN, 6);
      expect(figures?.last).toBeCloseTo(values.at(-1) ?? Number.NaN, 6);
      expect(figures?.least).toBeCloseTo(Math.min(...values), 6);
      expect(figures?.most).toBeCloseTo(Math.max(...values), 6);
      expect(figures?.change).toBeCloseTo((values.at(-1) ?? 0) - (values[0] ?? 0), 6);
    }
    // An even movement has its own slope, whatever is missing of it.
    expect(sensors[0]?.figures?.rate?.perDay).toBeCloseTo(0.02, 4);
    expect(sensors[0]?.figures?.forecast).toBeNull();
  });

  it('count what was due and what came, with the gap', async () => {
    const sensor = (await modelOf(made.id)).stations[0]?.sensors[0];
    const due = (week.to - week.from) / (cycle * 1000);
    expect(sensor?.arrival.expected).toBe(due);
    expect(sensor?.arrival.received).toBe(tiltTimes().length);
    const [longest] = sensor?.gaps ?? [];
    expect(longest?.from).toBe(gap.from - cycle * 1000);
    expect(longest?.to).toBe(gap.to);
  });

  it('sum rain by days of the project', async () => {
    const days = (await modelOf(made.id)).stations[0]?.sensors[2]?.days ?? [];
    const wanted = Array.from({ length: 7 }, (_, i) => {
      const [from, to] = [week.from + i * day, week.from + (i + 1) * day];
      const own = rainTimes().filter((t) => t > from && t <= to);
      return { from, amount: own.reduce((sum, t) => sum + rainAt(t), 0) };
    });
    expect(days.map(({ from }) => from)).toEqual(wanted.map(({ from }) => from));
    for (const [i, { amount }] of wanted.entries()) expect(days[i]?.amount).toBeCloseTo(amount, 6);
    expect(wanted.map(({ amount }) => Number(amount.toFixed(1)))).toEqual([0, 36, 0, 0, 2.4, 0, 0]);
  });

  it('leave the gap open in the curve', async () => {
    const curve = (await modelOf(made.id)).stations[0]?.sensors[0]?.curve;
    const t = curve?.t ?? [];
    const apart = t.slice(1).filter((at, i) => at - (t[i] ?? 0) > (curve?.breakAfter ?? 0));
    expect(apart).toHaveLength(1);
    expect(apart[0]).toBeGreaterThanOrEqual(gap.to);
  });
});

describe('the files of a report', () => {
  it.each([
    [
      'en',
      ['Weekly monitoring report 10/2026', 'Stations and levels', 'Arrival of data', '36.0 mm on 2026-03-03'],
    ],
    ['zh-chs', ['监测周报 2026 年第 10 周', '监测结果汇总', '数据到报情况', '本期所有测站均未达到报警等级']],
    [
      'ja',
      [
        '観測週報 2026年 第10週',
        '観測結果一覧',
        'データの到着状況',
        '期間中、いずれの観測局もレベルに達しませんでした',
      ],
    ],
  ] as const)('is a PDF in %s whose words are found', async (language, words) => {
    const bytes = await fileOf(made.id, language, 'pdf');
    const text = pdfText(bytes);
    for (const word of [...words, '莲花边坡监测', '莲花 3 号边坡 斜面', moved])
      expect(text.replaceAll('\u00a0', ' '), word).toContain(word);
    expect(pdfInfo(bytes, 'pdfinfo')).toMatch(new RegExp(`Pages: +${made.pages}\\b[\\s\\S]*A4`));
    const fonts = pdfInfo(bytes, 'pdffonts')
      .split('\n')
      .slice(2)
      .filter((line) => line !== '');
    expect(fonts.length).toBeGreaterThan(0);
    // Embedded, in part, with what makes them searchable.
    for (const line of fonts) expect(line).toMatch(/yes yes yes/);
    expect(bytes.length).toBeLessThan(1_000_000);
  });

  it('is a workbook with numbers as numbers', async () => {
    const book = read(await fileOf(made.id, 'en', 'xlsx'));
    const sheet = book.Sheets['Stations and levels'];
    // Two heads; columns: station, name, quantity, first, last, change, rate.
    expect(sheet?.['A3']?.v).toBe('A-1');
    expect(sheet?.['D3']?.v).toBeCloseTo(tiltAt(tiltTimes()[0] ?? 0).x, 6);
    expect(sheet?.['E3']?.v).toBeCloseTo(tiltAt(tiltTimes().at(-1) ?? 0).x, 6);
    const rain = book.Sheets['Rain'];
    expect(rain?.['B4']?.v).toBeCloseTo(36, 6);
  });

  it('is a Word document with its words and pictures', async () => {
    const path = join(folder, 'report.docx');
    writeFileSync(path, await fileOf(made.id, 'zh-chs', 'docx'));
    const entries = execFileSync('unzip', ['-l', path], { encoding: 'utf8' });
    // Two axes, and the gauge.
    expect(entries.match(/word\/media\/picture\d+\.png/g)).toHaveLength(3);
    const xml = execFileSync('unzip', ['-p', path, 'word/document.xml'], { encoding: 'utf8' });
    for (const word of ['监测结果汇总', '莲花 3 号边坡 斜面', moved]) expect(xml).toContain(word);
  });

  it('are made again byte for byte', async () => {
    const { envelope } = await call(`/rest/reports/${made.id}/verify`, { method: 'POST' });
    const { same, files } = envelope?.data as unknown as {
      same: boolean;
      files: { checksum: string; again: string }[];
    };
    expect(files).toHaveLength(9);
    for (const { checksum, again } of files) expect(again).toBe(checksum);
    expect(same).toBe(true);
  });

  it('are found out where one was changed', async () => {
    const { storage } = server.running;
    const other = await make({ languages: ['en'], formats: ['pdf'] });
    await storage.write((db) =>
      db
        .updateTable('report_files')
        .set({ checksum: '00' })
        .where('report_id', '=', other.id)
        .where('format', '=', 'pdf')
        .execute(),
    );
    const { envelope } = await call(`/rest/reports/${other.id}/verify`, { method: 'POST' });
    expect((envelope?.data as unknown as { same: boolean }).same).toBe(false);
  });

  it('shows the pages that the PDF has', async () => {
    const { envelope } = await call(`/rest/reports/${made.id}/pages?language=ja&first=2&count=1`);
    const { pages, total } = envelope?.data as unknown as {
      pages: { marks: { k: string; v?: string }[] }[];
      total: number;
    };
    expect([pages.length, total]).toEqual([1, made.pages]);
    const texts = pages[0]?.marks.flatMap(({ v }) => v ?? []) ?? [];
    expect(texts).toContain('1  総括');
    expect(texts).toContain(`2 / ${made.pages}`);
  });
});

describe('what is wrong', () => {
  const template = { ...builtInTemplate('weekly'), name: 'Own' };
  it.each([
    [{ ...template, sections: [] }, 'reports.template.noSections', 'sections'],
    [{ ...template, name: '  ' }, 'reports.template.noName', 'name'],
    [{ ...template, name: 'x'.repeat(81) }, 'reports.template.longName', 'name'],
    [{ ...template, sections: [{ type: 'rain' }, { type: 'rain' }] }, 'reports.template.twice', 'sections'],
    [{ ...template, sections: [{ type: 'text', text: ' ' }] }, 'reports.template.noText', 'sections'],
    [
      { ...template, sections: Array.from({ length: 25 }, () => ({ type: 'text', text: 'x' })) },
      'reports.template.tooManySections',
      'sections',
    ],
  ])('of a template is said with its field: %#', async (wrong, messageId, field) => {
    const { envelope } = await call('/rest/report-templates', {
      method: 'POST',
      body: { companyId: null, template: wrong },
    });
    expect(envelope).toMatchObject({ status: 422, messageId, field });
    const { templates } = (await call('/rest/report-templates')).envelope?.data as unknown as {
      templates: unknown[];
    };
    expect(templates).toHaveLength(3);
  });

  it('takes a template at its bounds, and makes a report of it', async () => {
    const right = {
      ...template,
      name: 'x'.repeat(80),
      sections: [
        { type: 'cover', client: 'Town of Lianhua', author: '', mark: 'confidential' },
        ...Array.from({ length: 23 }, (_, i) => ({
          type: 'text',
          heading: `Part ${i}`,
          text: `What is said ${i}`,
        })),
      ],
    };
    const { envelope } = await call('/rest/report-templates', {
      method: 'POST',
      body: { companyId: null, template: right },
    });
    const { id } = envelope?.data as unknown as { id: number };
    const own = await make({ templateId: id, languages: ['en'], formats: ['pdf'] });
    expect(own).toMatchObject({ state: 'ready', name: 'x'.repeat(80), templateRevision: 1 });
    const text = pdfText(await fileOf(own.id, 'en', 'pdf'));
    for (const word of ['Town of Lianhua', 'confidential', '23 Part 22', 'What is said 22'])
      expect(text.replace(/ +/g, ' ')).toContain(word);
    // A change makes a revision; one that is based on an older one is refused.
    const change = (revision: number) =>
      call(`/rest/report-templates/${id}`, {
        method: 'PUT',
        body: { revision, template: { ...right, name: 'Two' } },
      });
    expect((await change(1)).envelope).toMatchObject({ status: 200, data: { revision: 2 } });
    expect((await change(1)).envelope).toMatchObject({ status: 409, messageId: 'reports.template.changed' });
    await call(`/rest/report-templates/${id}`, { method: 'DELETE' });
    const after = await call('/rest/reports', { method: 'POST', body: { ...asked, templateId: id } });
    expect(after.envelope?.status).toBe(404);
  });

  it('takes no logo of 50 MB, and goes on', async () => {
    const { envelope } = await call('/rest/report-templates', {
      method: 'POST',
      body: { companyId: null, template },
    });
    const { id } = envelope?.data as unknown as { id: number };
    const form = new FormData();
    form.set('file', new File([Buffer.alloc(50 * 1024 * 1024, 1)], 'logo.png', { type: 'image/png' }));
    const response = await fetch(`${server.address}/rest/report-templates/${id}/logo`, {
      method: 'POST',
      headers: { authorization: token, lang: 'en' },
      body: form,
    }).then(
      async (one) => ((await one.json()) as { status: number; field?: string }).status,
      // The server hung up on what it does not take.
      () => 413,
    );
    expect(response).toBeGreaterThanOrEqual(400);
    const { templates } = (await call('/rest/report-templates')).envelope?.data as unknown as {
      templates: { id: number | null; hasLogo: boolean; revision: number }[];
    };
    expect(templates.find((one) => one.id === id)).toMatchObject({ hasLogo: false, revision: 1 });
    await call(`/rest/report-templates/${id}`, { method: 'DELETE' });
  });

  it('the longest span is made', async () => {
    const { envelope } = await call('/rest/reports', {
      method: 'POST',
      body: { ...asked, from: week.to - 400 * day, to: week.to, languages: ['en'], formats: ['xlsx'] },
    });
    expect(envelope?.status).toBe(200);
    const { id } = envelope?.data as unknown as { id: number };
    await server.running.reports.whenDone(id);
    expect((await one(id)).state).toBe('ready');
    await call(`/rest/reports/${id}`, { method: 'DELETE' });
  });

  it.each([
    [{ from: week.to, to: week.to }, 'reports.noSpan', 'to'],
    [{ from: week.to - 400 * day - 1, to: week.to }, 'reports.longSpan', 'from'],
    [{ from: Date.now() + 30 * day, to: Date.now() + 31 * day }, 'reports.future', 'from'],
    [{ projectId: 2 }, 'api.notFound', undefined],
    [{ stationIds: [2] }, 'api.notFound', undefined],
  ])('of what is asked for is said: %#', async (wrong, messageId, field) => {
    const { envelope } = await call('/rest/reports', { method: 'POST', body: { ...asked, ...wrong } });
    expect(envelope).toMatchObject({ messageId, ...(field === undefined ? {} : { field }) });
  });

  it('has a sign for what no font has, and says which', async () => {
    const { storage, board } = server.running;
    const rename = (name: string) =>
      storage
        .write((db) => db.updateTable('stations').set({ name }).where('id', '=', 1).execute())
        .then(() => board.load());
    await rename('Slope 😀 three');
    const other = await make({ languages: ['en'], formats: ['pdf'] });
    await rename('莲花 3 号边坡 斜面');
    expect(other).toMatchObject({ state: 'ready', lacking: ['😀'] });
    expect(pdfText(await fileOf(other.id, 'en', 'pdf'))).toContain('Slope 〓 three');
    expect(made.lacking).toEqual([]);
  });
});

describe('while it is made', () => {
  /** A report that nobody makes yet. */
  async function waiting(): Promise<number> {
    const { storage, board } = server.running;
    const jobs = new RunningJobs(storage, () => {});
    const idle = new Reports({
      storage,
      board,
      jobs,
      settings: { version: 'x', edition: 'cn' },
      failed: () => {},
    });
    await idle.stop();
    const viewer = { userId: 2, accountName: 'operatorA', companyId: 1, roleId: 2, permissions: [] };
    const request = {
      ...asked,
      languages: ['en' as const],
      formats: ['pdf' as const],
      builtIn: 'weekly' as const,
    };
    const { id } = await idle.make({ viewer: viewer as never, address: '' }, request);
    return id;
  }

  it('has a station that is retired meanwhile, with what was stored, and says so', async () => {
    const { storage, board, reports } = server.running;
    const id = await waiting();
    const retire = (at: number | null) =>
      storage
        .write((db) => db.updateTable('stations').set({ retired_at: at }).where('id', '=', 1).execute())
        .then(() => board.load());
    await retire(week.from + 6 * day);
    await reports.start();
    expect(await reports.whenDone(id)).toBe('ready');
    await retire(null);
    const [station] = (await modelOf(id)).stations;
    expect(station).toMatchObject({ code: 'A-1', isRetired: true });
    expect(station?.sensors[0]?.figures?.readings).toBe(tiltTimes().length);
    // Nothing was due after it.
    expect(station?.sensors[0]?.arrival.expected).toBe((6 * day) / (cycle * 1000));
    expect(pdfText(await fileOf(id, 'en', 'pdf'))).toContain(
      'Taken out of use, with readings until then: A-1',
    );
  });

  it('can be cancelled, and nothing of it is kept', async () => {
    const { reports, storage } = server.running;
    const id = await waiting();
    expect((await call(`/rest/reports/${id}/cancel`, { method: 'POST' })).envelope?.status).toBe(200);
    await reports.start();
    expect(await reports.whenDone(id)).toBe('cancelled');
    expect(
      await storage.db.selectFrom('report_files').selectAll().where('report_id', '=', id).execute(),
    ).toEqual([]);
    expect((await call(`/rest/reports/${id}/cancel`, { method: 'POST' })).envelope).toMatchObject({
      status: 409,
    });
    expect((await call(`/rest/reports/${id}/file`)).envelope).toMatchObject({
      messageId: 'reports.notReady',
    });
  });

  it('is given up once it was interrupted three times, and not before', async () => {
    const { reports, storage } = server.running;
    const [twice, thrice] = [await waiting(), await waiting()];
    await storage.write(async (db) => {
      await db.updateTable('reports').set({ state: 'making', attempts: 2 }).where('id', '=', twice).execute();
      await db
        .updateTable('reports')
        .set({ state: 'making', attempts: 3 })
        .where('id', '=', thrice)
        .execute();
    });
    await reports.start();
    expect(await reports.whenDone(twice)).toBe('ready');
    expect(await one(thrice)).toMatchObject({ state: 'failed', problem: 'reports.problem.interrupted' });
  });
});

describe('signed and sent', () => {
  it('has name, time and checksum on its page; is sent with its files once, and never changes', async () => {
    const { storage } = server.running;
    const report = await make({ languages: ['en', 'ja'], formats: ['pdf'] });
    const path = `/rest/reports/${report.id}`;
    const send = () => call(`${path}/send`, { method: 'POST', body: { attached: true } });
    expect((await send()).envelope).toMatchObject({ status: 409, messageId: 'reports.notSigned' });
    await storage.write((db) =>
      db.updateTable('users').set({ full_name: 'Lin Wei' }).where('account_name', '=', 'operatorA').execute(),
    );
    const before = await fileOf(report.id, 'en', 'pdf');
    const sign = () => call(`${path}/sign`, { method: 'POST', body: { role: 'Made' } });
    expect((await sign()).envelope).toMatchObject({ status: 200, data: { checksum: report.checksum } });
    expect((await sign()).envelope).toMatchObject({ status: 409, messageId: 'reports.signedAlready' });
    const after = await fileOf(report.id, 'en', 'pdf');
    expect(pdfText(before)).not.toContain('Lin Wei');
    expect(pdfText(after)).toContain('Lin Wei (operatorA)');
    expect(pdfText(after)).toContain(report.checksum.slice(0, 16));
    const signed = await one(report.id);
    expect(signed.signatures).toMatchObject([
      { accountName: 'operatorA', role: 'Made', checksum: report.checksum },
    ]);
    expect((await call(path, { method: 'DELETE' })).envelope).toMatchObject({ messageId: 'reports.signed' });
    expect((await send()).envelope).toMatchObject({ status: 422, messageId: 'reports.noAddresses' });
    await storage.write((db) =>
      db
        .insertInto('send_list')
        .values(
          [
            ['town@example.org', 'en'],
            ['machi@example.org', 'ja'],
            ['zhen@example.org', 'zh-chs'],
          ].map(([address = '', language = '']) => ({
            ...{ project_id: 1, address, name: address, language, created_at: 0 },
          })),
        )
        .execute(),
    );
    expect((await send()).envelope).toMatchObject({ status: 200, data: { sent: 3 } });
    await expect.poll(() => mail.mails.length, { timeout: 20_000 }).toBe(3);
    const of = (address: string) => mail.mails.find((one) => JSON.stringify(one.to).includes(address));
    const english = of('town@example.org');
    expect(english?.subject).toBe('莲花边坡监测 Lianhua: Weekly report 2026-03-02 – 2026-03-08');
    expect(english?.text).toContain(`https://watch.example.org/reports/${report.id}`);
    expect(english?.text).toContain(report.checksum);
    expect(english?.attachments.map(({ filename }) => filename)).toEqual([`report-${report.id}.pdf`]);
    expect(english?.attachments[0]?.content.equals(after)).toBe(true);
    const japanese = await fileOf(report.id, 'ja', 'pdf');
    expect(of('machi@example.org')?.attachments[0]?.content.equals(japanese)).toBe(true);
    // It was not made in Chinese: the first language.
    expect(of('zhen@example.org')?.attachments[0]?.content.equals(after)).toBe(true);
    expect((await send()).envelope).toMatchObject({ status: 409, messageId: 'reports.sent' });
    const maintainer = await server.login('maintainer');
    expect(
      (await call(`${path}/sign`, { method: 'POST', body: { role: '' }, token: maintainer })).envelope,
    ).toMatchObject({ status: 409, messageId: 'reports.sent' });
    const acts = await storage.db
      .selectFrom('audit')
      .select(['action', 'account_name'])
      .where('subject', '=', `report:${report.id}`)
      .orderBy('id')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(['report.make', 'report.sign', 'report.send']);
    const { envelope } = await call(`${path}/verify`, { method: 'POST' });
    expect(envelope?.data).toMatchObject({ same: true });
  });
});

describe('how many there may be', () => {
  it('refuses an eleventh that is under way, and lets old ones go', async () => {
    const { storage, board } = server.running;
    const jobs = new RunningJobs(storage, () => {});
    const idle = new Reports({
      storage,
      board,
      jobs,
      settings: { version: 'x', edition: 'cn' },
      failed: () => {},
    });
    await idle.stop();
    const viewer = { userId: 2, accountName: 'operatorA', companyId: 1, roleId: 2, permissions: [] } as never;
    const request = {
      ...asked,
      languages: ['en' as const],
      formats: ['pdf' as const],
      builtIn: 'weekly' as const,
    };
    const by = { viewer, address: '' };
    const ids: number[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await idle.make(by, request)).id);
    await expect(idle.make(by, request)).rejects.toMatchObject({ status: 429, messageId: 'reports.busy' });
    const [old, signed, fresh, ...rest] = ids;
    const at = (days: number) => Date.now() - days * day;
    await storage.write(async (db) => {
      const set = (id: number | undefined, values: object) =>
        db
          .updateTable('reports')
          .set({ state: 'cancelled', ...values })
          .where('id', '=', id ?? 0)
          .execute();
      await set(old, { made_at: at(401) });
      await set(signed, {
        made_at: at(401),
        signatures: toJson([{ accountName: 'a', name: 'a', at: 1, role: '', checksum: '' }]),
      });
      await set(fresh, { made_at: at(399) });
      for (const id of rest) await set(id, {});
    });
    await idle.make(by, request);
    const left = await storage.db
      .selectFrom('reports')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    expect(left.map(({ id }) => id)).toEqual([signed, fresh, ...rest]);
  });
});
