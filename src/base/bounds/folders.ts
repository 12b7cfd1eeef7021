/** What folders of stations may be and hold; each refusal states its bound. Assumed. */
export const folderBounds = {
  /** Letters of a name. */
  name: 60,
  /** Folders in each other, the topmost counted. */
  depth: 8,
  /** Folders and saved filters of one person, and those that a company shares. */
  ofUser: 500,
  ofCompany: 2000,
  /** Stations in one folder, and places of stations in all folders of a person, or of a company. */
  stations: 10_000,
  places: 100_000,
  /** Folders that are changed by one call. */
  together: 500,
} as const;

/** Whose a folder is: of the person alone, or of everybody in the company. */
export const folderShares = ['own', 'company'] as const;
export type FolderShare = (typeof folderShares)[number];
