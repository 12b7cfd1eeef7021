/** What reports are made of and how many there may be: shared by contract, domain, server and console. */

/** Sections of a template, in the order in which they are offered. */
export const reportSections = [
  'cover',
  'conclusion',
  'stations',
  'curves',
  'rain',
  'lens',
  'alarms',
  'arrivals',
  'devices',
  'remarks',
  'text',
  'signatures',
] as const;
export type ReportSectionType = (typeof reportSections)[number];

/** Templates that come with the product. */
export const builtInTemplates = ['weekly', 'monthly', 'event'] as const;
export type BuiltInTemplate = (typeof builtInTemplates)[number];

export const reportFormats = ['pdf', 'docx', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** `waiting` for its turn, being `making`; `ready`, or ended without files. */
export const reportStates = ['waiting', 'making', 'ready', 'failed', 'cancelled'] as const;
export type ReportState = (typeof reportStates)[number];

/** Assumed, but for what the machine gives: a report of 100 stations and a year is about 100 pages. */
export const reportBounds = {
  /** Characters of a name, of a line, and of a text of one's own. */
  name: 80,
  line: 120,
  text: 4000,
  /** Sections of a template, and templates of a company. */
  sections: 24,
  templates: 50,
  /** Stations of a report. */
  stations: 200,
  /** The longest time that a report is of, days. */
  days: 400,
  /** Reports of a company that are kept; older ones that were not signed make room for new ones. */
  kept: 2000,
  /** Alarms and remarks that are listed one by one. */
  listed: 500,
  /** Persons who sign. */
  signatures: 12,
  /** Reports of a company that wait or are made at the same time. */
  underWay: 10,
  /** How long one that was not signed is kept, days. */
  keptDays: 400,
} as const;
