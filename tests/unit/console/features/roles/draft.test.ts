import { expect, it } from 'vitest';
import { permissions } from '../../../../../src/base/permissions.ts';
import {
  cellOf,
  compared,
  effectsOf,
  listed,
  ordered,
  toggled,
} from '../../../../../src/console/features/roles/draft.ts';
import type { Role, User } from '../../../../../src/contract/company/users.ts';

const role = (id: number, allowed: readonly string[]): Role => ({
  ...{ id, name: `role ${id}`, permissions: [...allowed], users: 1, version: 1 },
});
const user = (id: number, roleId: number, disabled = false): User => ({
  ...{
    id,
    fullName: '',
    phone: '',
    accountName: `user ${id}`,
    companyId: 1,
    roleId,
    language: 'en',
    disabled,
    createdAt: 0,
  },
});
const see = 'station:data:view';
const answer = 'alarm:event:answer';
const sound = 'device:command:sound';

it('lists every permission once, by area', () => {
  expect([...ordered].sort()).toEqual([...permissions].sort());
  expect(ordered.findIndex((one) => one.startsWith('alarm:'))).toBeGreaterThan(
    ordered.findLastIndex((one) => one.startsWith('station:')),
  );
});

it('gives and takes one permission, in the order in which they are declared', () => {
  expect(toggled([answer], see)).toEqual([see, answer]);
  expect(toggled([see, answer], see)).toEqual([answer]);
  expect(toggled(toggled([answer], sound), sound)).toEqual([answer]);
});

it('says of each permission how the draft stands to what is saved', () => {
  const two = role(2, [see, answer]);
  const drafts = new Map([[2, [see, sound]]]);
  expect([see, answer, sound, 'system:role:edit'].map((one) => cellOf(two, drafts, one))).toEqual([
    ...['given', 'lost', 'gained', 'notGiven'],
  ]);
});

it('lists losses first, and says where nobody who can sign in would have it any more', () => {
  const roles = [role(2, [see, answer, sound]), role(3, [see, answer])];
  const drafts = new Map([[2, ['station:remark:edit']]]);
  const effects = (users: readonly User[]) =>
    effectsOf(role(2, [see, answer, sound]), drafts, roles, users).map(({ permission, gains, isLast }) => [
      ...[permission, gains, isLast],
    ]);
  expect(effects([user(1, 2), user(2, 3)])).toEqual([
    [see, false, false],
    [answer, false, false],
    [sound, false, true],
    ['station:remark:edit', true, false],
  ]);
  // The only other one who has it is kept out.
  expect(effects([user(1, 2), user(2, 3, true)])[0]).toEqual([see, false, true]);
});

it('counts what two roles have in common by both having it or neither', () => {
  const found = compared([see, answer], [see, sound]);
  expect(found).toEqual({ same: permissions.length - 2, more: [answer], less: [sound] });
});

it('lists by what differs, what was changed, and words', () => {
  const roles = [role(2, [see, answer]), role(3, [see])];
  const words = (permission: string) => (permission === see ? 'See stations' : permission);
  const list = (shown: 'all' | 'differing' | 'changed', wanted = '') =>
    listed(roles, new Map([[3, [see, sound]]]), shown, wanted, words);
  expect(list('all')).toHaveLength(permissions.length);
  expect(list('differing')).toEqual([answer, sound]);
  expect(list('changed')).toEqual([sound]);
  expect(list('all', ' ｓｅｅ st')).toEqual([see]);
  expect(list('all', 'command:sound')).toEqual([sound]);
});
