// @vitest-environment happy-dom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sites } from '../../../../commands/sites.ts';
import { table } from '../../../../commands/table.ts';
import type { ScreenCommand } from '../../../../src/command/command.ts';
import { FailedState } from '../../../../src/console/components/conditions.tsx';
import { Confirm } from '../../../../src/console/components/dialog/Confirm.tsx';
import { FormFoot, FormText, ProofFields } from '../../../../src/console/components/form/fields.tsx';
import { useForm } from '../../../../src/console/components/form/use-form.ts';
import { offeredChoices } from '../../../../src/console/components/screen.ts';
import { DataTable } from '../../../../src/console/components/table/DataTable.tsx';
import type { TableColumn } from '../../../../src/derive/row-columns.ts';
import { stage } from '../stage.tsx';

let staged: ReturnType<typeof stage>;
afterEach(() => {
  staged.end();
  vi.restoreAllMocks();
});

describe('a question', () => {
  it.each([
    ['Retire', 'dialog.accept', true],
    ['Cancel', 'dialog.decline', false],
  ])('answered with %s runs %s', async (name, id, answer) => {
    const onAnswer = vi.fn();
    staged = stage(<Confirm question="Retire it?" confirm="Retire" onAnswer={onAnswer} />);
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(answer));
    expect(staged.ran).toMatchObject([{ id }]);
  });
  it('is declined by Escape', async () => {
    const onAnswer = vi.fn();
    staged = stage(<Confirm question="Retire it?" confirm="Retire" onAnswer={onAnswer} />);
    fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false));
    expect(staged.ran).toMatchObject([{ id: 'dialog.decline', origin: 'key' }]);
  });
});

it('of several things that did not load, the one is tried again whose button was pressed', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  staged = stage(
    <>
      <FailedState title="One" reason="away" onRetry={first} />
      <FailedState title="Two" reason="away" onRetry={second} />
    </>,
  );
  const [button] = screen.getAllByRole('button', { name: 'Try again' });
  if (button !== undefined) fireEvent.click(button);
  await waitFor(() => expect(first).toHaveBeenCalledTimes(1));
  expect(second).not.toHaveBeenCalled();
});

describe('a form whose action has a command of its own', () => {
  const sent = vi.fn();
  function Form({
    name,
    command,
  }: {
    readonly name: string;
    readonly command?: ScreenCommand<{ readonly of?: string }>;
  }) {
    const send = async ({ text }: { readonly text: string }) => {
      sent(name, text);
      return null;
    };
    const form = useForm({ text: '' }, send, command);
    return (
      <form onSubmit={form.onSubmit} aria-label={name}>
        <FormText form={form} name="text" label={`${name} text`} />
        <FormFoot form={form} label={`Send ${name}`} />
      </form>
    );
  }
  it('is sent under that name, and is not what the keys of saving send', async () => {
    staged = stage(
      <>
        <Form name="station" />
        <Form name="credential" command={sites.rotateCredential} />
      </>,
    );
    fireEvent.change(screen.getByLabelText('station text'), { target: { value: 'GH-1' } });
    fireEvent.keyDown(document, { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true });
    await waitFor(() => expect(sent.mock.calls).toEqual([['station', 'GH-1']]));
    expect(staged.ran).toMatchObject([{ id: 'form.save', origin: 'key' }]);
  });
});

it('a proof has a field for the code from the refusal that asks for it on, and keeps what was typed', async () => {
  const refusals = [
    { field: 'code', sentence: 'A code is needed' },
    { field: 'password', sentence: 'Wrong' },
  ];
  const sent = vi.fn(async (_proof: object) => refusals.shift() ?? null);
  function Proof() {
    const form = useForm({ password: '', code: '' }, sent);
    return (
      <form onSubmit={form.onSubmit}>
        <ProofFields form={form} />
        <FormFoot form={form} label="Approve" />
      </form>
    );
  }
  staged = stage(<Proof />);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const approve = () => fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(screen.queryByLabelText('One-time code')).toBeNull();
  fireEvent.change(field('Password'), { target: { value: 'secret' } });
  approve();
  await screen.findByText('A code is needed');
  fireEvent.change(field('One-time code'), { target: { value: '123456' } });
  approve();
  await screen.findByText('Wrong');
  expect([field('Password').value, field('One-time code').value]).toEqual(['secret', '123456']);
  expect(sent.mock.calls.at(-1)).toEqual([{ password: 'secret', code: '123456' }]);
});

describe('a table', () => {
  const column: TableColumn = {
    row: 'tilt',
    id: 'x',
    type: 'number',
    unit: '°',
    digits: 2,
    heading: 'table.received',
    values: null,
    flags: [],
    element: false,
  };
  const rows = [2000, 1000, 0].map((t) => ({ t, values: { x: t / 1000 } }));
  const copied = vi.fn();
  const show = () => {
    // Without a layout nothing would be in sight.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(280);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => copied(text) },
    });
    staged = stage(
      <DataTable
        label="Tilt"
        columns={[column]}
        rows={rows}
        total={3}
        zone="Etc/UTC"
        onMore={() => undefined}
      />,
    );
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    copied.mockClear();
  });
  it('goes to the cell that is pressed by a command, which lists its rows', async () => {
    show();
    const cell = await screen.findByText('1.00');
    fireEvent.click(cell);
    await waitFor(() => expect(cell.hasAttribute('data-current')).toBe(true));
    expect(staged.ran).toMatchObject([{ id: 'table.choose', args: { row: 1, column: 1 } }]);
    expect(offeredChoices(table.choose, 'row', {})[2]).toEqual({ value: 2, label: '1970-01-01 00:00:00' });
  });
  it.each([
    [false, 'row', 1],
    [true, 'all', 4],
  ])('copies by a command (all: %s)', async (shiftKey, what, lines) => {
    show();
    fireEvent.keyDown(screen.getByRole('grid'), { key: shiftKey ? 'C' : 'c', ctrlKey: true, shiftKey });
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(1));
    expect(copied.mock.calls[0]?.[0].split('\n')).toHaveLength(lines);
    expect(staged.ran).toMatchObject([{ id: 'table.copy', args: { what }, origin: 'key' }]);
  });
});
