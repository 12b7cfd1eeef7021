import type { Command } from '../src/command/command.ts';
import { fit } from './chart/fit.ts';
import { range } from './chart/range.ts';
import { zoomIn } from './chart/zoom-in.ts';
import { zoomOut } from './chart/zoom-out.ts';
import { save } from './form/save.ts';
import { set } from './form/set.ts';
import { keys } from './help/keys.ts';
import { devices } from './navigation/devices.ts';
import { history } from './navigation/history.ts';
import { home } from './navigation/home.ts';
import { log } from './navigation/log.ts';
import { menu } from './navigation/menu.ts';
import { open as openAddress } from './navigation/open.ts';
import { refresh } from './navigation/refresh.ts';
import { users } from './navigation/users.ts';
import { close as closeOverlay } from './overlay/close.ts';
import { open as openPalette } from './palette/open.ts';
import { fullscreen } from './preferences/fullscreen.ts';
import { language } from './preferences/language.ts';
import { menuPlace } from './preferences/menu-place.ts';
import { shortcuts } from './preferences/shortcuts.ts';
import { side } from './preferences/side.ts';
import { theme } from './preferences/theme.ts';
import { transitions } from './preferences/transitions.ts';
import { changePassword } from './session/change-password.ts';
import { signOut } from './session/sign-out.ts';
import { rebind } from './shortcuts/rebind.ts';
import { reset as resetKeys } from './shortcuts/reset.ts';
import { resetAll as resetAllKeys } from './shortcuts/reset-all.ts';
import { singles } from './shortcuts/singles.ts';
import { unbind } from './shortcuts/unbind.ts';
import { curves } from './stations/curves.ts';
import { filter } from './stations/filter.ts';
import { next } from './stations/next.ts';
import { open as openStation } from './stations/open.ts';
import { openTabs } from './stations/open-tabs.ts';
import { previous } from './stations/previous.ts';
import { select } from './stations/select.ts';
import { unselect } from './stations/unselect.ts';
import { close } from './tabs/close.ts';
import { move } from './tabs/move.ts';
import { next as nextTab } from './tabs/next.ts';
import { previous as previousTab } from './tabs/previous.ts';
import { reopen } from './tabs/reopen.ts';

/** Every command of the product, one line each. */
export const commands: readonly Command[] = [
  home,
  history,
  log,
  devices,
  users,
  menu,
  openAddress,
  openStation,
  select,
  unselect,
  curves,
  openTabs,
  next,
  previous,
  filter,
  range,
  zoomIn,
  zoomOut,
  fit,
  language,
  theme,
  side,
  fullscreen,
  close,
  nextTab,
  previousTab,
  reopen,
  move,
  refresh,
  openPalette,
  closeOverlay,
  keys,
  shortcuts,
  rebind,
  unbind,
  resetKeys,
  resetAllKeys,
  singles,
  menuPlace,
  transitions,
  save,
  set,
  changePassword,
  signOut,
];
