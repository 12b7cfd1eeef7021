import { useState } from 'react';

/** What is ticked in a picker, and how ticks are set and taken away. @param before what is ticked at first */
export function useChosen<V>(before: ReadonlySet<V>) {
  const [chosen, setChosen] = useState(before);
  const pick = (values: readonly V[], on: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      for (const value of values)
        if (on) next.add(value);
        else next.delete(value);
      return next;
    });
  return [chosen, pick] as const;
}
