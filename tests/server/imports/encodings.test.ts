/** R10: the encodings of loggers' files are recognised, numbers are read as they are written, hexadecimal ones are not. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Encoding, readFileFacts } from '../../../src/server/imports/encoding.ts';
import { readText } from '../../../src/server/imports/lines.ts';
import { isHex, readNumber } from '../../../src/server/imports/number.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-encodings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes of every sign that an encoding writes with one or two bytes, by asking its decoder. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const add = (bytes: readonly number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No sign of this encoding.
    }
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  return table;
}
const tables = new Map(
  (['gb18030', 'shift_jis', 'windows-1252'] as const).map((encoding) => [encoding, tableOf(encoding)]),
);
function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tables.get(encoding);
  return Uint8Array.from([...text].flatMap((sign) => table?.get(sign) ?? [0x3f]));
}

const rows = Array.from(
  { length: 40 },
  (_, hour) => `2024-05-0${1 + (hour % 9)} ${hour % 24}:00,${hour},${hour / 8}`,
);
const chinese = ['时间,雨量(mm),土壤含水率(%)', ...rows, '2024-05-09 23:00,-,设备故障'].join('\r\n');
const japanese = ['日時,雨量（mm）,土壌水分（％）', ...rows, '2024-05-09 23:00,-,データ欠測'].join('\r\n');
const halfWidth = ['ﾆﾁｼﾞ,ｳﾘｮｳ(mm),ﾃﾞｰﾀ', ...rows].join('\r\n');
const german = ['Zeit;Neigung [°];Temperatur [°C];Größe', ...rows].join('\n');

async function textOf(file: string, encoding: Encoding): Promise<string[]> {
  const lines: string[] = [];
  for await (const { text } of readText(file, encoding)) lines.push(text);
  return lines;
}

test.each([
  ['utf-8', chinese, []],
  ['utf-8', german, []],
  ['utf-8', german, [0xef, 0xbb, 0xbf]],
  ['utf-16le', chinese, [0xff, 0xfe]],
  ['utf-16be', japanese, [0xfe, 0xff]],
  ['utf-16le', german, []],
  ['utf-16be', german, []],
  ['gb18030', chinese, []],
  ['shift_jis', japanese, []],
  ['shift_jis', halfWidth, []],
  ['windows-1252', german, []],
] as const)('R10 %s is recognised, and its lines are those that were written', async (encoding, text, mark) => {
  const bytes = Buffer.concat([Uint8Array.from(mark), encode(text, encoding)]);
  const file = join(folder, `${encoding}-${mark.length}-${text.length}.csv`);
  writeFileSync(file, bytes);
  const facts = await readFileFacts(file, undefined);
  expect(facts).toEqual({
    encoding,
    bytes: bytes.length,
    checksum: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(await textOf(file, facts.encoding)).toEqual(text.split(/\r?\n/));
});

test('R10 signs that lie across two pieces of a long file stay whole', async () => {
  // Two bytes a sign, after one of one byte: a border of pieces falls into a sign.
  const line = `${'雨量'.repeat(300)},1`;
  const text = `x${Array.from({ length: 500 }, () => line).join('\n')}`;
  const file = join(folder, 'long.csv');
  writeFileSync(file, encode(text, 'gb18030'));
  const facts = await readFileFacts(file, undefined);
  expect(facts.bytes).toBeGreaterThan(1 << 18);
  expect(facts.encoding).toBe('gb18030');
  expect(await textOf(file, 'gb18030')).toEqual(text.split('\n'));
});

test('R10 what is no text, and what is in no encoding or not in the one that is named, is refused in a sentence', async () => {
  const of = (name: string, bytes: readonly number[]) => {
    const file = join(folder, name);
    writeFileSync(file, Uint8Array.from(bytes));
    return file;
  };
  const sheet = of('sheet.csv', [0x50, 0x4b, 3, 4, 0, 0, 8, 0, 0, 0, 0x21, 0]);
  await expect(readFileFacts(sheet, undefined)).rejects.toMatchObject({ messageId: 'import.binary' });
  const noise = of('noise.csv', [0x31, 0x2c, 0xff, 0xff, 0x80, 0x0a]);
  await expect(readFileFacts(noise, undefined)).rejects.toMatchObject({ messageId: 'import.encoding' });
  await expect(readFileFacts(join(folder, 'none.csv'), undefined)).rejects.toMatchObject({
    messageId: 'import.file',
  });
  const named = of('named.csv', [...encode('雨量,1\n', 'gb18030')]);
  expect((await readFileFacts(named, 'utf-8')).encoding).toBe('utf-8');
  await expect(textOf(named, 'utf-8')).rejects.toMatchObject({ messageId: 'import.notInEncoding' });
});

test.each([
  ['1.5', 'point', 1.5],
  ['-0.004', 'point', -0.004],
  ['+12', 'point', 12],
  ['.5', 'point', 0.5],
  ['5.', 'point', 5],
  ['6.02e23', 'point', 6.02e23],
  ['1,5', 'comma', 1.5],
  ['-1,5E-3', 'comma', -0.0015],
  ['15', 'comma', 15],
  ['1,5', 'point', Number.NaN],
  ['1.5', 'comma', Number.NaN],
  ['1.234,5', 'comma', Number.NaN],
  ['1,234,5', 'comma', Number.NaN],
  ['0x1F', 'point', Number.NaN],
  ['1F', 'point', Number.NaN],
  ['Infinity', 'point', Number.NaN],
  ['1_000', 'point', Number.NaN],
  ['1 000', 'point', Number.NaN],
  ['--', 'point', Number.NaN],
  ['１２', 'point', Number.NaN],
] as const)('R10 %s with a decimal %s is %d', (cell, decimal, expected) => {
  expect(readNumber(cell, decimal)).toBe(expected);
});

test('R10 hexadecimal numbers are distinguished from words and from decimal numbers', () => {
  expect(['0x1F', '0X0a', '1F', 'A0', '3Ah', 'DEAD01'].filter((cell) => !isHex(cell))).toEqual([]);
  expect(['bad', 'fade', 'NAN', '15', '1e5', '1E5', 'x', '', '12G', '-'].filter(isHex)).toEqual([]);
});
