/** What narrows the palette's search: the character before the text, a chip once it is typed. */
export const prefixes = ['>', '@', '#', ':', '!', '?'] as const;
export type Prefix = (typeof prefixes)[number];

/** Names of the prefixes in message ids. */
export const prefixName = {
  '>': 'commands',
  '@': 'stations',
  '#': 'numbers',
  ':': 'parameters',
  '!': 'alarms',
  '?': 'help',
} as const satisfies Readonly<Record<Prefix, string>>;

export const isPrefix = (text: string): text is Prefix => (prefixes as readonly string[]).includes(text);
