import type { CommandCall } from '../../../command/command.ts';
import type { Bindings } from '../../../command/keys.ts';
import { loadChunk } from '../../components/chunks.ts';
import { shortcuts } from '../../state/shortcuts.ts';

/** ms between the two keys of a sequence: as long as one thinks which the second one was. Assumed. */
const sequenceTime = 2000;

const typedInto = 'input, textarea, select, [contenteditable="true"], .monaco-editor, [role="menu"]';
const underModal = () => document.querySelector('dialog[open]') !== null;

/** Single keys are dead while typing, with text selected, while composing and under a modal (src/console/README.md#keys). */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event.isComposing || target?.closest(typedInto)) return true;
  return underModal() || String(getSelection() ?? '') !== '';
}

/** Characters of an ANSI keyboard by place, for layouts and IMEs that write others there (【 for [). */
const places: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Slash: '/',
  Backslash: '\\',
  Minus: '-',
  Equal: '+',
};

/** Keys of a US keyboard by place whose character Shift changes: without it, with it. */
const usKeys: Readonly<Record<string, string>> = {
  ...{ Digit1: '1!', Digit2: '2@', Digit3: '3#', Digit4: '4$', Digit5: '5%', Digit6: '6^', Digit7: '7&' },
  ...{ Digit8: '8*', Digit9: '9(', Digit0: '0)', Minus: '-_', Equal: '=+', BracketLeft: '[{' },
  ...{ BracketRight: ']}', Backslash: '\\|', IntlYen: '\\|', IntlRo: '\\|', Semicolon: ';:', Quote: '\'"' },
  ...{ Comma: ',<', Period: '.>', Slash: '/?', Backquote: '`~', IntlBackslash: '\\|' },
};

/** The key that is at this place on a US keyboard, whatever the layout makes of it; `+` also without Shift. */
export function placedKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return letter.toLowerCase();
  if (code === 'Equal') return '+';
  return usKeys[code]?.charAt(shiftKey ? 1 : 0) ?? key.toLowerCase();
}

/** The key by its place on the keyboard where a layout or IME gives no Latin letter (it may say only `Process`). */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[\x20-\x7e]$/.test(event.key)) return event.key.toLowerCase();
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code);
  return (place?.[1] ?? place?.[2] ?? places[event.code] ?? event.key).toLowerCase();
}

/** True when a modifier makes it another key; AltGr does not: on many layouts it is how `[` is written. */
const isModified = (event: KeyboardEvent) =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));

/** The key that was pressed as the registry writes it (`mod+k`, `s`); null for a modifier alone and for keys of moving. */
export function typedKey(event: KeyboardEvent): string | null {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
  const key = shortcuts.byPlace && isAlone ? placedKey(event) : keyOf(event);
  if (/^(?:control|shift|alt|meta|altgraph|capslock|tab|escape|dead|process)$/.test(key)) return null;
  const modifiers = [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && (event.ctrlKey || event.metaKey || event.altKey) ? 'shift' : '',
  ].filter((modifier) => modifier !== '');
  return [...modifiers, key].join('+');
}

/** True when the event is this combination; `mod` is Ctrl or ⌘. */
function isCombinationOf(event: KeyboardEvent, combination: string): boolean {
  const end = combination.lastIndexOf('+', combination.length - 2);
  const modifiers = new Set(combination.slice(0, end).split('+'));
  return (
    keyOf(event) === combination.slice(end + 1) &&
    event.altKey === modifiers.has('alt') &&
    event.shiftKey === modifiers.has('shift') &&
    (modifiers.has('mod')
      ? event.ctrlKey !== event.metaKey
      : event.ctrlKey === modifiers.has('ctrl') && !event.metaKey)
  );
}

type Hotkeys = typeof import('hotkeys-js')['default'];
let hotkeys: Hotkeys | null = null;

async function loadHotkeys(): Promise<Hotkeys> {
  hotkeys ??= (await loadChunk(() => import('hotkeys-js'))).default;
  hotkeys.filter = () => true;
  return hotkeys;
}

/**
 * Binds combinations once hotkeys-js has come, which a first screen stands without. The answer unbinds.
 *
 * Each press is compared by itself: the library's own comparison is with every key that it believes to be down, and
 * after one release that it did not see (the window changed, an input method took it) no combination would do anything.
 */
function bindCombinations(bindings: Bindings, run: (call: CommandCall) => void): () => void {
  let isOver = false;
  const onKey = (event: KeyboardEvent) => {
    const [, call] = [...bindings].find(([key]) => isCombinationOf(event, key)) ?? [];
    if (call === undefined || underModal()) return;
    event.preventDefault();
    run(call);
  };
  const bind = (known: Hotkeys) => {
    if (!isOver) known('*', onKey);
  };
  if (hotkeys !== null) bind(hotkeys);
  else loadHotkeys().then(bind, () => undefined);
  return () => {
    isOver = true;
    hotkeys?.unbind('*', onKey);
  };
}

/** The first key of a sequence, and when it was pressed. A page that comes between the two keys binds all keys anew. */
let first: { readonly key: string; readonly at: number } | null = null;

const isCombination = (key: string) => key.includes('+') && key !== '+';

/** Binds keys to commands: combinations by hotkeys-js, single keys and sequences here. The answer unbinds. */
export function bindKeys(bindings: Bindings, run: (call: CommandCall) => void): () => void {
  const all = [...bindings];
  const plain = new Map(all.filter(([key]) => !isCombination(key)));
  const endCombinations = bindCombinations(new Map(all.filter(([key]) => isCombination(key))), run);
  const starts = new Set(
    [...plain.keys()].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]),
  );
  const keyIn = (event: KeyboardEvent) => (shortcuts.byPlace ? placedKey(event) : keyOf(event));
  // The second key of a sequence belongs to it, before a list hears it as one of its own.
  const onSecond = (event: KeyboardEvent) => {
    if (first === null || isModified(event) || isTyping(event)) return;
    const call =
      event.timeStamp - first.at < sequenceTime ? plain.get(`${first.key} ${keyIn(event)}`) : undefined;
    first = null;
    if (call === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    run(call);
  };
  const onKey = (event: KeyboardEvent) => {
    const key = keyIn(event);
    const isTyped = /^f\d+$/.test(key) ? underModal() : isTyping(event);
    if (event.defaultPrevented || isModified(event) || isTyped) return;
    first = null;
    const call = plain.get(key);
    if (call !== undefined) {
      event.preventDefault();
      run(call);
    } else if (starts.has(key)) first = { key, at: event.timeStamp };
  };
  addEventListener('keydown', onSecond, { capture: true });
  addEventListener('keydown', onKey);
  return () => {
    removeEventListener('keydown', onSecond, { capture: true });
    removeEventListener('keydown', onKey);
    endCombinations();
  };
}
