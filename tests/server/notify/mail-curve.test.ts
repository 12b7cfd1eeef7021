import { inflateSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { curvePicture, curveSvg, pictureSize } from '../../../src/server/notify/channels/curve-picture.ts';
import { type Notice, noticeBegin, openNotice } from '../../support/notify.ts';

const minute = 60_000;
let opened: Notice | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

/** The pixels of a PNG of 8 bits with alpha, after its own rules: RGBA, row after row. */
function pixelsOf(png: Buffer): { readonly width: number; readonly height: number; readonly data: Buffer } {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([png[24], png[25]]).toEqual([8, 6]);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * 4;
  const data = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)];
    for (let at = 0; at < stride; at += 1) {
      const left = at < 4 ? 0 : (data[row * stride + at - 4] ?? 0);
      const up = row === 0 ? 0 : (data[(row - 1) * stride + at] ?? 0);
      const upLeft = at < 4 || row === 0 ? 0 : (data[(row - 1) * stride + at - 4] ?? 0);
      const guess = left + up - upLeft;
      const [a, b, c] = [left, up, upLeft].map((one) => Math.abs(guess - one)) as [number, number, number];
      const paeth = a <= b && a <= c ? left : b <= c ? up : upLeft;
      const base = [0, left, up, (left + up) >> 1, paeth][filter ?? 0] ?? 0;
      data[row * stride + at] = ((raw[row * (stride + 1) + 1 + at] ?? 0) + base) & 255;
    }
  }
  return { width, height, data };
}

const curve = {
  points: [0, 10, 20, 30, 40, 50].map((value, index) => ({ t: noticeBegin + index * 60 * minute, value })),
  span: { from: noticeBegin, to: noticeBegin + 300 * minute },
  limit: 40,
  either: false,
  digits: 1,
  unit: '°',
  rank: 4,
  steps: [{ t: noticeBegin + 240 * minute, rank: 4 }],
  timeZone: 'Asia/Shanghai',
};

it('a mail shows the curve of each alarm in itself, up to the moment that it is sent', async () => {
  opened = await openNotice();
  const one = opened;
  await one.policy({
    steps: [{ after: 0, to: [{ type: 'user', userId: one.people['ann'] ?? 0 }], by: ['mail'] }],
  });
  for (const x of [0, 1, 2, 3, 4, 45]) {
    await one.tilt(x);
    one.clock.at += 10 * minute;
  }
  await one.settle();
  expect(one.errors).toEqual([]);
  const [mail] = one.mail.mails;
  const [picture] = mail?.attachments ?? [];
  expect(mail?.attachments).toHaveLength(1);
  expect(picture).toMatchObject({ contentType: 'image/png', contentDisposition: 'inline' });
  // The parser puts the picture where the html names it: no reader has to fetch anything.
  const source = mail?.html === false ? '' : (mail?.html ?? '');
  expect(source).toContain('<img src="data:image/png;base64,');
  expect(source).not.toMatch(/src="(?:https?|cid):/);
  expect(source).toMatch(/alt="[^"]*Tilt|alt="[^"]*X/);
  const { width, height } = pixelsOf(picture?.content ?? Buffer.alloc(0));
  expect([width, height]).toEqual([pictureSize.width * 2, pictureSize.height * 2]);
});

it('an alarm that no curve shows goes without a picture', async () => {
  opened = await openNotice();
  const one = opened;
  await one.policy({
    steps: [{ after: 0, to: [{ type: 'user', userId: one.people['ann'] ?? 0 }], by: ['mail'] }],
  });
  await one.tilt(45);
  await one.storage.write(async (db) => {
    const row = await db.selectFrom('alarms').selectAll().executeTakeFirstOrThrow();
    const facts = JSON.parse(row.facts) as { terms: { row: string | null; sensorId: number | null }[] };
    for (const term of facts.terms) Object.assign(term, { quantity: 'silence', row: null, sensorId: null });
    await db
      .updateTable('alarms')
      .set({ facts: JSON.stringify(facts) as never })
      .execute();
  });
  await one.settle();
  expect(one.mail.mails).toHaveLength(1);
  expect(one.mail.mails[0]?.attachments).toEqual([]);
  expect(one.mail.mails[0]?.html).not.toContain('<img');
});

it('the line lies where its values are: time and value to pixels are one scale, with that of the limit', () => {
  const svg = curveSvg(curve);
  const path = svg.match(/<path d="(M[^"]*L[^"]*)" fill="none"/)?.[1] ?? '';
  const places = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((found) => [
    Number(found[1]),
    Number(found[2]),
  ]);
  expect(places).toHaveLength(6);
  const [[x0 = 0, y0 = 0] = [], , , , , [x5 = 0, y5 = 0] = []] = places;
  for (const [index, [x = 0, y = 0]] of places.entries()) {
    expect(x).toBeCloseTo(x0 + ((x5 - x0) * index) / 5, 0);
    expect(y).toBeCloseTo(y0 + ((y5 - y0) * index) / 5, 0);
  }
  const limit = Number(svg.match(/d="M56 ([\d.]+)H514" stroke="#c01616"/)?.[1]);
  expect(limit).toBeCloseTo(places[4]?.[1] ?? Number.NaN, 0);
  // It rose when the fifth reading came.
  expect(Number(svg.match(/<circle cx="([\d.]+)" cy="12"/)?.[1])).toBeCloseTo(
    places[4]?.[0] ?? Number.NaN,
    0,
  );
  // 10:00 in Shanghai is the begin; a whole hour of it is on the axis.
  expect(svg).toContain('>11:00<');
  expect(svg).toContain('>40.0 °<');
});

it('digits are drawn with the font that comes with the product', async () => {
  const { width, data } = pixelsOf(await curvePicture(curve));
  const darkIn = (from: number, to: number) => {
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      const x = (at / 4) % width;
      if (x >= from && x < to && (data[at] ?? 255) < 140) found += 1;
    }
    return found;
  };
  // Left of the axis there is nothing but its numbers.
  expect(darkIn(0, 100)).toBeGreaterThan(150);
  expect(darkIn(1040, 1176)).toBeGreaterThan(50);
});
