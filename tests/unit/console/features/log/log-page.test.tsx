// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import LogPage from '../../../../../src/console/features/log/index.tsx';
import { Notices } from '../../../../../src/console/shell/frame/Notices.tsx';
import { notices, notify } from '../../../../../src/console/state/notices.ts';
import { clearLog, frontendLog, logError } from '../../../../../src/console/state/session/frontend-log.ts';
import { stage } from '../../stage.tsx';

const hostile = '<img src=x onerror="window.__hit=1"><script>window.__hit=1</script>';
let staged: ReturnType<typeof stage>;
beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => undefined;
  clearLog();
  notices.list = [];
  history.replaceState(null, '', '/log');
  logError('', 'POST /rest/x', { name: 'HTTP 502', messageId: 'http.502', where: 'POST /rest/x' });
  logError(hostile, hostile, { name: 'TypeError' });
  logError(hostile, hostile, { name: 'TypeError' });
  logError('', '', { name: 'HTTP 408', severity: 'warning', messageId: 'http.408' });
  staged = stage(
    <>
      <LogPage />
      <Notices />
    </>,
  );
});
afterEach(() => staged.end());
const rows = () => screen.getAllByRole('row').slice(1);
const ids = () => staged.ran.map(({ id }) => id);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the log page', () => {
  it('shows equal errors as one line with their count, and has seen them', () => {
    expect(rows().map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual(['1', '2', '1']);
    expect(screen.getByRole('status').textContent).toBe('showing 3 groups of 4 errors');
    expect(frontendLog.unseen).toBe(0);
  });
  it('keeps hostile text as text, in the list and in the details', async () => {
    fireEvent.click(screen.getByText(hostile));
    await waitFor(() => expect(screen.getAllByText(hostile)).toHaveLength(3));
    expect(document.querySelector('img, script')).toBeNull();
  });
  it('opens and closes an entry by a command; which one is in the address', async () => {
    press('Gateway error');
    const detail = await screen.findByRole('region', { name: 'Details' });
    expect(detail.textContent).toContain('POST /rest/x');
    const entry = frontendLog.entries.find(({ name }) => name === 'HTTP 502')?.id;
    expect(location.search).toBe(`?entry=${entry}`);
    expect(staged.ran).toMatchObject([{ id: 'log.choose', args: { entry }, origin: 'button' }]);
    press('Close');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Details' })).toBeNull());
    expect(location.search).toBe('');
  });
  it('filters by text and by severity', async () => {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'http' } });
    expect(rows()).toHaveLength(2);
    press('Warnings');
    await waitFor(() => expect(rows()).toHaveLength(1));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
    expect(screen.getByText('No entry matches')).toBeTruthy();
    expect(ids()).toEqual(['log.severity']);
  });
  it('clears after a question only', async () => {
    press('Clear…');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(frontendLog.entries).toHaveLength(3);
    press('Clear…');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear the log' }));
    expect(await screen.findByText('No errors')).toBeTruthy();
    expect(frontendLog.entries).toEqual([]);
    expect(ids()).toEqual(['dialog.decline', 'dialog.accept', 'log.clear']);
  });
  it('is where a notice of an error leads, with the entry unfolded', async () => {
    const { id } = frontendLog.entries[2] ?? { id: 0 };
    notify('error', 'Gateway error', id);
    fireEvent.click(await screen.findByRole('button', { name: 'Log entry' }));
    await waitFor(() => expect(location.search).toBe(`?entry=${id}`));
    expect(screen.getByRole('region', { name: 'Details' }).textContent).toContain('HTTP 502');
    expect(ids()).toEqual(['notices.openLog']);
    expect(notices.list).toEqual([]);
  });
  it('takes a notice away by a command', async () => {
    notify('info', 'Noted');
    await screen.findByText('Noted');
    press('Close');
    await waitFor(() => expect(screen.queryByText('Noted')).toBeNull());
    expect(ids()).toEqual(['notices.dismiss']);
  });
});
