import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { menuArgument } from '../../src/command/arguments.ts';

/** A menu entry: `#…` is a placeholder, `http…` opens a new window, anything else is an address here (src/contract/README.md#menus). */
export const menu = defineCommand({
  icon: 'list',
  places: ['side', 'header'],
  arguments: Type.Object({ path: menuArgument() }),
  execute({ navigation, notices }, { path }) {
    if (path === '' || path.startsWith('#')) notices.show('notice.temporaryMenu', 'warning');
    else if (path.startsWith('http')) navigation.openOutside(path);
    else navigation.open(path.startsWith('/') ? path : `/${path}`);
  },
});
