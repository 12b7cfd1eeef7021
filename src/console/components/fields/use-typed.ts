import { useEffect, useRef, useState } from 'react';

/** ms that a text rests before it is looked for. */
const rests = 250;

/** A text that is looked for: it is asked for when the typing rests. */
export function useTyped(value: string, onRest: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const known = useRef(value);
  // The newest callback is called: another filter may change while the typing rests.
  const latest = useRef(onRest);
  latest.current = onRest;
  useEffect(() => {
    // Changed from elsewhere: by a command, or by going back.
    if (known.current !== value) setTyped(value);
    known.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      known.current = text;
      latest.current(text);
    }, rests);
  };
  return [typed, change] as const;
}
