/** Every screen of the console, with what must be done to see all of it. */
import type { Page } from '@playwright/test';

export interface Screen {
  readonly name: string;
  readonly address: string;
  /** Brings it into the state that is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export const screens: readonly Screen[] = [
  { name: 'home', address: '/index' },
  {
    name: 'home with a station selected',
    address: '/index',
    prepare: async (page) => {
      await page.locator('[data-station]').first().click();
      await page.locator('.pop').waitFor();
    },
  },
  { name: 'latest data', address: '/station/1/latest' },
  { name: 'map location', address: '/station/1/map' },
  { name: 'data overview', address: '/station/1/overview' },
  { name: 'history curve', address: '/station/1/curve' },
  { name: 'command control', address: '/station/1/commands' },
  { name: 'remark info', address: '/station/1/remarks' },
  { name: 'history data', address: '/rest/datshow/list2?stations=1,2' },
  { name: 'frontend log', address: '/log' },
  { name: 'device maintenance', address: '/devices/tree' },
  { name: 'users', address: '/users' },
  { name: 'audit', address: '/audit' },
  { name: 'change password', address: '/rest/user/passlist' },
  { name: 'shortcuts', address: '/shortcuts' },
  { name: 'an unknown address', address: '/404' },
];
