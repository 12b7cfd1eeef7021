import { useEffect, useState } from 'react';

/** True for the mobile variant: by user agent (SPEC §1), or a screen as narrow as a phone. */
export function isPhone(userAgent: string, width: number): boolean {
  return /Mobi|Android|iPhone|iPod/i.test(userAgent) || width <= 600;
}

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
