/** What can be drawn on maps besides stations. */
export const shapeKinds = ['hazardArea', 'evacuationRoute', 'assemblyPoint', 'projectOutline'] as const;
export type ShapeKind = (typeof shapeKinds)[number];

/** Bounds of one upload. */
export const shapeBounds = { characters: 512 * 1024, features: 200, points: 10_000 } as const;
