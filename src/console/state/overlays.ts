import { proxy } from 'valtio';

/** What lies over the pages: the palette with the text that it opened with, or the sheet of keys. */
export const overlays = proxy<{ shown: 'palette' | 'keys' | null; text: string }>({ shown: null, text: '' });

/** Opens the palette. @param text what its box holds: a prefix, or '' */
export function openPalette(text: string): void {
  Object.assign(overlays, { shown: 'palette', text });
}

export function openKeySheet(): void {
  overlays.shown = 'keys';
}

export function closeOverlay(): void {
  overlays.shown = null;
}
