// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginAlert } from '../../../../src/console/shell/frame/LoginAlert.tsx';
import { lazyPage } from '../../../../src/console/shell/lazy-page.tsx';
import { PageBoundary } from '../../../../src/console/shell/PageBoundary.tsx';
import { Unknown } from '../../../../src/console/shell/Unknown.tsx';
import { request } from '../../../../src/console/state/connection/client.ts';
import { cookiePrefix, writeCookie } from '../../../../src/console/state/connection/cookies.ts';
import { hasToken, session } from '../../../../src/console/state/connection/session.ts';
import { notices } from '../../../../src/console/state/notices.ts';
import { clearLog, frontendLog } from '../../../../src/console/state/session/frontend-log.ts';
import * as contract from '../../../../src/contract/company/session.ts';
import { stage } from '../stage.tsx';
import { type Answering, envelope, startAnswering } from '../state/answering.ts';

let staged: ReturnType<typeof stage> | null = null;
beforeEach(() => {
  clearLog();
  notices.list = [];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  staged?.end();
  session.menus = [];
  vi.restoreAllMocks();
});
const ids = () => staged?.ran.map(({ id }) => id);

describe('a page that fails', () => {
  it('says so, is in the log and in a notice, and is drawn again by a command', async () => {
    let broken = true;
    const Page = () => {
      if (broken) throw new TypeError('no such thing');
      return <p>well</p>;
    };
    staged = stage(
      <PageBoundary>
        <Page />
      </PageBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('This page failed');
    expect(frontendLog.entries).toMatchObject([{ name: 'TypeError', message: 'no such thing', count: 1 }]);
    expect(notices.list).toMatchObject([{ text: 'no such thing', logId: frontendLog.entries[0]?.id }]);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('well')).toBeTruthy();
    expect(ids()).toEqual(['page.retry']);
  });
  it('knows a part whose code did not come, too', () => {
    const Page = (): null => {
      throw new TypeError('error loading dynamically imported module: /dist/assets/map.js');
    };
    staged = stage(
      <PageBoundary>
        <Page />
      </PageBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('ChunkLoadError');
    expect(frontendLog.entries).toMatchObject([{ name: 'ChunkLoadError' }]);
  });
  it.each([
    ['ChunkLoadError', 'Failed to fetch dynamically imported module: /dist/assets/a.js'],
    ['CSS_CHUNK_LOAD_FAILED', 'Unable to preload CSS for /dist/assets/a.css'],
  ])('is shown as %s where its code could not be loaded', async (name, message) => {
    const Page = lazyPage<object>(() => Promise.reject(new Error(message)));
    staged = stage(
      <PageBoundary>
        <Suspense>
          <Page />
        </Suspense>
      </PageBoundary>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain(`The page did not load${name}`);
    expect(frontendLog.entries).toMatchObject([{ name, message }]);
  });
});

describe('an unknown address', () => {
  const show = (path: string) => {
    staged = stage(
      <Suspense>
        <Unknown path={path} />
      </Suspense>,
    );
    return screen.findByText(new RegExp(path));
  };
  it('leads home, and is no error', async () => {
    await show('/nowhere');
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(location.pathname).toBe('/index'));
    expect(ids()).toEqual(['navigation.home']);
    expect(frontendLog.entries).toEqual([]);
  });
  it('that the menu names is a module that is missing', async () => {
    session.menus = [
      { menuType: 'menu', menuPath: '/rest/task', menuComponent: 'views/task', children: [] } as never,
    ];
    await show('/rest/task');
    await waitFor(() => expect(notices.list).toMatchObject([{ text: 'Module not found: views/task' }]));
    expect(frontendLog.entries).toMatchObject([
      { name: 'MODULE_NOT_FOUND', message: 'views/task', count: 1 },
    ]);
  });
});

describe('HTTP 401', () => {
  let server: Answering;
  beforeEach(async () => {
    server = await startAnswering();
    server.answer(contract.getRoleId.path, envelope({ status: 401, msg: '', data: null }, 401));
    writeCookie(`${cookiePrefix}token`, 'abc', 1);
    history.replaceState(null, '', '/users?what=role');
    staged = stage(<LoginAlert />);
  });
  afterEach(() => server.stop());
  const ask = () => request(contract.getRoleId, {}).catch(() => undefined);
  it('asks to log in, and comes back to where the user was', async () => {
    await ask();
    expect((await screen.findByRole('dialog')).textContent).toContain('No permission. Please log in');
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(location.search).toBe(`?redirect=${encodeURIComponent('/users?what=role')}`);
    expect(hasToken()).toBe(false);
    await ask();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('does not ask again who declined', async () => {
    await ask();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await ask();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(hasToken()).toBe(true);
    expect(ids()).toEqual(['dialog.decline']);
  });
});
