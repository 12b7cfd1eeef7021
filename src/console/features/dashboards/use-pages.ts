/** Which page of a dashboard is in sight, and when it turns. */
import { useEffect, useState } from 'react';
import { dashboards } from '../../../../commands/dashboards.ts';
import { useOffer } from '../../components/screen.ts';
import { useNow } from '../../state/connection/clock.ts';

/**
 * @param turnSeconds null = pages do not turn by themselves
 * @returns `left`: seconds until it turns; null = it does not
 */
export function usePages(count: number, turnSeconds: number | null) {
  const [page, setPage] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [since, setSince] = useState(() => Date.now());
  const shown = Math.min(page, count - 1);
  const turns = turnSeconds !== null && count > 1 && !isHeld;
  const now = useNow(1000);
  const left = turns ? Math.max(0, Math.ceil((since + turnSeconds * 1000 - now) / 1000)) : null;
  const show = (next: number) => {
    setPage(((next % count) + count) % count);
    setSince(Date.now());
  };
  useEffect(() => {
    if (!turns) return;
    const timer = setTimeout(
      () => {
        setPage((shown + 1) % count);
        setSince(Date.now());
      },
      Math.max(0, since + turnSeconds * 1000 - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [turns, turnSeconds, since, shown, count]);
  const one = count > 1 ? true : 'dashboards.onePage';
  useOffer(dashboards.turn, ({ to }) => show(shown + (to === 'next' ? 1 : -1)), { available: one });
  useOffer(
    dashboards.hold,
    () => {
      setSince(Date.now());
      setHeld(!isHeld);
    },
    { available: count > 1 && turnSeconds === null ? 'dashboards.noTurn' : one },
  );
  return { page: shown, show, left, isHeld: turnSeconds !== null && count > 1 && isHeld };
}
