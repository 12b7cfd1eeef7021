import { type KeyboardEvent, useRef } from 'react';

/** Keys of an input method end a composition; Safari sends them up to so many ms after it (src/console/README.md#keys). */
const afterwards = 100;

/** Tells keys that belong to an input method from those that are meant for the palette. */
export function useComposition() {
  const ended = useRef(Number.NEGATIVE_INFINITY);
  return {
    end(timeStamp: number): void {
      ended.current = timeStamp;
    },
    owns(event: KeyboardEvent): boolean {
      const composing = event.nativeEvent.isComposing || event.keyCode === 229;
      return composing || event.timeStamp - ended.current < afterwards;
    },
  };
}
