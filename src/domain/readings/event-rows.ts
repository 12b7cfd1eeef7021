import type { RowId } from '../../catalogue/model.ts';

/** Rows that come with an event or a report, not with the collection cycle: nothing is expected of them. */
export const byEvent: ReadonlySet<RowId> = new Set<RowId>(['status', 'waveform', 'blast', 'sound', 'horn']);
