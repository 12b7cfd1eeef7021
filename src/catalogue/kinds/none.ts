import type { KindDefinition } from '../model.ts';

/** An empty slot. */
export const none: KindDefinition = { code: 0, id: 'none', rows: [], groups: [], actions: [], signals: {} };
