import { area } from '../../src/command/area.ts';
import { fullscreen } from './fullscreen.ts';
import { language } from './language.ts';
import { menuPlace } from './menu-place.ts';
import { shortcuts } from './shortcuts.ts';
import { side } from './side.ts';
import { theme } from './theme.ts';
import { transitions } from './transitions.ts';

/** What a user chooses about the console. */
export const preferences = area('preferences', {
  language,
  theme,
  side,
  fullscreen,
  shortcuts,
  menuPlace,
  transitions,
});
