// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import OrderDialog from '../../../../../src/console/features/parameters/orders/OrderDialog.tsx';
import { session } from '../../../../../src/console/state/connection/session.ts';
import { queries } from '../../../../../src/console/state/sites/stations.ts';
import { StationPacker } from '../../../../../src/contract/sites/station-columns.ts';
import { stage } from '../../stage.tsx';
import { type Answering, envelope, startAnswering } from '../../state/answering.ts';

const state = (value: unknown) => ({ value, at: 1000, pending: null });
const reported = (version: number, more: object = {}) => ({
  sn: '1',
  class: 'tracked',
  contact: null,
  devices: [
    {
      target: { rtuId: 5, slot: null },
      kind: null,
      sensorId: null,
      name: null,
      groups: [
        {
          group: 'rtu',
          version,
          fields: { sendCycle: state(3600), retryCount: state(3), center1Key: state(null), ...more },
        },
      ],
    },
  ],
});
const ok = (data: unknown) => envelope({ status: 200, msg: '', data });
const refused = (status: number, messageId: string, field?: string) =>
  envelope({ status, msg: `no: ${messageId}`, data: null, messageId, params: {}, field });

let server: Answering;
let staged: ReturnType<typeof stage> | undefined;
const onClose = vi.fn();
beforeEach(async () => {
  server = await startAnswering();
  server.answer(
    '/rest/stations/columns',
    ok({ columns: new StationPacker().columns(), projects: [], at: 0, lastEventId: '0.a' }),
  );
  server.answer('/rest/stations/9/parameters', ok(reported(4)));
  server.answer('/rest/user/confirm', ok({ confirmation: 'proven', until: 1 }));
  session.permissions = ['device:parameter:edit', 'device:command:send'];
  onClose.mockClear();
});
afterEach(async () => {
  staged?.end();
  queries.clear();
  session.permissions = [];
  await server.stop();
});

const show = (content: Parameters<typeof OrderDialog>[0]['asked']['proposal']['content']) => {
  staged = stage(
    <QueryClientProvider client={queries}>
      <OrderDialog
        asked={{ proposal: { stationId: 9, slot: null, content }, surface: 'palette' }}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
};
const bodies = (path: string): Record<string, unknown>[] =>
  server.asked.filter(({ url }) => url === path).map(({ body }) => JSON.parse(body));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const send = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const set = { type: 'set', group: 'rtu', edits: { sendCycle: 600 } } as const;

it('proves exactly what it then stores, and repeats a call whose answer was lost under the same key', async () => {
  show(set);
  await type('Password', 'secret');
  await type('Reason, optional', 'rain');
  server.answer('/rest/orders', (response) => void response.destroy());
  send(/^Set 1 parameter/);
  await screen.findByRole('alert');
  server.answer('/rest/orders', refused(422, 'command.queueFull'));
  send(/^Set 1 parameter/);
  await waitFor(() => expect(bodies('/rest/orders')).toHaveLength(2));
  const [first, second] = bodies('/rest/orders');
  expect(first).toEqual({
    key: expect.any(String),
    target: { rtuId: 5, slot: null },
    content: { ...set, version: 4 },
    reason: 'rain',
    surface: 'palette',
    confirmation: 'proven',
  });
  expect(second?.['key']).toBe(first?.['key']);
  const { confirmation: _, ...body } = first ?? {};
  expect(bodies('/rest/user/confirm')[0]).toEqual({ password: 'secret', body });
  await type('Reason, optional', 'another');
  send(/^Set 1 parameter/);
  await waitFor(() => expect(bodies('/rest/orders')).toHaveLength(3));
  expect(bodies('/rest/orders')[2]?.['key']).not.toBe(first?.['key']);
  expect(onClose).not.toHaveBeenCalled();
});

it('asks for the one-time code where the account has one', async () => {
  show(set);
  await type('Password', 'secret');
  server.answer('/rest/user/confirm', refused(422, 'totp.needed', 'code'));
  send(/^Set 1 parameter/);
  await type('One-time code', '123456');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret');
  send(/^Set 1 parameter/);
  await waitFor(() => expect(bodies('/rest/user/confirm')[1]).toMatchObject({ code: '123456' }));
});

it('shows what moved, and goes on from there only when that is wanted', async () => {
  show(set);
  await type('Password', 'secret');
  server.answer('/rest/orders', refused(409, 'set.stale', 'version'));
  server.answer('/rest/stations/9/parameters', ok(reported(5, { retryCount: state(7) })));
  send(/^Set 1 parameter/);
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert.textContent).toContain('Retries 3 → 7'));
  expect(alert.textContent).toContain('no: set.stale');
  expect(screen.getByRole('button', { name: /^Set 1 parameter/ })).toHaveProperty('disabled', true);
  send('Go on with my values');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Set 1 parameter/ })).toHaveProperty('disabled', false),
  );
  send(/^Set 1 parameter/);
  await waitFor(() => expect(bodies('/rest/orders')).toHaveLength(2));
  expect(bodies('/rest/orders')[1]).toMatchObject({ content: { version: 5 } });
});

it('a secret is typed here alone, and nothing goes without it', async () => {
  show({ type: 'set', group: 'rtu', edits: { center1Key: null } });
  await type('Password', 'secret');
  expect(screen.getByRole('button', { name: /^Set 1 parameter/ })).toHaveProperty('disabled', true);
  await type('Center 1 key', 'k-123');
  send(/^Set 1 parameter/);
  await waitFor(() =>
    expect(bodies('/rest/orders')[0]).toMatchObject({ content: { edits: { center1Key: 'k-123' } } }),
  );
  expect(JSON.stringify(staged?.ran)).not.toContain('k-123');
  expect(JSON.stringify(localStorage)).not.toContain('k-123');
});

it('arguments of a command are checked before it can go, and it needs no password where its guard is to confirm', async () => {
  show({ type: 'action', action: 'startFastCollect', args: {} });
  const box = await screen.findByRole('textbox', { name: 'Duration' });
  fireEvent.change(box, { target: { value: '5' } });
  expect((await screen.findByRole('alert')).textContent).toContain('10–1440 min');
  expect(screen.getByRole('button', { name: /^Start fast collect/ })).toHaveProperty('disabled', true);
  fireEvent.change(box, { target: { value: '30' } });
  expect(screen.queryByLabelText('Password')).toBeNull();
  send(/^Start fast collect/);
  await waitFor(() =>
    expect(bodies('/rest/orders')[0]).toMatchObject({ content: { args: { duration: 30 } } }),
  );
  expect(bodies('/rest/user/confirm')).toEqual([]);
});
