// @vitest-environment happy-dom
/** What the runner keeps of the commands that it runs: those that were done, and none that was stopped or declined. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { audit } from '../../../../commands/audit.ts';
import { log } from '../../../../commands/log.ts';
import { tabs as tabCommands } from '../../../../commands/tabs/index.ts';
import { type CommandRunner, useCommands } from '../../../../src/console/components/commands.tsx';
import { useOffer } from '../../../../src/console/components/screen.ts';
import { session } from '../../../../src/console/state/connection/session.ts';
import { notices } from '../../../../src/console/state/notices.ts';
import { recents } from '../../../../src/console/state/recents.ts';
import { forgetRecorded, recorded } from '../../../../src/console/state/recording/recorder.ts';
import { stage } from '../stage.tsx';

let runner: CommandRunner;
const done: string[] = [];
/** A screen that offers a command with a question and one without. */
function Screen() {
  runner = useCommands();
  useOffer(log.clear, () => void done.push('log.clear'));
  useOffer(audit.refresh, () => void done.push('audit.refresh'));
  return null;
}

let staged: ReturnType<typeof stage>;
const stop = (event: Event) => event.preventDefault();
beforeEach(() => {
  forgetRecorded();
  recents.list = [];
  done.length = 0;
  session.permissions = ['system:audit:view'];
  staged = stage(<Screen />);
});
afterEach(() => {
  removeEventListener('groundwatch:command', stop);
  staged.end();
  session.permissions = [];
});
const run = (command: typeof log.clear | typeof audit.refresh) =>
  act(() => runner.run(command, {}, 'button'));
/** Without the answers to questions, which are commands too. */
const own = <T extends { readonly id: string }>(list: readonly T[]) =>
  list.filter(({ id }) => !id.startsWith('dialog.'));
const kept = () =>
  own(recorded().map(({ command, refused }) => ({ id: command.id, refused }))).map(({ id, refused }) => [
    id,
    refused,
  ]);
const answer = async (place: 'first' | 'last') => {
  const dialog = await screen.findByRole('dialog');
  const buttons = dialog.querySelectorAll('button');
  const button = place === 'first' ? buttons[0] : buttons[buttons.length - 1];
  if (button !== undefined) fireEvent.click(button);
};
const recent = () => own(recents.list).map(({ id }) => id);

it('a command that was done is kept', async () => {
  run(audit.refresh);
  await waitFor(() => expect(kept()).toEqual([['audit.refresh', null]]));
  expect(done).toEqual(['audit.refresh']);
  expect(recent()).toEqual(['audit.refresh']);
});

it('an unknown command of tabs is an invalid operation', async () => {
  notices.list = [];
  act(() => runner.run(tabCommands.close, { which: 'sideways' as 'all' }, 'menu'));
  await waitFor(() => expect(notices.list).toMatchObject([{ severity: 'error', text: 'Invalid operation' }]));
  expect(kept()).toEqual([]);
});

it('one whose question was declined is not, the same one accepted is', async () => {
  run(log.clear);
  await answer('first');
  // What comes after it was done after it: nothing of the first is still to come.
  run(audit.refresh);
  await waitFor(() => expect(kept()).toEqual([['audit.refresh', null]]));
  expect([done, recent()]).toEqual([['audit.refresh'], ['audit.refresh']]);
  run(log.clear);
  await answer('last');
  await waitFor(() => expect(kept().at(-1)).toEqual(['log.clear', null]));
  expect(done).toEqual(['audit.refresh', 'log.clear']);
});

it('one that was stopped on its way is not', async () => {
  addEventListener('groundwatch:command', stop);
  run(audit.refresh);
  await waitFor(() => expect(staged.ran.map(({ id }) => id)).toEqual(['audit.refresh']));
  removeEventListener('groundwatch:command', stop);
  run(log.clear);
  await answer('last');
  await waitFor(() => expect(kept()).toEqual([['log.clear', null]]));
  expect([done, recent()]).toEqual([['log.clear'], ['log.clear']]);
});
