import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { readSettings } from '../../state/connection/settings.ts';
import { platformKey } from '../../state/session/platform.ts';

export type PlatformChange = ReturnType<typeof useChange>;

/** Runs changes of the platform; afterwards header and titles show it at once. */
export const usePlatformChange = (): PlatformChange =>
  useChange(platformKey, useText(), () => void readSettings());
