// @vitest-environment happy-dom
/** Parts of the frame: the badge of the log, and what the menu of themes shows of each. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { themes } from '../../../../src/base/themes.ts';
import { LogBadge } from '../../../../src/console/shell/frame/LogBadge.tsx';
import { ThemeMenu } from '../../../../src/console/shell/frame/ThemeMenu.tsx';
import { frontendLog } from '../../../../src/console/state/session/frontend-log.ts';
import { stage } from '../stage.tsx';

let staged: ReturnType<typeof stage>;
afterEach(() => {
  staged.end();
  frontendLog.unseen = 0;
});

it('the badge of the log counts to 99, and says of more that they are more', async () => {
  staged = stage(<LogBadge />);
  const badge = () => document.querySelector('.badge')?.textContent;
  const shown: (string | undefined)[] = [];
  for (const unseen of [0, 1, 99, 100, 12_345]) {
    await act(async () => {
      frontendLog.unseen = unseen;
    });
    shown.push(badge());
  }
  expect(shown).toEqual([undefined, '1', '99', '99+', '99+']);
});

it('the menu of themes shows each of the seven under its own name, drawn with its own colours', async () => {
  staged = stage(<ThemeMenu />);
  act(() => screen.getByRole('button', { name: 'Theme' }).click());
  await screen.findByRole('menu');
  const items = [...document.querySelectorAll('.theme-menu .menu__item')];
  const drawn = items.map((item) => item.querySelector('.preview-of')?.className.match(/theme-[\w-]+/)?.[0]);
  expect(drawn).toEqual(themes.map((theme) => `theme-${theme}`));
  expect(themes).toHaveLength(7);
});
