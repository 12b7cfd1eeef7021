/** Colours of the theme for curves that are distinguished by nothing else. */
const series = 8;
/** Preset colours of alert charts, `--a01` to `--a21`. */
export const alertColours = 21;

/** The preset colour of alert charts at a place, from 0 on; from the 22nd on they begin anew. */
export const alertColour = (place: number): string =>
  `--a${String((place % alertColours) + 1).padStart(2, '0')}`;

/**
 * Token of the colour of a curve at a place, from 0 on, among `count` that are drawn together: up to eight have the
 * theme's series colours, more have the presets of alert charts in their order, so that no two are the same.
 */
export const curveColour = (place: number, count: number): string =>
  count > series ? alertColour(place) : `--c${(place % series) + 1}`;
