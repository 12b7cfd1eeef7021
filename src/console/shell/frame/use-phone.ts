import { useEffect, useState } from 'react';
import { isPhone } from '../address.ts';

/** Whether the phone layout is shown, following the window's width. */
export function usePhone(): boolean {
  const [phone, setPhone] = useState(() => isPhone(navigator.userAgent, innerWidth));
  useEffect(() => {
    const measure = () => setPhone(isPhone(navigator.userAgent, innerWidth));
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return phone;
}
