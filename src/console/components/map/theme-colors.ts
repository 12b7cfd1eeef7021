/** Colours of the theme that a canvas or a map needs as values, read from the CSS variables of the body. */
export function themeColor(name: string, fallback = '#888888'): string {
  const value = getComputedStyle(document.body).getPropertyValue(name).trim();
  return value === '' ? fallback : value;
}
