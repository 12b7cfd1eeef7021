/** What a page of the console is, and the groups of the menu. */
import type { Language, MessageId } from '../base/messages.ts';
import type { Permission } from '../base/permissions.ts';

/** The groups of the menu, in its order. */
export const menuGroups = {
  watch: { title: 'menu.watch', icon: 'eye' },
  devices: { title: 'menu.devices', icon: 'cpu' },
  system: { title: 'menu.system', icon: 'settings' },
} as const satisfies Record<string, { readonly title: MessageId; readonly icon: string }>;

/** A page: its address, its screen, who sees it, and its place in the menu. */
export interface Page {
  /** Address with parameters: `/plans/:plan`, `/station/:id/:tab?`. */
  readonly path: string;
  /** A regular expression for each parameter; an address that does not fit is shown, but has no tab. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Parameters that stand after one value of another parameter alone: `lens` after the tab `analysis`. */
  readonly after?: Readonly<Record<string, readonly [parameter: string, value: string]>>;
  /** Of its tab and of the window. A station's page is named by the station. */
  readonly title: MessageId;
  readonly icon: string;
  /** Folder of its screen in `src/console/features`; absent = the shell shows it itself. */
  readonly feature?: string;
  /** True where its screen is part of what the console opens with, and needs no commands and icons that come later. */
  readonly first?: true;
  /** Needed to see it; absent = a session is enough. */
  readonly permission?: Permission;
  /** `public`: seen without a session. */
  readonly access?: 'public';
  /** Parameters of which each value has a tab of its own; `null` = no tab; absent = one tab for the page. */
  readonly tabs?: readonly string[] | null;
  /** Its place in the server's menu. */
  readonly menu?: {
    readonly group: keyof typeof menuGroups;
    readonly title: MessageId;
    /** Where it differs from the tab's. */
    readonly icon?: string;
    /** Needed for the entry where that differs from the page's own. */
    readonly permission?: Permission;
    /** Listed for role 1 alone. */
    readonly maintainerOnly?: true;
    /** Listed for who sees every company alone. */
    readonly platformOnly?: true;
    /** Listed in this edition alone, and in its language. */
    readonly edition?: 'jp';
  };
  /** True where its screen has a heading of its own. */
  readonly heading?: true;
}

/** True where the menu of an edition lists a page; who reads Japanese sees what the Japanese edition lists. */
export const isListedIn = (
  menu: Pick<NonNullable<Page['menu']>, 'edition'> | undefined,
  edition: 'cn' | 'jp',
  language: Language,
): boolean => menu?.edition === undefined || menu.edition === edition || language === 'ja';
