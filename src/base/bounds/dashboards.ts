/** What dashboards may hold; each refusal states its bound. Assumed, but for the grid: a wall of 1920 × 1080. */
export const dashboardBounds = {
  /** Letters of a name, and of a tile's title. */
  name: 60,
  columns: 12,
  rows: 8,
  pages: 6,
  /** Tiles of one page. */
  tiles: 24,
  /** Channels of one curve: the colours that a chart tells apart. */
  channels: 6,
  /** Letters of a tile of text. */
  text: 2000,
  /** Seconds that a page stands before it turns. */
  turnLeast: 5,
  turnMost: 3600,
  /** Days of a curve. */
  daysMost: 366,
  /** Dashboards of one person, and those that a company shares. */
  ofUser: 50,
  ofCompany: 200,
} as const;

/** Whose a dashboard is: of the person alone, or of everybody in the company. */
export const dashboardShares = ['own', 'company'] as const;
export type DashboardShare = (typeof dashboardShares)[number];

/** Figures of a tile that shows one number. */
export const dashboardFigures = [
  'onSchedule',
  'arrival',
  'openAlarms',
  'unanswered',
  'silent',
  'faults',
  'channel',
] as const;
export type DashboardFigure = (typeof dashboardFigures)[number];

/** Ranges of such a tile; each ends now. */
export const tileRanges = ['week', 'month', 'quarter'] as const;

/** Hours over which a tile sums rain. */
export const rainHours = [1, 24] as const;
