// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { togglePanel, usePanels } from '../../../../src/console/state/panels.ts';
import { preferences } from '../../../../src/console/state/preferences.ts';

let users = 0;
beforeEach(() => {
  localStorage.clear();
  users += 1;
  preferences.account = `user ${users}`;
});

describe('panels', () => {
  it('fold away and come back, and are kept for who folded them', async () => {
    const { result } = renderHook(usePanels);
    const account = preferences.account;
    await act(async () => togglePanel('map', 'collapse'));
    expect(result.current['map']).toBe('collapse');
    await act(async () => {
      preferences.account = 'another';
    });
    expect(result.current['map']).toBeUndefined();
    await act(async () => {
      preferences.account = account;
    });
    expect(result.current['map']).toBe('collapse');
    await act(async () => togglePanel('map', 'collapse'));
    expect(result.current['map']).toBe('default');
  });
  it('have the whole window one at a time', async () => {
    const { result } = renderHook(usePanels);
    await act(async () => togglePanel('map', 'fullscreen'));
    await act(async () => togglePanel('list', 'fullscreen'));
    expect(result.current).toEqual({ list: 'fullscreen' });
  });
  it('are as they were made where what was kept is broken', () => {
    localStorage.setItem(`groundwatch.panels.${preferences.account}`, '{"map":"sideways"}');
    expect(renderHook(usePanels).result.current).toEqual({});
  });
});
