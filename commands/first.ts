import type { Command } from '../src/command/command.ts';
import { accept as acceptDialog } from './dialog/accept.ts';
import { decline as declineDialog } from './dialog/decline.ts';
import { reveal as revealForm } from './form/reveal.ts';
import { save } from './form/save.ts';
import { set } from './form/set.ts';
import { keys } from './help/keys.ts';
import { fit as fitMap } from './map/fit.ts';
import { zoomIn as zoomInMap } from './map/zoom-in.ts';
import { zoomOut as zoomOutMap } from './map/zoom-out.ts';
import { home } from './navigation/home.ts';
import { menu } from './navigation/menu.ts';
import { open as openAddress } from './navigation/open.ts';
import { refresh } from './navigation/refresh.ts';
import { dismiss as dismissNotice } from './notices/dismiss.ts';
import { openLog } from './notices/open-log.ts';
import { close as closeOverlay } from './overlay/close.ts';
import { retry as retryPage } from './page/retry.ts';
import { open as openPalette } from './palette/open.ts';
import { collapse as collapsePanel } from './panel/collapse.ts';
import { fullscreen as fullscreenPanel } from './panel/fullscreen.ts';
import { fullscreen } from './preferences/fullscreen.ts';
import { language } from './preferences/language.ts';
import { side } from './preferences/side.ts';
import { theme } from './preferences/theme.ts';
import { signIn } from './session/sign-in.ts';
import { clearFilters } from './stations/clear-filters.ts';
import { filter } from './stations/filter.ts';
import { kind } from './stations/kind.ts';
import { next } from './stations/next.ts';
import { open as openStation } from './stations/open.ts';
import { previous } from './stations/previous.ts';
import { project } from './stations/project.ts';
import { refresh as refreshStations } from './stations/refresh.ts';
import { select } from './stations/select.ts';
import { sort } from './stations/sort.ts';
import { state } from './stations/state.ts';
import { unselect } from './stations/unselect.ts';
import { close } from './tabs/close.ts';
import { move } from './tabs/move.ts';
import { next as nextTab } from './tabs/next.ts';
import { previous as previousTab } from './tabs/previous.ts';
import { reopen } from './tabs/reopen.ts';

/** Commands that the console knows as it opens. A new one of them is one file and its line here. */
export const first: readonly Command[] = [
  home,
  menu,
  openAddress,
  openStation,
  select,
  unselect,
  next,
  previous,
  filter,
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
  save,
  set,
  acceptDialog,
  declineDialog,
  retryPage,
  revealForm,
  signIn,
  dismissNotice,
  openLog,
  fitMap,
  zoomInMap,
  zoomOutMap,
  collapsePanel,
  fullscreenPanel,
  clearFilters,
  kind,
  project,
  refreshStations,
  sort,
  state,
];
