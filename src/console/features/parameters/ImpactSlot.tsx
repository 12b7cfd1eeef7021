import type { PanelGroup } from './use-panel.ts';

/** Room in the rail for what the edits of a group would cost and cause. */
export function ImpactSlot(_props: { readonly stationId: number; readonly group: PanelGroup }) {
  return null;
}
