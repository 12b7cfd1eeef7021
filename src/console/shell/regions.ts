/** The parts of the window between which the focus is moved: header, menu, tabs, page, foot. */

const parts = ['header.header', '.side', '.phone > header', 'nav.tabs', 'main', '.strip'] as const;
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const isSeen = (element: Element) => element.getClientRects().length > 0;
const underModal = () => document.querySelector('dialog[open]') !== null;

/** What the page is about: its list or table where it has one, else the page itself. */
export function focusContent(): void {
  const main = document.querySelector<HTMLElement>('main');
  const list = [
    ...(main?.querySelectorAll<HTMLElement>(
      '[data-station], [role="grid"] [tabindex="0"], [role="slider"]',
    ) ?? []),
  ].find(isSeen);
  (list ?? main)?.focus();
}

/** Moves the focus to the next (1) or previous (-1) part, round the ends; under a modal it stays in there. */
export function focusRegion(step: 1 | -1): void {
  if (underModal()) return;
  const all = parts.flatMap((part) => [...document.querySelectorAll<HTMLElement>(part)]).filter(isSeen);
  const at = all.findIndex((part) => part.contains(document.activeElement));
  for (let tried = 1; tried <= all.length; tried += 1) {
    const from = at < 0 && step < 0 ? 0 : at;
    const part = all[(from + step * tried + all.length * 2) % all.length];
    const target =
      part?.tagName === 'MAIN'
        ? part
        : [...(part?.querySelectorAll<HTMLElement>(focusable) ?? [])].find(isSeen);
    if (target === undefined) continue;
    target.focus();
    return;
  }
}

/** The field that filters the page that is open; undefined where it has none. */
export const filterOfPage = (): HTMLInputElement | undefined =>
  [
    ...document.querySelectorAll<HTMLInputElement>(
      'main [data-station-filter] input, main input[type="search"], main [role="searchbox"]',
    ),
  ].find((field) => isSeen(field) && !field.disabled);

/** Copies the address of the page. @returns false where the browser does not let it */
export async function copyAddress(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
