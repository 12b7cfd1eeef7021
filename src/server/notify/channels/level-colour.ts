/** Colours of levels in mails: dark enough to be read on white paper. */
const colours = ['#5b6b7f', '#1d63d1', '#8a6100', '#b4500b', '#c01616'] as const;

/** The colour of a level, 1 to 4; 0 = none, or over. */
export const levelColour = (rank: number): string => colours[rank] ?? colours[0];
