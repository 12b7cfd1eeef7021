// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../../commands/index.ts';
import {
  bindings,
  keysOf,
  loadShortcuts,
  rebind,
  resetAllKeys,
  resetKeys,
  setSingles,
  shortcuts,
  unbind,
} from '../../../../src/console/state/shortcuts.ts';

const bound = () => bindings(commands, shortcuts.changed, shortcuts.singles);
beforeEach(() => {
  localStorage.clear();
  loadShortcuts('ann');
});

describe('the keys of a user', () => {
  it('are the declared ones at first', () => {
    expect(bound().get('s')).toBe('palette.open');
    expect(bound().get('g h')).toBe('navigation.home');
  });
  it('are changed one by one, kept for the user alone, and come back when reset', () => {
    expect(rebind(commands, 'navigation.home', 'g q')).toBeNull();
    expect([bound().get('g q'), bound().get('g h')]).toEqual(['navigation.home', undefined]);
    loadShortcuts('bob');
    expect(bound().get('g h')).toBe('navigation.home');
    loadShortcuts('ann');
    expect(bound().get('g q')).toBe('navigation.home');
    resetKeys('navigation.home');
    expect(bound().get('g h')).toBe('navigation.home');
  });
  it('a key that another command has is refused by name, and nothing changes', () => {
    expect(rebind(commands, 'navigation.home', 's')).toEqual({ id: 'palette.open', type: 'same' });
    expect(rebind(commands, 'navigation.home', 's x')).toEqual({ id: 'palette.open', type: 'sequence' });
    expect(shortcuts.changed).toEqual({});
  });
  it('a key that was taken away is free for another', () => {
    unbind('palette.open');
    expect(bound().get('s')).toBeUndefined();
    expect(rebind(commands, 'navigation.home', 's')).toBeNull();
    // The default that is reset meets what the user gave away: the user's holds.
    resetKeys('palette.open');
    expect(bound().get('s')).toBe('navigation.home');
    expect(bound().get('mod+k')).toBe('palette.open');
  });
  it('single keys and sequences rest when they are off; combinations go on', () => {
    setSingles(false);
    expect([bound().get('s'), bound().get('g h'), bound().get('mod+k')]).toEqual([
      undefined,
      undefined,
      'palette.open',
    ]);
    resetAllKeys();
    expect(bound().get('s')).toBe('palette.open');
  });
  it('stored nonsense is forgotten', () => {
    localStorage.setItem('groundwatch.keys.ann', '{"palette.open":["not a key"]}');
    loadShortcuts('ann');
    expect(keysOf({ id: 'palette.open', keys: ['s'] }, shortcuts.changed)).toEqual(['s']);
  });
  it('an id like a property of objects has no keys by accident', () => {
    expect(keysOf({ id: 'a.b', keys: [] }, shortcuts.changed)).toEqual([]);
    expect(keysOf({ id: 'constructor' as 'a.b' }, shortcuts.changed)).toEqual([]);
  });
});
