import { useQuery } from '@tanstack/react-query';
import { platform } from '../../../contract/company/platform.ts';
import { request } from '../connection/client.ts';

export type { Platform, PlatformVersion } from '../../../contract/company/platform.ts';

/** Under what the platform is cached. */
export const platformKey = 'platform';

/** Everything of the platform, for who sets it up. */
export function usePlatform() {
  return useQuery({
    queryKey: [platformKey],
    queryFn: ({ signal }) => request(platform, { signal }),
  });
}
