import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listeners } from '../../contract/listeners.ts';
import { request } from './connection/client.ts';

export type { ListenerId, ListenerKnock, ListenerView } from '../../contract/listeners.ts';

/** Under what listeners are cached. */
export const listenersKey = 'listeners';
/** ms between looks: counts move with every message, and no event reports them. */
const often = 3000;

/** Where the server listens, what comes, and who was refused. */
export function useListeners() {
  return useQuery({
    queryKey: [listenersKey],
    queryFn: ({ signal }) => request(listeners, { signal }),
    refetchInterval: often,
    placeholderData: keepPreviousData,
  });
}
