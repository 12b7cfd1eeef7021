// @vitest-environment happy-dom
/** The table of sent warning mails: address, time, title, content and operation of each. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SentMails } from '../../../../../src/console/features/alert-config/mails/SentMails.tsx';
import { useMails } from '../../../../../src/console/features/alert-config/mails/use-mails.ts';
import type { MessageView } from '../../../../../src/console/state/notify.ts';
import { notifyMessages } from '../../../../../src/contract/notify/messages.ts';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

let server: Answering;
let staged: ReturnType<typeof stage>;
const at = Date.UTC(2026, 10, 29, 4, 5, 6);
const mail = (id: number, address: string, state: MessageView['state']): MessageView => ({
  ...{ id, alarmId: 1, kind: 'raised', rank: 4, name: '', address, channel: 'mail', state, tries: 1 },
  ...{
    createdAt: at,
    dueAt: null,
    doneAt: at,
    title: `Red ${id}`,
    content: `Leave the road ${id}`,
    answer: '',
  },
});

function Table({ mayEdit }: { readonly mayEdit: boolean }) {
  return <SentMails own={useMails(7, mayEdit)} levelName={(level) => level} mayEdit={mayEdit} />;
}

beforeEach(async () => {
  server = await startAnswering();
  const messages = [mail(2, 'town@example.org', 'failed'), mail(1, 'road@example.org', 'accepted')];
  server.answer(notifyMessages.path, envelope({ status: 200, msg: '', data: { messages, total: 5 } }));
});
afterEach(async () => {
  staged.end();
  await server.stop();
});

it('lists what was sent for the sensor, the newest first, and says how many there are', async () => {
  staged = stage(<Table mayEdit />);
  await screen.findByText('town@example.org');
  expect(screen.getByRole('status').textContent).toBe('showing 2 of 5');
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Mail address', 'Time', 'Title', 'Content', 'State', 'Operation']);
  const rows = screen.getAllByRole('row').slice(1);
  const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? ''));
  expect(cells.map(([address, , title, content]) => [address, title, content])).toEqual([
    ['town@example.org', 'Red 2', 'Leave the road 2'],
    ['road@example.org', 'Red 1', 'Leave the road 1'],
  ]);
  expect(cells[0]?.[1]).toContain('2026-11-29');
  const asked = new URL(server.asked[0]?.url ?? '', server.address).searchParams;
  expect([asked.get('sensorId'), asked.get('over')]).toEqual(['7', 'mail']);
  // Each is opened; one that failed is sent again.
  expect(screen.getAllByRole('button', { name: 'Open' })).toHaveLength(2);
});

it('who may not change notices sends none again', async () => {
  staged = stage(<Table mayEdit={false} />);
  await screen.findByText('town@example.org');
  expect(screen.queryByRole('button', { name: /again/i })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Open' })).toHaveLength(2);
});
