import type { FocusEvent } from 'react';

const parts = '[role="row"], [role="gridcell"], [role="rowheader"], [role="columnheader"]';

/**
 * For `onFocus` of a grid that takes the keys itself: a press on one of its cells leaves the keys with the grid, not
 * with the cell, which does nothing with them. What else stands in it, such as a button or an editor, keeps the focus.
 */
export function keepKeys({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget && target.matches(parts)) currentTarget.focus({ preventScroll: true });
}
