// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import LoginPage from '../../../../../src/console/features/login/index.tsx';
import { Notices } from '../../../../../src/console/shell/frame/Notices.tsx';
import { dropSession, hasToken } from '../../../../../src/console/state/connection/session.ts';
import { notices } from '../../../../../src/console/state/notices.ts';
import { solved } from '../../../../support/security/puzzle.ts';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

let server: Answering;
let staged: ReturnType<typeof stage>;
const onDone = vi.fn();
beforeEach(async () => {
  server = await startAnswering();
  notices.list = [];
  staged = stage(
    <>
      <LoginPage logo={null} languageMenu={null} onDone={onDone} />
      <Notices />
    </>,
  );
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
  const puzzle = { codeId: 'c', seed: 'x'.repeat(22), parts: 4, bits: 6, seconds: 300, needed: true };
  server.answer('/rest/login/code', envelope({ status: 200, msg: '', data: puzzle }));
  submit();
  // Said by the alert beside the form; the notice is seen, and silent for a screen reader.
  expect((await screen.findByRole('alert')).textContent).toBe('Not right');
  expect(notices.list).toMatchObject([{ severity: 'error', text: 'Not right', isSaid: true }]);
  const shown = document.querySelector('.notice--error');
  expect(shown?.textContent).toContain('Not right');
  expect(shown?.getAttribute('aria-live')).toBe('off');
  // The check starts by itself, its state is shown as text, and its result is sent with the next attempt.
  expect(await screen.findByRole('progressbar')).not.toBeNull();
  await screen.findByText('Security check done');
  server.answer('/login', envelope({ status: 200, msg: '', data: { loginToken: 'abc' } }));
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(hasToken()).toBe(true);
  expect(notices.list).toEqual([]);
  const last = server.asked.filter(({ url }) => url === '/login').at(-1);
  const sent = JSON.parse(last?.body ?? '{}') as Record<string, string>;
  expect([sent.codeId, sent.code]).toEqual(['c', solved(puzzle)]);
  expect(ids()).toEqual(['session.signIn', 'session.signIn', 'session.signIn']);
});

it('D2: does the work and sends the same again when an account is asked for it, without a press', async () => {
  const puzzle = { codeId: 'c', seed: 'y'.repeat(22), parts: 3, bits: 4, seconds: 300, needed: true };
  server.answer('/rest/login/code', envelope({ status: 200, msg: '', data: puzzle }));
  let tries = 0;
  server.answer('/login', (response) => {
    tries += 1;
    const refused = {
      status: 422,
      msg: 'Check',
      data: { needCode: true },
      messageId: 'login.code',
      field: 'code',
    };
    envelope(tries === 1 ? refused : { status: 200, msg: '', data: { loginToken: 'abc' } })(response);
  });
  fill('Account', 'lin');
  fill('Password', 'right');
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(tries).toBe(2);
});

it('D2: during a wait it offers the one-time code, and sends it with the work', async () => {
  const puzzle = { codeId: 'd', seed: 'z'.repeat(22), parts: 2, bits: 4, seconds: 300, needed: true };
  server.answer('/rest/login/code', envelope({ status: 200, msg: '', data: puzzle }));
  const data = { needCode: true, needOtp: true };
  server.answer('/login', envelope({ status: 429, msg: 'Wait 8 s', data, messageId: 'login.throttled' }));
  fill('Account', 'lin');
  fill('Password', 'right');
  submit();
  await screen.findByText(/An account with two-step login need not wait/);
  fill('One-time code', '123456');
  server.answer('/login', envelope({ status: 200, msg: '', data: { loginToken: 'abc' } }));
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  const sent = JSON.parse(server.asked.filter(({ url }) => url === '/login').at(-1)?.body ?? '{}');
  expect(sent).toMatchObject({ otp: '123456', codeId: 'd', code: solved(puzzle) });
});

it('D2: says when the work was not to be had, and begins anew at the next press', async () => {
  fill('Account', 'lin');
  fill('Password', 'wrong');
  server.answer('/login', envelope({ status: 422, msg: 'Not right', data: { needCode: true } }));
  server.answer('/rest/login/code', envelope({ status: 429, msg: 'Too many', data: null }));
  submit();
  await screen.findByText('The security check could not be completed. Try again');
  const puzzle = { codeId: 'e', seed: 'q'.repeat(22), parts: 2, bits: 4, seconds: 300, needed: true };
  server.answer('/rest/login/code', envelope({ status: 200, msg: '', data: puzzle }));
  server.answer('/login', envelope({ status: 200, msg: '', data: { loginToken: 'abc' } }));
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
});

it('an answer without data is shown with the server’s message', async () => {
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
