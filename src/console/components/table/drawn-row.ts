/**
 * For `aria-activedescendant` of a list that draws the rows in sight alone: the id of the row that has the keys, or none
 * while it is scrolled out of sight and not in the page.
 */
export const drawnRow = (
  items: readonly { readonly index: number }[],
  at: number,
  id: string,
): string | undefined => (at >= 0 && items.some(({ index }) => index === at) ? id : undefined);
