import { type KeyboardEvent, useRef } from 'react';

/** Keys of an input method end a composition; Safari sends them up to so many ms after it (src/console/README.md#keys). */
const afterwards = 100;

/** Distinguishes keys that belong to an input method from those that are meant for the palette. */
export function useComposition() {
  const ended = useRef(Number.NEGATIVE_INFINITY);
  const isOn = useRef(false);
  return {
    /** True between its first and its last key: the box holds what is not decided yet. */
    isOn: () => isOn.current,
    begin(): void {
      isOn.current = true;
    },
    end(timeStamp: number): void {
      isOn.current = false;
      ended.current = timeStamp;
    },
    owns(event: KeyboardEvent): boolean {
      const composing = event.nativeEvent.isComposing || event.keyCode === 229;
      return composing || event.timeStamp - ended.current < afterwards;
    },
  };
}
