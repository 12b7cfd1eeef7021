/** Messages of RTUs and sources: page by page backwards, and live forwards. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { QueryOf } from '../../../contract/call.ts';
import type { MessageSummary } from '../../../contract/messages.ts';
import * as contract from '../../../contract/messages.ts';
import { request } from '../connection/client.ts';
import { onEvent, onMissed } from '../connection/live.ts';

export type {
  DecodedMetric,
  MessageDetail,
  MessageStore,
  MessageSummary,
} from '../../../contract/messages.ts';

/** Under what they are cached. */
export const messagesKey = 'messages';
const pageSize = contract.messagesPage;
/** Messages that came since, of which the oldest go. */
const mostLive = 2000;
/** Pages that find nothing of which the next is asked for by itself. */
export const emptyPages = 5;

export type MessageFilters = Omit<
  QueryOf<typeof contract.deviceMessages>,
  'limit' | 'before' | 'after' | 'reads'
>;

export function useMessages(filters: MessageFilters, language: string) {
  return useInfiniteQuery({
    queryKey: [messagesKey, 'list', filters, language],
    queryFn: ({ pageParam, signal }) =>
      request(contract.deviceMessages, {
        query: { ...filters, limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ more, until }) => (more ? until : null),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useMessage(id: number | null, language: string) {
  return useQuery({
    enabled: id !== null,
    queryKey: [messagesKey, 'one', id, language],
    queryFn: ({ signal }) => request(contract.deviceMessage, { params: { messageId: id ?? 0 }, signal }),
    // A message never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useMessageStores() {
  return useQuery({
    queryKey: [messagesKey, 'stores'],
    queryFn: ({ signal }) => request(contract.messageStores, { signal }),
    staleTime: 5000,
    refetchInterval: 30_000,
  });
}

/** Messages that match, newest first, up to a number; for files. */
export async function allMessages(
  filters: MessageFilters,
  most: number,
): Promise<{ readonly messages: readonly MessageSummary[]; readonly isAll: boolean }> {
  const messages: MessageSummary[] = [];
  for (let before: number | null = null; ; ) {
    const page: { messages: MessageSummary[]; more: boolean; until: number } = await request(
      contract.deviceMessages,
      { query: { ...filters, limit: pageSize, reads: 100, ...(before === null ? {} : { before }) } },
    );
    messages.push(...page.messages);
    if (!page.more) return { messages, isAll: true };
    if (messages.length >= most) return { messages: messages.slice(0, most), isAll: false };
    before = page.until;
  }
}

/**
 * What came since the first page was fetched. While it is held it waits, and is counted.
 * @param newest of the pages; null = they are not there yet @param restart fetches the pages anew: more came than one page
 */
export function useLiveMessages(
  filters: MessageFilters,
  newest: number | null,
  isHeld: boolean,
  restart: () => void,
) {
  const key = JSON.stringify(filters);
  const [live, setLive] = useState<{
    key: string;
    shown: readonly MessageSummary[];
    waiting: readonly MessageSummary[];
  }>({
    ...{ key, shown: [], waiting: [] },
  });
  const own = live.key === key ? live : { key, shown: [], waiting: [] };
  const latest = useRef({ own, newest, isHeld, restart, filters });
  latest.current = { own, newest, isHeld, restart, filters };
  const asking = useRef(false);
  const again = useRef(false);
  const ask = useCallback(async () => {
    if (asking.current) {
      again.current = true;
      return;
    }
    asking.current = true;
    try {
      do {
        again.current = false;
        const { own: known, newest: first, filters: wanted } = latest.current;
        const after = known.waiting[0]?.id ?? known.shown[0]?.id ?? first;
        if (after === null) return;
        const query = { ...wanted, after, limit: pageSize };
        const page = await request(contract.deviceMessages, { query });
        if (JSON.stringify(wanted) !== JSON.stringify(latest.current.filters)) return;
        if (page.more && page.messages.length === pageSize) {
          setLive({ key: known.key, shown: [], waiting: [] });
          latest.current.restart();
          return;
        }
        if (page.messages.length > 0)
          setLive((before) => {
            const now = before.key === known.key ? before : known;
            const ids = new Set([...now.waiting, ...now.shown].map(({ id }) => id));
            const fresh = page.messages.filter(({ id }) => !ids.has(id));
            return latest.current.isHeld
              ? { ...now, waiting: [...fresh, ...now.waiting].slice(0, mostLive) }
              : { ...now, shown: [...fresh, ...now.waiting, ...now.shown].slice(0, mostLive), waiting: [] };
          });
      } while (again.current);
    } catch {
      // The next event asks again; the page says by itself where the connection is lost.
    } finally {
      asking.current = false;
    }
  }, []);
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'messages') void ask();
      }),
    [ask],
  );
  useEffect(() => onMissed(() => void ask()), [ask]);
  const release = useCallback(
    () =>
      setLive((now) =>
        now.waiting.length === 0
          ? now
          : { ...now, shown: [...now.waiting, ...now.shown].slice(0, mostLive), waiting: [] },
      ),
    [],
  );
  const forget = useCallback(() => setLive({ key, shown: [], waiting: [] }), [key]);
  return { shown: own.shown, waiting: own.waiting.length, release, forget };
}
