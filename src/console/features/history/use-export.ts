import { table } from '../../../../commands/table.ts';
import { useOffer } from '../../components/screen.ts';
import { askFile } from '../../state/overlays.ts';
import type { StationSeries } from './series.ts';
import type { CurveState } from './use-curve.ts';

/** Offers the lines of a curve as a file: as it shows them, or every reading of the same time. */
export function useExport(lines: readonly StationSeries[], curve: Pick<CurveState, 'loaded' | 'bins'>): void {
  const { loaded, bins } = curve;
  const none = loaded === null || lines.length === 0;
  useOffer(
    table.export,
    () => {
      if (loaded === null) return;
      const query = {
        lines: lines.map(({ sourceId, row, element, series }) => ({
          sourceId,
          row,
          element,
          channel: series.channel,
        })),
        from: Math.max(0, Math.floor(loaded.from)),
        // The last reading that is shown belongs to it.
        to: Math.ceil(loaded.to) + 1,
        relative: loaded.relative ? 1 : 0,
      };
      askFile({ table: 'curve', query: { ...query, bins: Math.max(1, bins) } }, { table: 'curve', query });
    },
    { available: none ? 'history.noChannel.title' : true },
  );
}
