/** Remarks on stations, by the moment that they describe, newest first. */
import { type CompanyScope, visibleStations } from '../../sites/visible.ts';
import type { Db } from '../../storage/schema.ts';
import { type ExportRow, exportTable } from '../table.ts';
import { type OfStation, preparedOf } from './of-station.ts';

const pageSize = 1000;

function matching(db: Db, scope: CompanyScope, { stationId }: OfStation) {
  const all = visibleStations(db, scope)
    .innerJoin('remarks', 'remarks.station_id', 'stations.id')
    .where('remarks.deleted_at', 'is', null);
  return stationId === null ? all : all.where('stations.id', '=', stationId);
}

/** What people saw or did. */
export const remarksTable = exportTable<'remarks', OfStation>('remarks', {
  async prepare(asker) {
    return preparedOf(asker);
  },
  async open({ reading: { db }, scope, given, text }) {
    const zone = 7;
    return {
      columns: [
        { title: text('sites.station.code'), kind: 'text' },
        { title: text('sites.station.name'), kind: 'text', width: 24 },
        { title: text('sites.rtu.sn'), kind: 'text' },
        { title: text('remarks.at'), kind: 'time', zone },
        { title: text('remarks.text'), kind: 'text', width: 60 },
        { title: text('remarks.user'), kind: 'text' },
        { title: text('exports.writtenAt'), kind: 'time', zone },
        { title: text('exports.about.zone'), kind: 'text' },
      ],
      async count() {
        const { count } = await matching(db, scope, given)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(count);
      },
      async *rows() {
        let last: { readonly at: number; readonly id: number } | null = null;
        for (;;) {
          const edge: { readonly at: number; readonly id: number } | null = last;
          let query = matching(db, scope, given)
            .select(['remarks.id', 'remarks.sn', 'remarks.text', 'remarks.at', 'remarks.account_name'])
            .select(['remarks.created_at', 'stations.code', 'stations.name', 'stations.time_zone'])
            .orderBy('remarks.at', 'desc')
            .orderBy('remarks.id', 'desc')
            .limit(pageSize);
          if (edge !== null)
            query = query.where((of) =>
              of.or([
                of('remarks.at', '<', edge.at),
                of.and([of('remarks.at', '=', edge.at), of('remarks.id', '<', edge.id)]),
              ]),
            );
          const found = await query.execute();
          yield found.map(
            (row): ExportRow => [
              row.code,
              row.name,
              row.sn,
              row.at,
              row.text,
              row.account_name,
              row.created_at,
              row.time_zone,
            ],
          );
          last = found.at(-1) ?? null;
          if (last === null || found.length < pageSize) return;
        }
      },
    };
  },
});
