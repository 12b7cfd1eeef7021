import { useEffect, useState } from 'react';

/** The time, again every `ms`, on whole multiples so that all clocks of a screen tick together. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(Date.now());
      timer = setTimeout(tick, ms - (Date.now() % ms) + 1);
    };
    timer = setTimeout(tick, ms - (Date.now() % ms) + 1);
    return () => clearTimeout(timer);
  }, [ms]);
  return now;
}
