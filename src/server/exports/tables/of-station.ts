/** What a file of one station's rows, or of those of all stations, says of itself. */
import type { ExportAsker, PreparedExport } from '../table.ts';

/** Which stations the rows are of. */
export interface OfStation {
  /** null = of all that may be seen. */
  readonly stationId: number | null;
}

/** What is found out before a thread writes. @throws Refusal 404 for a station that the asker does not see */
export function preparedOf({
  board,
  viewer,
  query: { stationId },
  text,
}: Pick<
  ExportAsker<{ readonly stationId?: number }>,
  'board' | 'viewer' | 'query' | 'text'
>): PreparedExport<OfStation> {
  const station = stationId === undefined ? null : board.one(viewer, stationId).site.station;
  return {
    given: { stationId: stationId ?? null },
    subject: station?.code ?? '',
    about: [
      [
        text('sites.station'),
        station === null ? text('exports.about.all') : `${station.code} ${station.name}`,
      ],
      [text('exports.about.zone'), text('exports.about.ownZone')],
    ],
  };
}
