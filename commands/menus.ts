import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const permission = 'system:role:edit' as const;
const entry = () => screenArgument('argument.menuEntry', Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }));

/** The menu tree: changed as a draft, saved for everybody with a reason. */
export const menus = area('menus', {
  /** Makes an entry the one that is looked at and changed. */
  choose: onScreen({
    icon: 'list',
    isPassing: true,
    places: ['menus'],
    permission,
    page: '/menus',
    arguments: Type.Object({ key: entry() }),
  }),
  /** Moves the chosen entry one place; at the end of its group into the next one. */
  move: onScreen({
    icon: 'chevron-up',
    places: ['menus'],
    permission,
    arguments: Type.Object({
      direction: choiceArgument('argument.direction', 'menus.direction', ['up', 'down']),
    }),
  }),
  /** Adds an entry: a group at the end, anything else where the chosen one stands. */
  add: onScreen({
    icon: 'plus',
    places: ['menus'],
    permission,
    arguments: Type.Object({
      type: choiceArgument('argument.menuType', 'menus.type', ['group', 'link', 'placeholder', 'button']),
    }),
  }),
  /** Hides the chosen entry from everybody, or shows it again. */
  hide: onScreen({ icon: 'eye-off', places: ['menus'], permission }),
  /** Takes the chosen entry out; pages and the product's own groups stay. */
  remove: onScreen({ icon: 'trash', places: ['menus'], permission }),
  /** Takes back what was changed and not saved. */
  discard: onScreen({ icon: 'undo', places: ['menus'], permission }),
  /** Fills the draft with the tree as the product comes. */
  original: onScreen({ icon: 'history', places: ['menus'], permission }),
  /** Shows the menu as a role sees it. */
  preview: onScreen({
    icon: 'eye',
    places: ['menus'],
    permission,
    arguments: Type.Object({ roleId: screenArgument('argument.role', Type.Integer({ minimum: 1 })) }),
  }),
  /** Shows the menu as an account of one company sees it, or one that sees every company. */
  previewSeer: onScreen({
    icon: 'users',
    places: ['menus'],
    permission,
    arguments: Type.Object({ seer: choiceArgument('argument.seer', 'menus.seer', ['company', 'platform']) }),
  }),
  /** Shows the names of the preview in a language. */
  previewLanguage: onScreen({
    icon: 'languages',
    places: ['menus'],
    permission,
    arguments: Type.Object({
      language: choiceArgument('argument.language', 'language', ['zh-chs', 'en', 'ja']),
    }),
  }),
});
