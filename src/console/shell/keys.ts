import hotkeys from 'hotkeys-js';
import type { Registry } from '../../command/registry.ts';

const sequenceTime = 1200;

/** Single keys are dead while typing, with text selected, while composing and under a modal (BEHAVIOUR §1). */
function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable="true"], .monaco-editor, [role="menu"]'))
    return true;
  return document.querySelector('dialog[open]') !== null || String(getSelection() ?? '') !== '';
}

/** The key by its place on the keyboard where a layout or IME gives no Latin letter. */
function keyOf(event: KeyboardEvent): string {
  const physical = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  return /^[\x20-\x7e]$/.test(event.key) ? event.key.toLowerCase() : (physical ?? event.key.toLowerCase());
}

/** Binds the registry's keys: combinations by hotkeys-js, single keys and sequences here. The answer unbinds. */
export function bindKeys(registry: Registry, run: (id: string) => void): () => void {
  const plain = new Map<string, string>();
  const combinations: string[] = [];
  hotkeys.filter = () => true;
  for (const command of registry.all) {
    for (const key of command.keys ?? []) {
      if (!key.includes('+') || key === '+') plain.set(key, command.id);
      else {
        combinations.push(key);
        hotkeys(key, (event) => {
          event.preventDefault();
          run(command.id);
        });
      }
    }
  }
  const starts = new Set(
    [...plain.keys()].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]),
  );
  let first: { readonly key: string; readonly at: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const key = keyOf(event);
    const sequence =
      first !== null && event.timeStamp - first.at < sequenceTime
        ? plain.get(`${first.key} ${key}`)
        : undefined;
    first = null;
    const id = sequence ?? plain.get(key);
    if (id !== undefined) {
      event.preventDefault();
      run(id);
    } else if (starts.has(key)) first = { key, at: event.timeStamp };
  };
  addEventListener('keydown', onKey);
  return () => {
    removeEventListener('keydown', onKey);
    for (const key of combinations) hotkeys.unbind(key);
  };
}
