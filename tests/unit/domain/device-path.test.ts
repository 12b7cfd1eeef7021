/** R10: a station has slots 0–63; what names a device names exactly those. */
import { expect, test } from 'vitest';
import { lastSlot, slots } from '../../../src/catalogue/slots.ts';
import {
  devicePath,
  devicePattern,
  groupPath,
  groupPattern,
  slotOf,
} from '../../../src/domain/device-path.ts';

const device = new RegExp(devicePattern);
const group = new RegExp(groupPattern);

test('R10 every slot from 0 to 63 has a name that leads back to it', () => {
  expect(slots).toHaveLength(64);
  expect(slots.at(-1)).toBe(lastSlot);
  for (const slot of slots) {
    expect(device.test(devicePath(slot)), String(slot)).toBe(true);
    expect(group.test(groupPath(slot, 'basic')), String(slot)).toBe(true);
    expect(slotOf(devicePath(slot))).toBe(slot);
    expect(slotOf(groupPath(slot, 'rt1010'))).toBe(slot);
  }
  expect(slotOf(groupPath(null, 'rtu'))).toBeNull();
});

test.each(['64', '70', '100', '-1', '07', '7a', '', 'rtu7'])('R10 %j names no device', (name) => {
  expect(device.test(name)).toBe(false);
  expect(group.test(`${name}/basic`)).toBe(false);
});
