// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { lazyPage } from '../../../../src/console/shell/lazy-page.tsx';

afterEach(cleanup);

const load = async () => ({ default: ({ name }: { readonly name: string }) => <p>{name}</p> });

it('a screen that was fetched before is drawn at once, without its fallback', async () => {
  const Home = lazyPage(load);
  await Home.preload();
  render(
    <Suspense fallback={<p>wait</p>}>
      <Home name="stations" />
    </Suspense>,
  );
  expect(screen.queryByText('wait')).toBeNull();
  expect(screen.getByText('stations')).toBeTruthy();
});

it('a screen on its way shows its fallback, and stays the one it was when it is fetched once more', async () => {
  const Home = lazyPage(load);
  const shown = (name: string) => (
    <Suspense fallback={<p>wait</p>}>
      <Home name={name} />
    </Suspense>
  );
  const { rerender } = render(shown('stations'));
  expect(screen.getByText('wait')).toBeTruthy();
  const page = await screen.findByText('stations');
  await act(() => Home.preload());
  rerender(shown('rows'));
  expect(screen.getByText('rows')).toBe(page);
});
