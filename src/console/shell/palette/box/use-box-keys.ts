import type { CompositionEvent, KeyboardEvent, RefObject } from 'react';
import { readTyped } from '../pages/script-pages.ts';
import type { TypedValue } from '../pages/use-device-page.ts';
import type { usePages } from '../pages/use-pages.ts';
import { forgetRow } from '../use-recent-calls.ts';
import type { RowActions } from '../use-row-actions.ts';
import { useTypedAhead } from '../use-typed-ahead.ts';
import type { PaletteBox } from './use-box.ts';
import { useComposition } from './use-composition.ts';

/** Handlers of the palette's text field. */
export interface BoxKeys {
  readonly onValueChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCompositionStart: () => void;
  readonly onCompositionEnd: (event: CompositionEvent) => void;
  /** Takes a text as if the palette had been opened with it: from its first Enter on it waits for what can be chosen. */
  readonly begin: (text: string) => void;
}

/** What typing and each key do in the palette's text field. Arrow keys and Enter on a row belong to the list. */
export function useBoxKeys(options: {
  readonly box: PaletteBox;
  readonly input: RefObject<HTMLInputElement | null>;
  /** What was typed before the palette stood, from the first Enter on. */
  readonly before: string;
  /** What could be chosen is on its way. */
  readonly isComing: boolean;
  readonly pages: ReturnType<typeof usePages>;
  /** The page takes what is typed, not a row. */
  readonly asksText: boolean;
  /** The value that is typed for a device's field. */
  readonly deviceValue: TypedValue | null;
  /** Key of the chosen row. */
  readonly selected: string;
  readonly actions: RowActions;
  /** What adds the sentence to the plan; null where there is none. */
  readonly plan: RefObject<(() => void) | null>;
}): BoxKeys {
  const { box, asksText, deviceValue, actions } = options;
  const { page, answer } = options.pages;
  const { query, typed } = box;
  const asked = page?.script?.asked ?? null;
  const composition = useComposition();
  const type = (value: string) => box.type(value, page !== undefined);
  const ahead = useTypedAhead(options.before, options.isComing, options.input, (more) => type(query + more));
  const onKeyDown = (event: KeyboardEvent) => {
    if (composition.owns(event)) {
      event.stopPropagation();
      if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault();
      return;
    }
    if (ahead.key(event)) return;
    if (event.key === 'Tab') {
      event.preventDefault();
      actions.tick();
    } else if (event.key === 'Backspace' && query === '' && actions.back()) event.preventDefault();
    else if (event.key === 'Delete' && event.shiftKey) {
      event.preventDefault();
      forgetRow(options.selected);
    } else if (event.key === 'F2') {
      event.preventDefault();
      actions.bind?.();
    } else if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      options.plan.current?.();
    } else if (event.key === 'Enter' && asked !== null && asksText) {
      event.preventDefault();
      const read = readTyped(asked, typed);
      if ('value' in read) answer(read.value);
      else box.refuse();
    } else if (event.key === 'Enter' && page !== undefined && asksText && typed !== '') {
      event.preventDefault();
      if (deviceValue !== null) {
        if (deviceValue.value !== undefined && deviceValue.problem === null) answer(deviceValue.value);
      } else if (page.step.fits(typed)) answer(typed);
      else box.refuse();
    }
  };
  return {
    onValueChange: (value) => {
      if (composition.isOn() || !ahead.text(value, query)) type(value);
    },
    onKeyDown,
    onCompositionStart: composition.begin,
    onCompositionEnd: (event) => composition.end(event.timeStamp),
    begin: (text) => {
      const [begun = ''] = text.split('\n', 1);
      type(begun);
      ahead.keep(text.slice(begun.length));
    },
  };
}
