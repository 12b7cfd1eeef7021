import type { AreaCommands } from '../src/command/area.ts';
import { dialog } from './dialog.ts';
import { folders } from './folders.ts';
import { form } from './form.ts';
import { help } from './help/index.ts';
import { map } from './map.ts';
import { navigation } from './navigation/index.ts';
import { notices } from './notices.ts';
import { overlay } from './overlay/index.ts';
import { page } from './page.ts';
import { palette } from './palette/index.ts';
import { panel } from './panel.ts';
import { preferences } from './preferences/index.ts';
import { session } from './session/index.ts';
import { stations } from './stations/index.ts';
import { tabs } from './tabs/index.ts';

/** Areas that the console knows as it opens. */
export const first: readonly AreaCommands[] = [
  navigation,
  stations,
  preferences,
  tabs,
  palette,
  overlay,
  help,
  form,
  dialog,
  page,
  session,
  notices,
  map,
  panel,
  folders,
];
