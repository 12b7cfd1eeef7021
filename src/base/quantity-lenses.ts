/** Lenses that answer in one line to one quantity over a range: tiles of dashboards and sections of reports show them. */
export const quantityLenses = ['failure', 'tangent', 'rate', 'rain', 'temperature'] as const;
export type QuantityLens = (typeof quantityLenses)[number];
