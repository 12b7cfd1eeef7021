// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import LoginPage from '../../../../../src/console/features/login/index.tsx';
import { dropSession, hasToken } from '../../../../../src/console/state/session.ts';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

let server: Answering;
let staged: ReturnType<typeof stage>;
const onDone = vi.fn();
beforeEach(async () => {
  server = await startAnswering();
  staged = stage(<LoginPage logo={null} languageMenu={null} onDone={onDone} />);
});
afterEach(async () => {
  staged.end();
  dropSession();
  onDone.mockClear();
  await server.stop();
});
const ids = () => staged.ran.map(({ id }) => id);
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.submit(screen.getByRole('form'));

it('signs in by a command; what is missing is said first, what is refused in the server’s words', async () => {
  submit();
  await screen.findByText('Enter the account');
  fill('Account', 'lin');
  fill('Password', 'wrong');
  server.answer('/login', envelope({ status: 422, msg: 'Not right', data: { needCode: true } }));
  server.answer('/rest/login/code', envelope({ status: 200, msg: '', data: { codeId: 'c', svg: '<svg/>' } }));
  submit();
  await screen.findByText('Not right');
  fireEvent.click(await screen.findByRole('button', { name: 'New picture' }));
  await waitFor(() => expect(server.asked.filter(({ url }) => url === '/rest/login/code')).toHaveLength(2));
  fill('Verification code', '7hx2');
  server.answer('/login', envelope({ status: 200, msg: '', data: { loginToken: 'abc' } }));
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(hasToken()).toBe(true);
  expect(ids()).toEqual(['session.signIn', 'session.signIn', 'session.anotherCode', 'session.signIn']);
});

it('an answer without data is told with the server’s message', async () => {
  fill('Account', 'lin');
  fill('Password', 'x');
  server.answer('/login', envelope({ status: 200, msg: 'Locked for today', data: null }));
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain('Locked for today');
  expect(onDone).not.toHaveBeenCalled();
});

it('shows and hides what is typed as password by a command', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Show the password' }));
  await screen.findByRole('button', { name: 'Hide the password' });
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  expect(ids()).toEqual(['form.reveal']);
});
