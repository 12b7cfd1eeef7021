import { useEffect, useState } from 'react';
import { isPhone } from '../address.ts';

function useMeasured(measure: () => boolean): boolean {
  const [is, setIs] = useState(measure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same function at every paint
  useEffect(() => {
    const onResize = () => setIs(measure());
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return is;
}

/** Whether the phone layout is shown, following the window's width. */
export const usePhone = (): boolean => useMeasured(() => isPhone(navigator.userAgent, innerWidth));

/** Whether the window is too narrow for a menu with words: half a screen, or a screen at twice its size. */
export const useNarrow = (): boolean => useMeasured(() => innerWidth <= 900);
