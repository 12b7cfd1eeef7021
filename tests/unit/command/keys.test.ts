import { describe, expect, it } from 'vitest';
import { clash, isKey } from '../../../src/command/keys.ts';

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

describe('a clash', () => {
  const bound = new Map([
    ['s', 'palette.open'],
    ['g h', 'navigation.home'],
    ['mod+k', 'palette.open'],
  ]);
  it('is the same key', () => expect(clash(bound, 'mod+k')).toEqual({ id: 'palette.open', type: 'same' }));
  it('is a sequence that begins with or ends in a bound key', () => {
    expect(clash(bound, 's x')).toEqual({ id: 'palette.open', type: 'sequence' });
    expect(clash(bound, 'x s')).toEqual({ id: 'palette.open', type: 'sequence' });
  });
  it('is a single key that a sequence begins with or ends in', () => {
    expect(clash(bound, 'g')).toEqual({ id: 'navigation.home', type: 'sequence' });
    expect(clash(bound, 'h')).toEqual({ id: 'navigation.home', type: 'sequence' });
  });
  it('is not another sequence of the same beginning', () => expect(clash(bound, 'g d')).toBeNull());
});
