// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { users } from '../../../../../commands/users.ts';
import { offeredChoices } from '../../../../../src/console/components/screen.ts';
import UsersPage from '../../../../../src/console/features/users/index.tsx';
import { session } from '../../../../../src/console/state/connection/session.ts';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

const accounts = {
  users: [
    {
      id: 1,
      accountName: 'lin',
      fullName: '',
      phone: '',
      companyId: null,
      roleId: 1,
      language: 'en',
      disabled: false,
      createdAt: 0,
    },
    {
      id: 2,
      accountName: 'mori',
      fullName: '',
      phone: '',
      companyId: null,
      roleId: 2,
      language: 'ja',
      disabled: true,
      createdAt: 0,
    },
  ],
  roles: [
    { id: 1, name: 'maintainer', permissions: ['a:b:c'], users: 1, version: 0 },
    { id: 3, name: 'visitor', permissions: [], users: 0, version: 0 },
  ],
  companies: [],
  permissions: ['a:b:c', 'd:e:f'],
};
let server: Answering;
let staged: ReturnType<typeof stage>;
beforeEach(async () => {
  server = await startAnswering();
  server.answer('/rest/users', envelope({ status: 200, msg: '', data: accounts }));
  const done = envelope({ status: 200, msg: '', data: null });
  for (const path of ['/rest/users/1/disabled', '/rest/users/2/disabled']) server.answer(path, done);
  session.permissions = ['system:user:edit', 'system:role:edit', 'a:b:c', 'd:e:f'];
  history.replaceState(null, '', '/users');
  staged = stage(<UsersPage />);
});
afterEach(async () => {
  staged.end();
  session.permissions = [];
  await server.stop();
});
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const ids = () => staged.ran.map(({ id }) => id);
const asked = (path: string) => server.asked.filter(({ url }) => url === path);

it('disables after a question, and lets in again without one', async () => {
  await press(/^lin/);
  await press('Disable user');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Disable lin?');
  expect(asked('/rest/users/1/disabled')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disable user' }));
  await waitFor(() => expect(asked('/rest/users/1/disabled')).toMatchObject([{ body: '{"disabled":true}' }]));
  await press(/^mori/);
  await press('Enable user');
  await waitFor(() =>
    expect(asked('/rest/users/2/disabled')).toMatchObject([{ body: '{"disabled":false}' }]),
  );
  expect(ids()).toEqual(['users.choose', 'users.disable', 'dialog.accept', 'users.choose', 'users.enable']);
});

it('begins a new user by a command, and lists who there is for the palette', async () => {
  await screen.findByRole('button', { name: /^lin/ });
  expect(offeredChoices(users.choose, 'id', {})).toEqual([
    { value: 1, label: 'lin' },
    { value: 2, label: 'mori' },
  ]);
  await press('New user');
  expect(await screen.findByRole('form', { name: 'User' })).toBeTruthy();
  expect(location.search).toBe('?id=new');
  expect(ids()).toEqual(['users.add']);
});

it('does nothing for who may not', async () => {
  session.permissions = [];
  await press(/^lin/);
  await waitFor(() => expect(screen.getByRole('button', { name: /^lin/ }).ariaCurrent).not.toBe('true'));
  expect(ids()).toEqual([]);
});
