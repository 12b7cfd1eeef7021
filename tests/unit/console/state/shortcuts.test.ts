// @vitest-environment happy-dom

import { beforeEach, describe, expect, it } from 'vitest';
import { chart } from '../../../../commands/chart/index.ts';
import { commands } from '../../../../commands/index.ts';
import { navigation } from '../../../../commands/navigation/index.ts';
import { palette } from '../../../../commands/palette/index.ts';
import { stations } from '../../../../commands/stations/index.ts';
import { callOf } from '../../../../src/command/command.ts';
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

const home = callOf(navigation.home);
const open = callOf(palette.open);
const bound = () => bindings(commands, shortcuts.changed, shortcuts.singles);
beforeEach(() => {
  localStorage.clear();
  loadShortcuts('ann');
});

describe('the keys of a user', () => {
  it('are the declared ones at first', () => {
    expect(bound().get('s')).toEqual(open);
    expect(bound().get('g h')).toEqual(home);
  });
  it('are changed one by one, kept for the user alone, and come back when reset', () => {
    expect(rebind(commands, home, 'g x')).toBeNull();
    expect([bound().get('g x'), bound().get('g h')]).toEqual([home, undefined]);
    loadShortcuts('bob');
    expect(bound().get('g h')).toEqual(home);
    loadShortcuts('ann');
    expect(bound().get('g x')).toEqual(home);
    resetKeys(home);
    expect(bound().get('g h')).toEqual(home);
  });
  it('a key that another command has is refused by name, and nothing changes', () => {
    expect(rebind(commands, home, 's')).toEqual({ call: open, type: 'same' });
    expect(rebind(commands, home, 's x')).toEqual({ call: open, type: 'sequence' });
    expect(shortcuts.changed).toEqual([]);
  });
  it('a key that was taken away is free for another', () => {
    unbind(open);
    expect(bound().get('s')).toBeUndefined();
    expect(rebind(commands, home, 's')).toBeNull();
    // The default that is reset meets what the user gave away: the user's holds.
    resetKeys(open);
    expect(bound().get('s')).toEqual(home);
    expect(bound().get('mod+k')).toEqual(open);
  });
  it('single keys and sequences rest when they are off; combinations go on', () => {
    setSingles(false);
    expect([bound().get('s'), bound().get('g h'), bound().get('mod+k')]).toEqual([
      undefined,
      undefined,
      open,
    ]);
    resetAllKeys();
    expect(bound().get('s')).toEqual(open);
  });
  it('stored nonsense is forgotten', () => {
    localStorage.setItem('groundwatch.keys.ann', '{"palette.open":["not a key"]}');
    loadShortcuts('ann');
    expect(keysOf(palette.open, shortcuts.changed)).toEqual(['s', 'mod+k']);
  });
  it.each([
    '{"navigation.home":["g x"],"gone.away":["g j"]}',
    '[{"id":"navigation.home","args":{},"keys":["g x"]}]',
  ])('are read as they were stored: %s', (stored) => {
    localStorage.setItem('groundwatch.keys.ann', stored);
    loadShortcuts('ann');
    expect(bound().get('g x')).toEqual(home);
    expect([bound().get('g h'), bound().get('g j')]).toEqual([undefined, undefined]);
  });
});

describe('a key with arguments', () => {
  const seven = callOf(stations.open, { stationId: 7 });
  it('runs its command with them, beside the keys of the same command with others', () => {
    expect(rebind(commands, seven, 'g n')).toBeNull();
    expect(rebind(commands, callOf(stations.open, { stationId: 8 }), 'g j')).toBeNull();
    loadShortcuts('ann');
    expect(bound().get('g n')).toEqual(seven);
    expect(bound().get('g j')?.args).toEqual({ stationId: 8 });
    expect(keysOf(stations.open, shortcuts.changed)).toEqual([]);
    expect(keysOf(stations.open, shortcuts.changed, seven.args)).toEqual(['g n']);
  });
  it('clashes like any other, and is gone as if it never was when it is taken away', () => {
    const nine = callOf(stations.open, { stationId: 9 });
    rebind(commands, nine, 'ctrl+alt+j');
    expect(rebind(commands, seven, 'ctrl+alt+j')).toEqual({ call: nine, type: 'same' });
    expect(rebind(commands, seven, 's')).toEqual({ call: open, type: 'same' });
    unbind(nine);
    expect(shortcuts.changed).toEqual([]);
  });
  it('can be declared, and is the users to change', () => {
    const declared = { ...chart.range, keys: [{ key: 'w', args: { range: 'week' } }] } as typeof chart.range;
    const all = [declared] as const;
    const call = callOf(declared, { range: 'week' });
    expect(bindings(all, [], true).get('w')).toEqual(call);
    expect(rebind(all, call, 'x')).toBeNull();
    expect([...bindings(all, shortcuts.changed, true).keys()]).toEqual(['x']);
    unbind(call);
    expect([...bindings(all, shortcuts.changed, true).keys()]).toEqual([]);
    resetKeys(call);
    expect(keysOf(declared, shortcuts.changed, call.args)).toEqual(['w']);
  });
});
