import { useSnapshot } from 'valtio';
import { shownLogo } from '../../../contract/company/platform-look.ts';
import { addressOf } from '../connection/ahead.ts';
import { settings } from '../connection/settings.ts';
import { preferences } from '../preferences.ts';

/** Name and logo of the platform as they were saved; empty and null where they are the product's own. */
export function usePlatformLook(): { readonly name: string; readonly logo: string | null } {
  const look = useSnapshot(settings).value?.platform;
  const { language } = useSnapshot(preferences);
  const { name, logo } = look ?? { name: null, logo: null };
  return {
    name: name?.[language] || name?.['zh-chs'] || name?.en || name?.ja || '',
    // The address names the content: a browser never shows a former one.
    logo: logo === null ? null : addressOf(shownLogo, { query: { v: logo.slice(0, 16) } }),
  };
}
