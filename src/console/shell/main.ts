/** The page's own script: little, so that it runs while the console's code (start.tsx) is on its way. */
import { askAhead } from './early.ts';
import { startUp } from './start-up.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './themes/index.css';
import '../components/base.css';
import '../components/controls.css';
import '../components/layout.css';
import '../components/table/sheet.css';
import './shell.css';

askAhead();
startUp(() => import('./start.tsx'));
// The first use of languages takes a browser long (40 ms): it is made ready while the console's code is on its way.
Intl.NumberFormat.supportedLocalesOf('en');
