/** Themes of src/console/README.md#preferences; the first is the default. */
export const themes = ['d2', 'chester', 'element', 'violet', 'line', 'star', 'tomorrow-night-blue'] as const;
export type Theme = (typeof themes)[number];
