import { useCallback, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { emptyPages, useLiveMessages, useMessages } from '../../state/devices/messages.ts';
import { preferences } from '../../state/preferences.ts';

/** Messages that fit filters, newest first: those that came live on top of those that were asked for, page after page. */
export function useMessageList(filters: Parameters<typeof useMessages>[0]) {
  const { language } = useSnapshot(preferences);
  const [isHeld, setIsHeld] = useState(false);
  const [isAway, setIsAway] = useState(false);
  const asked = useMessages(filters, language);
  const { data, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = asked;
  const pages = data?.pages;
  const old = useMemo(() => pages?.flatMap((page) => page.messages) ?? [], [pages]);
  const restart = useCallback(() => void refetch(), [refetch]);
  const newest = pages === undefined ? null : (old[0]?.id ?? 0);
  const holds = isHeld || isAway;
  const live = useLiveMessages(filters, newest, holds, restart);
  const list = useMemo(() => {
    const known = new Set(old.map(({ id }) => id));
    return [...live.shown.filter(({ id }) => !known.has(id)), ...old];
  }, [live.shown, old]);
  const looked = pages?.slice(-emptyPages) ?? [];
  /** Nothing was found in the last pages: it goes on when it is asked to, not by itself. */
  const isStill = looked.length === emptyPages && looked.every((page) => page.messages.length === 0);
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isStill) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isStill, fetchNextPage]);
  const hold = () => {
    if (holds) {
      setIsHeld(false);
      setIsAway(false);
      live.release();
    } else setIsHeld(true);
  };
  const refreshNow = async () => {
    live.forget();
    await refetch();
  };
  return {
    ...{ list, holds, hold, setIsHeld, setIsAway, onMore, isStill, hasNextPage, refreshNow },
    waiting: live.waiting,
    error: data === undefined ? asked.error : null,
    isLoading: data === undefined,
    isFetchingMore: isFetchingNextPage,
    /** Back to when it was looked, UTC ms. */
    lookedTo: pages?.at(-1)?.until ?? 0,
    onFurther: () => void fetchNextPage(),
  };
}

/** What `useMessageList` answers. */
export type ListedMessages = ReturnType<typeof useMessageList>;
