import { describe, expect, it } from 'vitest';
import { navigation } from '../../../commands/navigation/index.ts';
import { palette } from '../../../commands/palette/index.ts';
import { callOf } from '../../../src/command/command.ts';
import { clash, isKey, isReserved } from '../../../src/command/keys.ts';

describe('a key', () => {
  it.each([
    's',
    '?',
    '+',
    '/',
    'g h',
    'mod+k',
    'mod+shift+k',
    'ctrl+alt+arrowleft',
    'mod+enter',
    'alt+f4',
  ])('%s is one', (key) => expect(isKey(key)).toBe(true));
  it.each([
    '',
    'S',
    'g  h',
    'g h t',
    'mod+',
    '+k',
    'arrowleft',
    'enter',
    'mod+K',
    ' ',
  ])('“%s” is none', (key) => expect(isKey(key)).toBe(false));
});

describe('a key that the browser keeps', () => {
  it.each(['mod+t', 'ctrl+w', 'mod+shift+n', 'mod+1', 'alt+f4', 'f5'])('“%s” is one', (key) =>
    expect(isReserved(key)).toBe(true));
  it.each(['mod+k', 'mod+enter', 'alt+shift+t', 'f6', 's', 'g h'])('“%s” is none', (key) =>
    expect(isReserved(key)).toBe(false));
});

describe('a clash', () => {
  const open = callOf(palette.open);
  const home = callOf(navigation.home);
  const bound = new Map([
    ['s', open],
    ['g h', home],
    ['mod+k', open],
  ]);
  it('is the same key', () => expect(clash(bound, 'mod+k')).toEqual({ call: open, type: 'same' }));
  it('is a sequence that begins with a bound key; its second key is free', () => {
    expect(clash(bound, 's x')).toEqual({ call: open, type: 'sequence' });
    expect(clash(bound, 'x s')).toBeNull();
  });
  it('is a single key that a sequence begins with, and none that it ends in', () => {
    expect(clash(bound, 'g')).toEqual({ call: home, type: 'sequence' });
    expect(clash(bound, 'h')).toBeNull();
  });
  it('is not another sequence of the same beginning', () => expect(clash(bound, 'g d')).toBeNull());
});
