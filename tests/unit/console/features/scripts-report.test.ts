/** The report of a plan as a workbook, and what a report that comes back is worth. */
import { describe, expect, it } from 'vitest';
import { read, utils, write } from 'xlsx';
import { readReport } from '../../../../src/console/features/scripts/report/read.ts';
import { planOf, retryOf } from '../../../../src/console/features/scripts/report/retry.ts';
import { rowsOf } from '../../../../src/console/features/scripts/report/rows.ts';
import { itemHead, writeReport } from '../../../../src/console/features/scripts/report/write.ts';
import type { Plan, PlanItem } from '../../../../src/contract/plans/plans.ts';

const planId = `${'0'.repeat(24)}P1`;
const at = Date.UTC(2026, 0, 1, 4);
const order = {
  id: 'c',
  state: 'succeeded' as const,
  verification: 'verified' as const,
  seen: {},
  endedAt: at + 90_000,
  text: '',
};
const item = (position: number, more: Partial<PlanItem> = {}): PlanItem => ({
  position,
  stationId: position,
  stationCode: `A-${position}`,
  stationName: '=cmd|calc',
  sn: `SN${position}`,
  type: 'set',
  after: null,
  reason: '',
  batch: null,
  device: null,
  elapsed: null,
  target: { rtuId: position + 1, slot: null },
  kind: null,
  group: 'rtu',
  edits: { sendCycle: 600 },
  secrets: [],
  before: { sendCycle: { value: 3600, at } },
  version: 1,
  problems: [],
  obstacle: null,
  late: null,
  stranding: false,
  expected: null,
  excluded: false,
  state: 'waiting',
  order: null,
  skipped: null,
  ...more,
});
const planWith = (items: readonly PlanItem[]): Plan => ({
  ...({
    id: planId,
    title: 'plan',
    state: 'applied',
    revision: 1,
    surface: 'script',
    createdAt: at,
    createdBy: 'operator',
    approvedAt: at,
    approvedBy: 'operator',
    reason: '',
    endedAt: null,
    counts: {},
  } as unknown as Plan),
  items: [...items],
});
const text = (id: string) => id;
const valueText = (_field: unknown, value: unknown) => String(value);
const heads = {
  station: 'Station',
  name: 'Name',
  sn: 'SN',
  device: 'Device',
  parameter: 'Parameter',
  unit: 'Unit',
  before: 'Before',
  reportedAt: 'Reported at',
  wanted: 'New',
  readBack: 'Read back',
  state: 'State',
  endedAt: 'Ended at',
  elapsed: 'Elapsed',
  reason: 'Reason',
};
const written = (plan: Plan) => writeReport(rowsOf(plan, text, valueText), heads, 'Asia/Shanghai', 'UTC+8');

describe('a report', () => {
  const sheet = () => {
    const plan = planWith([item(0, { state: 'succeeded', order })]);
    const book = read(written(plan), { type: 'array', cellNF: true });
    const found = book.Sheets[book.SheetNames[0] ?? ''];
    if (found === undefined) throw new Error('no sheet');
    return found;
  };
  it('has numbers as numbers, and times as days by the clocks of its zone, named in the head', () => {
    const cells = sheet();
    expect(cells['G3']).toMatchObject({ t: 'n', v: 3600 });
    expect(cells['I3']).toMatchObject({ t: 'n', v: 600 });
    expect(cells['J3']).toMatchObject({ t: 'n', v: 600 });
    expect(cells['M3']).toMatchObject({ t: 'n', v: 90 });
    expect(cells['L1'].v).toBe('Ended at (UTC+8)');
    expect(cells['L3'].z).toBe('yyyy-mm-dd hh:mm:ss');
    expect(cells['L3'].v).toBeCloseTo(46_023 + (12 * 60 + 1.5) / 1440, 6);
    expect(cells['M2'].v).toBe('s');
  });
  it('holds no formula, whatever a station is called', () => {
    const cells = sheet();
    expect(cells['B3']).toMatchObject({ t: 's', v: "'=cmd|calc" });
    for (const [name, cell] of Object.entries(cells))
      if (!name.startsWith('!')) expect(cell.f).toBeUndefined();
  });
});

describe('a report that comes back', () => {
  const plan = planWith([
    item(0, { state: 'succeeded', order }),
    item(1, { state: 'expired' }),
    item(2, { excluded: true, state: 'excluded' }),
    item(3, { secrets: ['wifi'], edits: { wifi: null, sendCycle: 600 } }),
  ]);
  it('gives what did not land; each other row has its reason', async () => {
    const rows = await readReport(new Blob([written(plan)]));
    if (typeof rows === 'string') throw new Error(rows);
    expect(planOf(rows)).toBe(planId);
    const retry = retryOf(rows, plan, valueText, text);
    expect(retry.items).toEqual([
      { target: { rtuId: 2, slot: null }, group: 'rtu', edits: { sendCycle: 600 } },
      { target: { rtuId: 4, slot: null }, group: 'rtu', edits: { sendCycle: 600 } },
    ]);
    expect(retry.refused).toEqual([
      { row: 3, why: 'done' },
      { row: 5, why: 'leftOut' },
      { row: 6, why: 'secret' },
    ]);
  });
  it('brings actions back with their arguments', async () => {
    const send = (position: number, more: Partial<PlanItem> = {}) =>
      item(position, {
        type: 'send',
        group: 'startFastCollect',
        edits: { duration: 30 },
        before: {},
        ...more,
      });
    const sent = planWith([
      send(0, { state: 'failed' }),
      send(1, { state: 'succeeded', order: { ...order, verification: null } }),
    ]);
    const rows = await readReport(new Blob([written(sent)]));
    if (typeof rows === 'string') throw new Error(rows);
    const retry = retryOf(rows, sent, valueText, text);
    expect(retry.items).toEqual([
      {
        type: 'send',
        target: { rtuId: 1, slot: null },
        action: 'startFastCollect',
        args: { duration: 30 },
      },
    ]);
    expect(retry.refused).toEqual([{ row: 4, why: 'done' }]);
    expect(rowsOf(sent, text, valueText)[0]).toMatchObject({
      parameter: 'deviceCommand.startFastCollect',
      state: 'planItem.rejected',
      wanted: expect.stringContaining('30'),
    });
  });
  it('is tried again as the plan itself would, where it has all that did not land of its devices', async () => {
    const failed = { state: 'failed', device: 'failed' } as const;
    const own = planWith([
      item(0, failed),
      item(1, { ...failed, edits: { sendCycle: 600, lowBattery: 11 } }),
      item(2, { state: 'notStarted', device: 'notStarted' }),
    ]);
    const rows = await readReport(new Blob([written(own)]));
    if (typeof rows === 'string') throw new Error(rows);
    const derive = (chosen: typeof rows) => retryOf(chosen, own, valueText, text).derive;
    expect(derive(rows.slice(0, 3))).toEqual({ of: 'failed', devices: [1, 2] });
    expect(derive(rows.slice(3))).toEqual({ of: 'notStarted', devices: [3] });
    // A field that was taken out of the report, and devices that ended differently.
    expect(derive(rows.slice(0, 2))).toBeNull();
    expect(derive(rows)).toBeNull();
    expect(retryOf(rows, { ...own, approvedAt: null }, valueText, text).derive).toBeNull();
  });
  it('refuses rows that were changed, doubled, foreign or no rows of a report', () => {
    const row = (number: number, named: string, wanted: number | null = 600) => ({
      row: number,
      item: named,
      wanted,
    });
    const { taken, refused } = retryOf(
      [
        row(3, `${planId}:1:sendCycle`, 900),
        row(4, `${planId}:1:sendCycle`),
        row(5, `${planId}:1:sendCycle`),
        row(6, `${'0'.repeat(24)}P2:1:sendCycle`),
        row(7, `${planId}:9:sendCycle`),
        row(8, `${planId}:1:constructor`),
        row(9, 'nonsense'),
      ],
      plan,
      valueText,
      text,
    );
    expect(taken).toBe(1);
    expect(refused.map(({ why }) => why)).toEqual([
      'changed',
      'twice',
      'otherPlan',
      'unknown',
      'unknown',
      'noItem',
    ]);
  });
  it('is refused before it is unpacked where it is too large, and where it is none', async () => {
    expect(await readReport(new Blob([new Uint8Array(4 * 1024 * 1024 + 1)]))).toBe('tooLarge');
    expect(await readReport(new Blob(['no workbook']))).toBe('notSheet');
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 'b']]), 'x');
    const other = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
    expect(await readReport(new Blob([other]))).toBe('notReport');
    expect(itemHead).toMatch(/\S/);
  });
  it('is refused where a small file unpacks to a very large one', async () => {
    const book = utils.book_new();
    const line = ['x'.repeat(30_000)];
    utils.book_append_sheet(book, utils.aoa_to_sheet(Array.from({ length: 1900 }, () => line)), 'x');
    const bomb = write(book, {
      type: 'array',
      bookType: 'xlsx',
      compression: true,
      bookSST: false,
    }) as ArrayBuffer;
    expect(bomb.byteLength).toBeLessThan(4 * 1024 * 1024);
    expect(await readReport(new Blob([bomb]))).toBe('notSheet');
  }, 300_000);
});
