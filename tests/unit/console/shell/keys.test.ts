// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command, CommandCall } from '../../../../src/command/command.ts';
import { bindKeys, keyOf, typedKey } from '../../../../src/console/shell/keys/keys.ts';

const call = (id: `a.${string}`): CommandCall => ({ command: { id } as Command, args: {} });
const bound = new Map([
  ['s', call('a.find')],
  ['/', call('a.find')],
  ['g h', call('a.home')],
  [']', call('a.next')],
  ['mod+b', call('a.side')],
]);
let ran: string[];
let unbind: () => void;
beforeEach(async () => {
  ran = [];
  document.body.innerHTML = '<input id="field"><button id="plain"></button>';
  unbind = bindKeys(bound, ({ command }) => ran.push(command.id));
  // Combinations are bound once their library is there.
  await vi.dynamicImportSettled();
});
afterEach(() => unbind());

function press(init: KeyboardEventInit & { keyCode?: number }, target: EventTarget = document.body): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  target.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, cancelable: true, ...init }));
}
const field = () => document.getElementById('field') ?? document.body;

describe('keys', () => {
  it('run a single key, in either case', () => {
    press({ key: 's', code: 'KeyS' });
    press({ key: 'S', code: 'KeyS' });
    expect(ran).toEqual(['a.find', 'a.find']);
  });
  it('run a sequence and forget its first key after another', () => {
    for (const key of ['g', 'h', 'h', 'g', 's', 'h']) press({ key, code: `Key${key.toUpperCase()}` });
    expect(ran).toEqual(['a.home', 'a.find']);
  });
  it('run a sequence between whose keys all keys were bound anew, as by a page that came', () => {
    press({ key: 'g', code: 'KeyG' });
    unbind();
    unbind = bindKeys(bound, ({ command }) => ran.push(command.id));
    press({ key: 'h', code: 'KeyH' });
    expect(ran).toEqual(['a.home']);
  });
  it('run a combination', () => {
    press({ key: 'b', code: 'KeyB', keyCode: 66, ctrlKey: true });
    expect(ran).toEqual(['a.side']);
  });
  it('run a combination after a key whose release was never seen', () => {
    const lost = { key: 'e', code: 'KeyE', keyCode: 69 };
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...lost }));
    press({ key: 'b', code: 'KeyB', keyCode: 66, ctrlKey: true });
    expect(ran).toEqual(['a.side']);
  });
  it.each([
    ['with another modifier', { ctrlKey: true, shiftKey: true }],
    ['with Ctrl and ⌘ together', { ctrlKey: true, metaKey: true }],
    ['without its modifier', {}],
  ])('do not run a combination %s', (_, modifiers) => {
    press({ key: 'b', code: 'KeyB', keyCode: 66, ...modifiers });
    expect(ran).toEqual([]);
  });
  it('are dead while typing', () => {
    press({ key: 's', code: 'KeyS' }, field());
    expect(ran).toEqual([]);
  });
  it('are dead under a modal', () => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('open', '');
    document.body.append(dialog);
    press({ key: 's', code: 'KeyS' });
    press({ key: 'b', code: 'KeyB', keyCode: 66, ctrlKey: true });
    expect(ran).toEqual([]);
  });
  it('leave what belongs to the browser', () => {
    press({ key: 's', code: 'KeyS', ctrlKey: true });
    press({ key: 's', code: 'KeyS', metaKey: true });
    expect(ran).toEqual([]);
  });
  it('work outside fields while an IME is on, and under another alphabet', () => {
    press({ key: 'Process', code: 'KeyS', keyCode: 229 });
    press({ key: 'ы', code: 'KeyS' });
    press({ key: '】', code: 'BracketRight' });
    expect(ran).toEqual(['a.find', 'a.find', 'a.next']);
  });
  it('are gone once unbound', () => {
    unbind();
    press({ key: 's', code: 'KeyS' });
    press({ key: 'b', code: 'KeyB', keyCode: 66, ctrlKey: true });
    expect(ran).toEqual([]);
  });
});

it.each([
  ['z', 'KeyY', 'z'],
  ['ф', 'KeyA', 'a'],
  ['Process', 'Digit0', '0'],
  ['、', 'Slash', '/'],
  ['Escape', 'Escape', 'escape'],
])('%s at %s is %s', (key, code, expected) => {
  expect(keyOf({ key, code })).toBe(expected);
});

describe('a key that is pressed to be bound', () => {
  const pressed = (init: KeyboardEventInit) => typedKey(new KeyboardEvent('keydown', init));
  it.each([
    [{ key: 's', code: 'KeyS' }, 's'],
    [{ key: 'S', code: 'KeyS', shiftKey: true }, 's'],
    [{ key: '?', code: 'Slash', shiftKey: true }, '?'],
    [{ key: 'k', code: 'KeyK', ctrlKey: true }, 'mod+k'],
    [{ key: 'K', code: 'KeyK', metaKey: true, shiftKey: true }, 'mod+shift+k'],
    [{ key: 'Process', code: 'KeyY' }, 'y'],
  ])('%j is %s', (init, key) => expect(pressed(init)).toBe(key));
  it.each(['Shift', 'Control', 'Tab', 'Escape'])('%s alone is none', (key) =>
    expect(pressed({ key })).toBeNull());
});
