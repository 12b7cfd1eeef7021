import type { Command } from '../src/command/command.ts';
import { fit } from './chart/fit.ts';
import { range } from './chart/range.ts';
import { zoomIn } from './chart/zoom-in.ts';
import { zoomOut } from './chart/zoom-out.ts';
import { save } from './form/save.ts';
import { set } from './form/set.ts';
import { devices } from './navigation/devices.ts';
import { history } from './navigation/history.ts';
import { home } from './navigation/home.ts';
import { log } from './navigation/log.ts';
import { menu } from './navigation/menu.ts';
import { open as openAddress } from './navigation/open.ts';
import { users } from './navigation/users.ts';
import { fullscreen } from './preferences/fullscreen.ts';
import { language } from './preferences/language.ts';
import { side } from './preferences/side.ts';
import { theme } from './preferences/theme.ts';
import { changePassword } from './session/change-password.ts';
import { signOut } from './session/sign-out.ts';
import { filter } from './stations/filter.ts';
import { next } from './stations/next.ts';
import { open as openStation } from './stations/open.ts';
import { previous } from './stations/previous.ts';
import { select } from './stations/select.ts';
import { unselect } from './stations/unselect.ts';
import { close } from './tabs/close.ts';

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
  save,
  set,
  changePassword,
  signOut,
];
