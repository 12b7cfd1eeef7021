// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  clearDraft,
  rebaseDraft,
  setDraft,
  useDrafts,
} from '../../../../src/console/state/devices/drafts.ts';
import { closingUnsaved, openTab, tabs, unsaved } from '../../../../src/console/state/tabs.ts';

const base = { version: 3, values: { sendCycle: 600 } };
afterEach(() => {
  cleanup();
  for (const giveUp of [...unsaved.values()]) giveUp();
});

it('keeps what an edit was begun on, and takes single fields back', () => {
  const { result } = renderHook(() => useDrafts(7));
  act(() => setDraft(7, 'rtu/rtu', base, 'sendCycle', '1200'));
  act(() => setDraft(7, 'rtu/rtu', { version: 4, values: {} }, 'resend', false));
  act(() => setDraft(8, 'rtu/rtu', base, 'resend', true));
  expect(result.current).toEqual({ 'rtu/rtu': { ...base, draft: { sendCycle: '1200', resend: false } } });
  act(() => clearDraft(7, 'rtu/rtu', ['sendCycle']));
  act(() => rebaseDraft(7, 'rtu/rtu', { version: 4, values: {} }));
  expect(result.current).toEqual({ 'rtu/rtu': { version: 4, values: {}, draft: { resend: false } } });
  act(() => clearDraft(7, 'rtu/rtu'));
  expect(result.current).toEqual({});
});

it('the tab of a page with edits says so before it is closed; giving up forgets them', () => {
  for (const address of ['/station/7', '/station/8', '/log']) openTab(address, '');
  setDraft(7, '2/mems', base, 'threshold', '0.7');
  expect(closingUnsaved('this', '/station/7')).toEqual(['/station/7']);
  expect(closingUnsaved('this', '/station/8')).toEqual([]);
  expect(closingUnsaved('others', '/station/8')).toEqual(['/station/7']);
  expect(closingUnsaved('left', '/station/8')).toEqual(['/station/7']);
  expect(closingUnsaved('right', '/station/7')).toEqual([]);
  expect(closingUnsaved('all', '/log')).toEqual(['/station/7']);
  unsaved.get('/station/7')?.();
  expect(closingUnsaved('all', '/log')).toEqual([]);
  expect(tabs.list.length).toBeGreaterThan(3);
});

it('a reload is asked about while there are edits, and not after', () => {
  const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  setDraft(7, 'rtu/rtu', base, 'resend', false);
  expect(leave()).toBe(false);
  clearDraft(7, 'rtu/rtu');
  expect(leave()).toBe(true);
});
