/** A report of every kind of section on both databases: what its lenses say against a calculation of the test, and the same text. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils, type WorkSheet } from 'xlsx';
import { quantityLenses } from '../../../src/base/quantity-lenses.ts';
import { reportSections } from '../../../src/base/report-words.ts';
import { unpackModel } from '../../../src/server/reports/make.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { rainAt, rainTimes, tiltAt, tiltTimes, week, writeSiteOfReport } from '../../support/reports/site.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** The tilt moves by so much for 1 °C: both are sines of the same day. */
const amplitude = 5;
const temperatureAt = (t: number) => 15 + amplitude * Math.sin(((t - week.from) / day) * 2 * Math.PI);
/** A crack that opens ever faster from its onset on, by a line of inverse velocity that reaches 0 here. */
const [onset, failure] = [week.from + 2 * day, week.to + day];
const whole = (failure - onset) / day;
const openingAt = (t: number) =>
  0.45 * (t <= onset ? (t - onset) / day : -whole * Math.log((failure - t) / (failure - onset)));

interface Made {
  readonly server: TestServer;
  readonly pdf: string;
  readonly word: string;
  readonly book: ReturnType<typeof read>;
  readonly model: ReturnType<typeof unpackModel>;
}

let postgres: TestPostgres;
let folder = '';
const made = new Map<string, Made>();

async function makeOn(dialect: 'sqlite' | 'postgres'): Promise<Made> {
  const server = await startTestServer(
    dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() },
  );
  const { storage, board, reports } = server.running;
  await writeSiteOfReport(server);
  const crack = await storage.write((db) =>
    db
      .insertInto('sensors')
      .values({
        ...{ rtu_id: 1, slot: 2, kind: 7, name: null },
        ...{ install_state: 1, mount_mode: 0, mount_azimuth: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await board.load();
  const own = (t: number) => ({ element: 0, t, receivedAt: t, historical: false });
  await storage.readings.ingest(
    tiltTimes().map((t) => ({
      ...own(t),
      sourceId: 1,
      row: 'tilt',
      values: { temperature: temperatureAt(t) },
    })),
  );
  await storage.readings.ingest(
    Array.from({ length: 7 * 24 }, (_, i) => week.from + i * hour).map((t, i) => ({
      ...own(t),
      ...{ sourceId: crack.id, row: 'crack' as const },
      values: {
        length: 120 + openingAt(t) + 0.03 * Math.sin(i * 2.3) + 0.02 * Math.cos(i * 5.1),
        ...{ installedLength: 100, temperature: 14 },
      },
    })),
  );
  await storage.readings.settle();
  const token = await server.login('operatorA');
  const call = async (path: string, method: string, body: object) =>
    (await server.call(path, { token, method, body })).envelope?.data as unknown as { id: number };
  // The project's line, and the station's, which comes first.
  const line = { factor: 50, exponent: -0.1, shortest: 1, longest: 240, gap: 6 };
  await call('/rest/stations/1/rain-line', 'PUT', { scope: 'project', ownLine: line });
  await call('/rest/stations/1/rain-line', 'PUT', { scope: 'station', ownLine: { ...line, factor: 5 } });
  const sections = reportSections.flatMap((type): object[] => {
    if (type === 'lens') return quantityLenses.map((lens) => ({ type, lens }));
    return [type === 'text' ? { type, heading: 'Scope', text: 'What this is of.' } : { type }];
  });
  const template = { name: 'Every section', period: 'weekly', sections, logo: 'none' };
  const { id: templateId } = await call('/rest/report-templates', 'POST', { companyId: null, template });
  const { id } = await call('/rest/reports', 'POST', {
    ...{ templateId, builtIn: 'weekly', projectId: 1, stationIds: [], ...week },
    ...{ languages: ['en'], formats: ['pdf', 'docx', 'xlsx'] },
  });
  await reports.whenDone(id);
  const file = async (format: string) => {
    const response = await fetch(`${server.address}/rest/reports/${id}/file?language=en&format=${format}`, {
      headers: { authorization: token },
    });
    expect(response.status).toBe(200);
    const path = join(folder, `${dialect}.${format}`);
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    return path;
  };
  const row = await storage.db.selectFrom('reports').select('model').where('id', '=', id).executeTakeFirst();
  return {
    server,
    pdf: execFileSync('pdftotext', ['-layout', await file('pdf'), '-'], { encoding: 'utf8' }),
    word: execFileSync('unzip', ['-p', await file('docx'), 'word/document.xml'], { encoding: 'utf8' }),
    book: read(execFileSync('cat', [await file('xlsx')], { maxBuffer: 1e8 })),
    model: unpackModel(Uint8Array.from(row?.model ?? [])),
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-sections-'));
  postgres = await startPostgres();
  for (const dialect of ['sqlite', 'postgres'] as const) made.set(dialect, await makeOn(dialect));
}, 300_000);
afterAll(async () => {
  for (const { server } of made.values()) await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What is another one each time it is made: the moment, and what is made of it. */
const still = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d by .*/g, '')
    .replace(/\b[0-9a-f]{64}\b/g, '')
    .replace(/\s+/g, ' ');

it('says the same on both databases, in every section', () => {
  const [one, other] = [made.get('sqlite'), made.get('postgres')];
  expect(still(one?.pdf ?? '').length).toBeGreaterThan(4000);
  expect(still(other?.pdf ?? '')).toBe(still(one?.pdf ?? ''));
  for (const heading of [
    'Conclusion',
    'Scope',
    'Failure time',
    'Tangent angle',
    'Rate',
    'Rain',
    'Signatures',
  ])
    expect(one?.pdf, heading).toMatch(new RegExp(`^[\\f ]*\\d+ +${heading}$`, 'm'));
});

describe.each(['sqlite', 'postgres'] as const)('the lenses of a report on %s', (dialect) => {
  const lines = (name: string) =>
    utils.sheet_to_json<(string | number)[]>(made.get(dialect)?.book.Sheets[name] as WorkSheet, {
      header: 1,
    });
  /** The row of a quantity on a lens's sheet, by the heads of its columns. */
  const rowOf = (sheet: string, quantity: RegExp) => {
    const [heads = [], ...rows] = lines(sheet);
    const row = rows.find((one) => quantity.test(String(one[2]))) ?? [];
    return Object.fromEntries(heads.map((head, at) => [String(head), row[at]]));
  };
  const pdf = () => (made.get(dialect)?.pdf ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');

  it('rate: that of an even movement', () => {
    expect(rowOf('Analysis, Rate', /Angle X/)['Velocity now']).toBeCloseTo(0.02, 4);
    expect(pdf()).toContain('In the last 24 h with readings +0.02000 °/d');
  });

  it('tangent angle: 45° where the movement is as fast as in its steady stage', () => {
    expect(rowOf('Analysis, Tangent angle', /Angle X/)['Improved tangent angle, °']).toBeCloseTo(45, 0);
    expect(pdf()).toMatch(/Tangent angle 4[45]\.\d° at the end/);
  });

  it('failure time: a range that holds the true one; of an even movement none, and that is said', () => {
    const sensor = made.get(dialect)?.model.stations[0]?.sensors.find(({ row }) => row === 'crack');
    const { values } = sensor?.lenses?.find(({ lens }) => lens === 'failure') ?? {};
    expect(values?.['low']).toBeLessThan(failure);
    expect(values?.['high']).toBeGreaterThan(failure);
    expect(pdf()).toContain('If the trend holds, failure between 2026-03-');
    expect(pdf()).toContain('Not accelerating. No failure time is given.');
  });

  it('temperature: its coefficient is the quotient of the amplitudes', () => {
    const row = rowOf('Analysis, Temperature', /Angle Y/);
    expect(row['Coefficient per °C']).toBeCloseTo(0.01 / amplitude, 5);
    expect(pdf()).toContain('+0.00200 °/°C');
  });

  it('rain: soil water by the three tanks, events and sums', () => {
    // Ishihara and Kobatake 1979, in steps of ten minutes, rain falling evenly over its hour.
    let [s1, s2, s3, most] = [0, 0, 0, 0];
    const per = 1 / 6;
    for (let at = week.from; at < week.to; at += hour) {
      const fallen = rainTimes()
        .filter((t) => t > at && t <= at + hour)
        .reduce((sum, t) => sum + rainAt(t), 0);
      for (let step = 0; step < 6; step += 1) {
        const over = (water: number, above: number) => Math.max(0, water - above);
        const [q1, q2, q3] = [
          0.1 * over(s1, 15) + 0.15 * over(s1, 60),
          0.05 * over(s2, 15),
          0.01 * over(s3, 15),
        ];
        const [z1, z2, z3] = [0.12 * s1, 0.05 * s2, 0.01 * s3];
        s1 += fallen / 6 - (q1 + z1) * per;
        s2 += (z1 - q2 - z2) * per;
        s3 += (z2 - q3 - z3) * per;
      }
      most = Math.max(most, s1 + s2 + s3);
    }
    const row = rowOf('Analysis, Rain', /Rain/);
    expect(row['Soil water index']).toBeCloseTo(s1 + s2 + s3, 0);
    expect(row['Highest index']).toBeCloseTo(most, 0);
    expect(row['7 days']).toBeCloseTo(38.4, 6);
    // 36 mm in 6 h is 6 mm/h over a line of 5 · 6^−0.1 = 4.2; 2.4 mm in 1 h is below 5.
    expect(pdf()).toContain('2 events, 1 of them above the line I = 5.00 D^−0.10');
    expect(tiltAt(week.from).x).toBe(1);
  });

  it('pictures stand in Word as on paper', () => {
    const word = made.get(dialect)?.word ?? '';
    for (const name of [
      'Inverse velocity',
      'Velocity',
      'Improved tangent angle',
      'Soil water index',
      'orrected',
    ])
      expect(word, name).toMatch(new RegExp(`descr="[^"]*${name}`));
  });
});
