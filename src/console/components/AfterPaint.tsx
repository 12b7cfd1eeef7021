import { type ReactNode, Suspense, useEffect, useState } from 'react';

/**
 * Draws what is heavy once what is round it stands on the screen: reading its code would hold up the rest. Until then,
 * and while its code is on its way, a placeholder.
 */
export function AfterPaint(props: { readonly placeholder: ReactNode; readonly children: ReactNode }) {
  const { placeholder, children } = props;
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(setIsPainted, 0, true);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return <Suspense fallback={placeholder}>{isPainted ? children : placeholder}</Suspense>;
}
