/** Work that each company has so much of at the same time. */
import { expect, test } from 'vitest';
import { Shares, shareOf } from '../../../src/server/shares.ts';

const shares = () =>
  new Shares({ ofCompany: 2, all: 3, companyBusy: 'bounds.companyExports', busy: 'bounds.exports' });
const ofA = { companyId: 1, userId: 10 };
const colleague = { companyId: 1, userId: 11 };
const ofB = { companyId: 2, userId: 20 };
const ofC = { companyId: 3, userId: 30 };
const refused = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    const { status, messageId, params } = error as { status: number; messageId: string; params: object };
    return { status, messageId, params };
  }
};

test('D5: all users of a company share its part, and the rest is left to others', () => {
  const own = shares();
  own.hold(ofA);
  const second = own.hold(colleague);
  const full = { status: 429, messageId: 'bounds.companyExports', params: { limit: 2 } };
  expect(refused(() => own.hold(ofA))).toEqual(full);
  own.hold(ofB);
  expect(refused(() => own.hold(ofC))).toEqual({
    status: 429,
    messageId: 'bounds.exports',
    params: { limit: 3 },
  });
  second();
  // Said again, it frees nothing more.
  second();
  own.hold(ofC);
  expect(refused(() => own.hold(ofB))?.messageId).toBe('bounds.exports');
});

test('D5: what fails frees its part too', async () => {
  const own = shares();
  for (let n = 0; n < 5; n++)
    await expect(own.during(ofA, () => Promise.reject(new Error('of the test')))).rejects.toThrow(
      'of the test',
    );
  expect(await own.during(ofA, async () => 7)).toBe(7);
});

test('D5: who sees every company counts alone, and is no company', () => {
  expect(shareOf({ companyId: null, userId: 1 })).not.toBe(shareOf({ companyId: null, userId: 2 }));
  expect(shareOf({ companyId: null, userId: 1 })).not.toBe(shareOf({ companyId: 1, userId: 1 }));
  expect(shareOf(ofA)).toBe(shareOf(colleague));
});
