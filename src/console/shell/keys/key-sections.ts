import type { MessageId } from '../../../base/messages.ts';

/** Sections of the sheet of keys, in their order. */
export const keySections = ['go', 'stations', 'curves', 'edit', 'console', 'page'] as const;
export type KeySection = (typeof keySections)[number];

const sectionOf: Readonly<Record<string, KeySection>> = {
  navigation: 'go',
  tabs: 'go',
  stations: 'stations',
  parameters: 'stations',
  chart: 'curves',
  history: 'curves',
  analysis: 'curves',
  form: 'edit',
  scripts: 'edit',
  rules: 'edit',
  palette: 'console',
  help: 'console',
  preferences: 'console',
};

/** The section of an area of commands. */
export const sectionOfArea = (area: string): KeySection => sectionOf[area] ?? 'page';

/** Keys that parts of a page hear themselves, without a command of their own: caps, what they do, and where they are heard. */
export const heardKeys: readonly {
  readonly keys: readonly string[];
  readonly says: MessageId;
  /** What is on screen where they are heard. */
  readonly of: string;
}[] = [
  {
    keys: ['arrowup', 'arrowdown'],
    says: 'keys.heard.move',
    of: 'main [data-station], main [role="grid"], main [role="tree"]',
  },
  { keys: ['j', 'k'], says: 'keys.heard.move', of: 'main [data-station], .dv [role="grid"]' },
  {
    keys: ['enter'],
    says: 'keys.heard.open',
    of: 'main [data-station], main [role="grid"], main [role="tree"]',
  },
  { keys: ['arrowleft', 'arrowright'], says: 'keys.heard.pan', of: 'main .chart__panes' },
  { keys: ['shift+arrowleft', 'shift+arrowright'], says: 'keys.heard.cross', of: 'main .chart__panes' },
  { keys: ['esc'], says: 'keys.heard.back', of: 'main' },
];
