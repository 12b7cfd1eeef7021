import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenStanding } from './standing.ts';

/**
 * Draws what is heavy once what is round it stands on the screen: reading its code would hold up the rest. Until then,
 * and while its code is on its way, a placeholder.
 */
export function AfterPaint(props: { readonly placeholder: ReactNode; readonly children: ReactNode }) {
  const { placeholder, children } = props;
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const giveUp = whenStanding(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(setIsPainted, 0, true);
      });
    });
    return () => {
      giveUp();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return <Suspense fallback={placeholder}>{isPainted ? children : placeholder}</Suspense>;
}
