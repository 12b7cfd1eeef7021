// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { permissions } from '../../../../../src/base/permissions.ts';
import RolesPage from '../../../../../src/console/features/roles/index.tsx';
import { session } from '../../../../../src/console/state/connection/session.ts';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

const accounts = {
  users: [
    { id: 1, accountName: 'lin', companyId: null, roleId: 1, language: 'en', disabled: false, createdAt: 0 },
    { id: 2, accountName: 'mori', companyId: 1, roleId: 2, language: 'ja', disabled: false, createdAt: 0 },
  ],
  roles: [
    { id: 1, name: 'maintainer', permissions: [...permissions], users: 1, version: 0 },
    { id: 2, name: 'watcher', permissions: ['station:data:view'], users: 1, version: 3 },
    { id: 3, name: 'unused', permissions: [], users: 0, version: 0 },
  ],
  companies: [],
  permissions: [...permissions],
};
const versions = [
  {
    ...{ version: 2, at: 0, accountName: 'lin', name: 'watcher', reason: 'night shift' },
    permissions: ['station:data:view', 'alarm:event:answer'],
  },
];
let server: Answering;
let staged: ReturnType<typeof stage>;
beforeEach(async () => {
  server = await startAnswering();
  server.answer('/rest/users', envelope({ status: 200, msg: '', data: accounts }));
  server.answer('/rest/roles/2/versions', envelope({ status: 200, msg: '', data: { versions } }));
  for (const id of [1, 3])
    server.answer(`/rest/roles/${id}/versions`, envelope({ status: 200, msg: '', data: { versions: [] } }));
  const done = envelope({ status: 200, msg: '', data: {} });
  for (const id of [2, 3]) server.answer(`/rest/roles/${id}`, done);
  session.permissions = [...permissions];
  session.roleId = 1;
  history.replaceState(null, '', '/roles?id=2');
  staged = stage(<RolesPage />);
});
afterEach(async () => {
  staged.end();
  session.permissions = [];
  session.roleId = null;
  await server.stop();
});
const ids = () => staged.ran.map(({ id }) => id);
const sent = () => server.asked.filter(({ url, method }) => url === '/rest/roles/2' && method === 'PUT');
const key = async (name: string) => fireEvent.keyDown(await screen.findByRole('grid'), { key: name });
const effects = () =>
  [...document.querySelectorAll('.roles__effects li')].map(({ textContent }) => textContent);

it('is changed by keys, says what would happen, and saves with a reason and the version it began with', async () => {
  // From "see stations", which the role has, to the next below it.
  await key(' ');
  await waitFor(() => expect(effects()).toHaveLength(1));
  expect(effects()[0]).toContain('would lose: See stations and readings');
  expect(effects()[0]).toContain('1 account');
  await key('ArrowDown');
  await key(' ');
  await waitFor(() => expect(effects()).toHaveLength(2));
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'moves' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  const body = JSON.parse(sent()[0]?.body ?? '{}') as { permissions: string[] };
  expect(body).toEqual({
    ...{ name: 'watcher', reason: 'moves', version: 3 },
    permissions: [expect.stringMatching(/^station:/)],
  });
  expect(body.permissions).not.toContain('station:data:view');
  expect(ids()).toEqual(['roles.toggle', 'roles.toggle', 'form.save']);
});

it('goes from role to role by arrows, and keeps the draft of each', async () => {
  await key(' ');
  await key('ArrowRight');
  await waitFor(() => expect(location.search).toBe('?id=3'));
  expect(effects()).toEqual([]);
  await key('ArrowLeft');
  await waitFor(() => expect(effects()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Discard the changes' }));
  await waitFor(() => expect(effects()).toEqual([]));
});

it('fills the draft with an earlier version', async () => {
  fireEvent.click(await screen.findByRole('button', { name: /night shift/ }));
  await waitFor(() => expect(effects()).toHaveLength(1));
  expect(effects()[0]).toContain('would gain: Acknowledge, shelve and close alarms');
});

it('gives nothing that one does not hold', async () => {
  session.roleId = 2;
  session.permissions = ['system:role:edit', 'station:data:view'];
  await screen.findByRole('grid');
  await key('ArrowDown');
  await key(' ');
  expect(ids()).toEqual(['roles.toggle']);
  expect(effects()).toEqual([]);
});

it('deletes a role that nobody has, after a question', async () => {
  await key('ArrowRight');
  await waitFor(() => expect(location.search).toBe('?id=3'));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the role' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete role' }));
  await waitFor(() => expect(location.search).toBe('?id=1'));
  expect(ids()).toEqual(['roles.choose', 'roles.delete', 'dialog.accept']);
});
