const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const names: Readonly<Record<string, string>> = {
  mod: mac ? '⌘' : 'Ctrl',
  ctrl: 'Ctrl',
  alt: mac ? '⌥' : 'Alt',
  shift: mac ? '⇧' : 'Shift',
  enter: 'Enter',
  esc: 'Esc',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
};

/** The caps of a key in the registry's form (`mod+k`, `g h`), as they stand on this keyboard. */
export function keyCaps(key: string): readonly string[] {
  if (key === '+') return ['+'];
  return key
    .split(/[ ]|(?<=[a-z])\+/)
    .map((part) => names[part] ?? (part.length === 1 ? part : part.toUpperCase()));
}

/** A key as caps. */
export function Keys({ value }: { readonly value: string }) {
  return (
    <span className="keys">
      {keyCaps(value).map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: caps of one key, in order
        <kbd key={index}>{cap}</kbd>
      ))}
    </span>
  );
}
