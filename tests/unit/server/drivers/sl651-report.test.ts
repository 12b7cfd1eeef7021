/** Texts of SL 651 reports: published ones, one of each element's forms, and what is none. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bcdNumber, bcdTime, timeBcd } from '../../../../src/server/drivers/sl651/bcd.ts';
import type { Frame } from '../../../../src/server/drivers/sl651/frame.ts';
import { Packets } from '../../../../src/server/drivers/sl651/packets.ts';
import { type Report, readReport } from '../../../../src/server/drivers/sl651/report.ts';
import { reportHead } from '../../../support/sl651.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const read = (text: string, code = 0x32): Report => {
  const report = readReport(bytes(text), code);
  if (typeof report === 'string') throw new Error(report);
  return report;
};
const measured = (text: string, code?: number) =>
  read(text, code).stations.flatMap((station) =>
    station.measured.map(({ element, t, value }) => [element, new Date(t).toISOString(), value]),
  );
/** 11:00 of 2017-07-18 in Beijing. */
const eleven = '2017-07-18T03:00:00.000Z';
const head = reportHead(0x34, '1707181100');

describe('a number', () => {
  test.each([
    ['000127', 3, 0.127],
    ['00000127', 3, 0.127],
    ['1115', 2, 11.15],
    ['000000', 1, 0],
    ['99999999', 0, 99_999_999],
    ['FF0012', 1, -1.2],
    ['FF09', 0, -9],
    ['FFFFFF', 1, null],
    ['AAAA', 2, null],
    ['00A1', 1, Number.NaN],
    ['12FF', 0, Number.NaN],
  ])('%s with %i digits after the point is %d', (text, decimals, expected) => {
    expect(bcdNumber(bytes(text), decimals)).toBe(expected);
  });
  test('comes back whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.nat(5), (whole, decimals) => {
        const text = `${whole < 0 ? 'FF' : ''}${String(Math.abs(whole)).padStart(8, '0')}`;
        expect(bcdNumber(bytes(text), decimals)).toBeCloseTo(whole / 10 ** decimals, 9);
      }),
      { seed: 651 },
    );
  });
});

describe('a time', () => {
  test('is Beijing time, of this century', () => {
    expect(bcdTime(bytes('240229235959'))).toBe(Date.UTC(2024, 1, 29, 15, 59, 59));
    expect(bcdTime(bytes('0001010000'))).toBe(Date.UTC(1999, 11, 31, 16));
  });
  test.each([
    '2302291200',
    '2413011200',
    '2400011200',
    '2401001200',
    '2401012400',
    '2401011260',
    'FFFFFFFFFF',
    '24A1011200',
  ])('%s is none', (text) => expect(bcdTime(bytes(text))).toBeNull());
  test('is written as it is read', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0, 2) / 1000, max: Date.UTC(2099, 11, 30) / 1000 }),
        (second) => {
          expect(bcdTime(timeBcd(second * 1000))).toBe(second * 1000);
        },
      ),
      { seed: 651 },
    );
  });
});

describe('a report', () => {
  test('of a time: rain since the morning, rain in all, level, voltage', () => {
    const text = `${head}201900004026190000403923000104903812` + '1099';
    expect(measured(text)).toEqual([
      ['20', eleven, 4],
      ['26', eleven, 4],
      ['39', eleven, 10.49],
      ['38', eleven, 10.99],
    ]);
    expect(read(text)).toMatchObject({ serial: 0x34, stations: [{ address: '0012345678' }], unread: [] });
  });

  test('of an hour: twelve rains and twelve levels, each at the end of its five minutes', () => {
    const rain = '000500000001FEFF00000000';
    const levels = `000C${'FFFF'.repeat(9)}0031FFFE`;
    const text =
      `${reportHead(0x33, '1707181005')}F460${rain}F0F01707181100261900004` +
      `0F0F01707181005F5C0${levels}F0F0170718110039230001049038121099`;
    const found = measured(text, 0x34);
    const at = (minutes: number) => new Date(Date.UTC(2017, 6, 18, 2, minutes)).toISOString();
    const fallen = [0, 0.5, 0, 0, 0, 0.1, 25.4, null, 0, 0, 0, 0];
    expect(found.slice(0, 12)).toEqual(fallen.map((value, index) => ['F4', at(5 + 5 * index), value]));
    const above = [0.12, ...Array.from({ length: 9 }, () => null), 0.49, 655.34];
    expect(found.slice(13, 25)).toEqual(above.map((value, index) => ['F5', at(5 + 5 * index), value]));
    expect(found[12]).toEqual(['26', eleven, 4]);
    expect(found.slice(25)).toEqual([
      ['39', eleven, 10.49],
      ['38', eleven, 10.99],
    ]);
  });

  test('of even periods: one element from the observed time on, step by step', () => {
    const text = `${head}0418000030` + '3923' + '00010490' + 'FFFFFFFF' + '00010520';
    expect(measured(text, 0x31)).toEqual([
      ['39', eleven, 10.49],
      ['39', '2017-07-18T03:30:00.000Z', null],
      ['39', '2017-07-18T04:00:00.000Z', 10.52],
    ]);
  });

  test('of several stations keeps them apart', () => {
    const text = `${head}38121099F1F1001122334448F0F0170718100538121200`;
    expect(read(text).stations).toEqual([
      { address: '0012345678', measured: [{ element: '38', t: Date.parse(eleven), value: 10.99 }] },
      {
        address: '0011223344',
        measured: [{ element: '38', t: Date.UTC(2017, 6, 18, 2, 5), value: 12 }],
      },
    ]);
  });

  test('with an extended element, a state and a number that is none reads what stands around them', () => {
    const text = `${head}FF0109114520000000042211A12238121099`;
    const found = read(text);
    expect(measured(text)).toEqual([
      ['FF01', eleven, 1.1],
      ['38', eleven, 10.99],
    ]);
    expect(found.unread).toEqual(['22']);
  });

  test.each([
    ['tooShort', '', 0x32],
    ['tooShort', '00341707181100', 0x32],
    ['noStation', '0034170718110016', 0x32],
    ['noStation', '003417071811001638121099', 0x32],
    ['noTime', '0034170718110016F1F100123456784838121099', 0x32],
    ['badTime', reportHead(1, '1713181100'), 0x32],
    ['badTime', `${head}0418000000`, 0x31],
    ['noTime', `${head}392300010490`, 0x31],
    ['cutOff', `${head}38`, 0x32],
    ['cutOff', `${head}39230001`, 0x32],
    ['cutOff', `${head}F4600005`, 0x34],
    ['cutOff', `${head}041800003039230001049000`, 0x31],
    ['unknownCode', `${head}F3F3FFD8`, 0x32],
  ])('%s: nothing of it counts', (problem, text, code) => {
    expect(readReport(bytes(text), code)).toBe(problem);
  });

  test('of anything at all never throws', () => {
    const parts = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc
          .constantFrom('F0F01707181100', 'F1F1001234567848', '0418000005', 'F460', '3923', 'FFFF')
          .map(bytes),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(parts, fc.constantFrom(0x30, 0x31, 0x32, 0x34), (chunks, code) => {
        const report = readReport(Buffer.concat([bytes('0001170718110016'), ...chunks]), code);
        if (typeof report === 'string') return;
        for (const { measured: values } of report.stations) {
          for (const { t, value } of values) {
            expect(Number.isFinite(t)).toBe(true);
            expect(value === null || Number.isFinite(value)).toBe(true);
          }
        }
      }),
      { seed: 651, numRuns: 2000 },
    );
  });
});

describe('a message in packets', () => {
  const packet = (number: number, total: number, body: string, more = number < total): Frame => ({
    ...{ center: 1, address: '0012345678', password: 0, functionCode: 0x31, more },
    packet: { total, number },
    body: bytes(body),
    whole: new Uint8Array(),
  });
  test('is whole when its last packet came', () => {
    const packets = new Packets();
    expect(packets.take(packet(1, 3, '01')).type).toBe('waits');
    expect(packets.take(packet(2, 3, '0203')).type).toBe('waits');
    expect(packets.take(packet(3, 3, '04'))).toEqual({ type: 'whole', body: Buffer.from('01020304', 'hex') });
  });
  test('asks for what is missing, one after the other, and is whole then', () => {
    const packets = new Packets();
    packets.take(packet(2, 4, '02'));
    expect(packets.take(packet(4, 4, '04'))).toMatchObject({ type: 'missing', number: 1 });
    expect(packets.take(packet(1, 4, '01', false))).toMatchObject({ type: 'missing', number: 3 });
    expect(packets.take(packet(3, 4, '03', false))).toMatchObject({ type: 'whole' });
  });
  test('that begins anew is another one', () => {
    const packets = new Packets();
    packets.take(packet(1, 2, 'AA'));
    packets.take(packet(1, 2, 'BB'));
    expect(packets.take(packet(2, 2, 'CC'))).toEqual({ type: 'whole', body: Buffer.from('BBCC', 'hex') });
  });
  test.each([
    ['of none', packet(1, 0, '00')],
    ['beyond its total', packet(3, 2, '00')],
    ['from 0', packet(0, 2, '00')],
    ['of more packets than are kept', packet(1, 65, '00')],
  ])('is refused: %s', (_, frame) => expect(new Packets().take(frame).type).toBe('refused'));
  test('takes no more bytes than it may', () => {
    const packets = new Packets();
    const types = Array.from(
      { length: 64 },
      (_, index) => packets.take(packet(index + 1, 64, '00'.repeat(4092))).type,
    );
    expect(types.indexOf('refused')).toBe(32);
    expect(types).not.toContain('whole');
  });
});
