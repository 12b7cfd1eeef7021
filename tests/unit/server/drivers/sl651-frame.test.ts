/** Frames of SL 651 in a stream of bytes: published ones, borders, and what is no frame. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confirmation, rejection } from '../../../../src/server/drivers/sl651/answer.ts';
import { crc16 } from '../../../../src/server/drivers/sl651/crc.ts';
import { type Frame, FrameReader, hex, longestFrame } from '../../../../src/server/drivers/sl651/frame.ts';
import { checksum, frameText } from '../../../support/sl651.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const readAll = (...parts: readonly Uint8Array[]) => {
  const reader = new FrameReader();
  return { found: parts.flatMap((part) => [...reader.read(part)]), reader };
};
const frameOf = (text: string): Frame => {
  const [frame] = readAll(bytes(text)).found;
  if (frame === undefined || typeof frame === 'string') throw new Error(`no frame: ${frame}`);
  return frame;
};

/** Frames with their checksums as they were published: https://e-com-net.com/article/1736683930196697088.htm */
const published = {
  keepAlive: '7E7E01001234567812342F0008020003591011155111036BCA',
  test: '7E7E010012345678123430002B020003591011154947F1F1001234567848F0F0591011154920190000052619000005392300000127381211150320FA',
  confirmed: '7E7E00123456780112343080080200035910111549471B75D4',
  timed:
    '7E7E05001122334403E832002B020034170718110016F1F1001122334448F0F01707181100201900004026190000403923000104903812109903A421',
  added:
    '7E7E05001122334403E833002B020026170718102202F1F1001122334448F0F01707181022201900004026190000403923000104903812110203F511',
};

describe('the checksum', () => {
  test.each(Object.entries(published))('of the published frame "%s"', (_, text) => {
    const found = crc16(bytes(text.slice(0, -4)))
      .toString(16)
      .toUpperCase()
      .padStart(4, '0');
    expect(found).toBe(text.slice(-4));
    expect(checksum(text.slice(0, -4))).toBe(found);
  });
});

describe('a frame', () => {
  test('is read into its parts', () => {
    expect(frameOf(published.timed)).toMatchObject({
      center: 5,
      address: '0011223344',
      password: 0x03e8,
      functionCode: 0x32,
      packet: null,
      more: false,
    });
    expect(frameOf(published.timed).body).toHaveLength(0x2b);
  });
  test('is found whatever pieces it comes in, and whatever stands around it', () => {
    const stream = bytes(`0D0A7E00${published.keepAlive}7E${published.test}FFFF`);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
        const borders = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const parts = borders.slice(1).map((end, index) => stream.subarray(borders[index], end));
        const { found, reader } = readAll(...parts);
        const frames = found.filter((one) => typeof one !== 'string');
        expect(frames.map(({ functionCode }) => functionCode)).toEqual([0x2f, 0x30]);
        expect(reader.strays).toBe(7);
      }),
      { seed: 651, numRuns: 300 },
    );
  });
  test('one bit that fell over is one frame less, and the next one is read', () => {
    fc.assert(
      fc.property(fc.nat(published.timed.length * 4 - 1), (bit) => {
        const broken = bytes(published.timed);
        broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        // Behind a length that grew the reader waits: the bytes of the next frames fill it up, then all is found.
        const after = Array.from({ length: 90 }, () => published.added).join('');
        const { found } = readAll(broken, bytes(after));
        const read = found.filter((one) => typeof one !== 'string');
        expect(read.every(({ functionCode }) => functionCode === 0x33)).toBe(true);
        expect(read).toHaveLength(90);
      }),
      { seed: 651, numRuns: 200 },
    );
  });
  test.each([
    ['badStart', published.keepAlive.replace('0008020003', '0008010003')],
    ['badDirection', published.confirmed],
    ['badLength', frameText({ code: '2F', text: '' })],
    ['badLength', frameText({ code: '31', text: '001001', start: '16' })],
    ['badEnd', frameText({ code: '2F', text: '0003591011155111', end: '05' })],
    ['badCrc', `${published.keepAlive.slice(0, -1)}B`],
  ])('%s is said of one that is none', (problem, text) => {
    expect(readAll(bytes(text)).found).toEqual([problem]);
  });
  test('of the longest text is taken, and nothing longer is ever waited for', () => {
    const text = frameText({ code: '31', text: '00'.repeat(4095) });
    expect(text.length / 2).toBe(longestFrame);
    expect(frameOf(text).body).toHaveLength(4095);
    const { reader } = readAll(bytes(text.slice(0, -2)));
    expect(reader.partial).toBe(longestFrame - 1);
  });
  test('of several packets says which of them it is', () => {
    expect(frameOf(frameText({ code: '31', text: '00D002AABB', start: '16', end: '17' }))).toMatchObject({
      packet: { total: 13, number: 2 },
      body: bytes('AABB'),
      more: true,
    });
  });
  test('noise never throws, and is kept no longer than a frame', () => {
    const noise = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.constant(bytes('7E7E')),
        fc.constant(bytes(published.test.slice(0, 60))),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(noise, (parts) => {
        const { reader } = readAll(...parts);
        expect(reader.partial).toBeLessThanOrEqual(longestFrame);
      }),
      { seed: 651, numRuns: 200 },
    );
  });
});

describe('an answer', () => {
  // 2017-07-18 11:00:16 in Beijing.
  const now = Date.UTC(2017, 6, 18, 3, 0, 16);
  test('confirms with the serial number of the report, and lets the station go', () => {
    const text = hex(confirmation(frameOf(published.timed), 0x34, now));
    const expected = '7E7E00112233440503E832800802003417071811001604';
    expect(text).toBe(expected + checksum(expected));
  });
  test('asks for more where the station has said that more follows', () => {
    const frame = frameOf(frameText({ code: '32', text: '0007170718110016', end: '17' }));
    expect(hex(confirmation(frame, 7, now)).slice(-6, -4)).toBe('06');
  });
  test('of a message in packets names the last one; a rejection the one that is missing', () => {
    const frame = frameOf(frameText({ code: '31', text: '003003AABB', start: '16' }));
    const confirmed = '7E7E001234567801123431800B16003003000917071811001604';
    expect(hex(confirmation(frame, 9, now))).toBe(confirmed + checksum(confirmed));
    const rejected = '7E7E001234567801123431800B16003002000917071811001615';
    expect(hex(rejection(frame, 2, 9, now))).toBe(rejected + checksum(rejected));
  });
});
