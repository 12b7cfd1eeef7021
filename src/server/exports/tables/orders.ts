/** Orders to devices, newest first. */

import { kindByCode } from '../../../catalogue/index.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { orderStateMessage, orderWords } from '../../../derive/order-words.ts';
import { viewOf } from '../../delivery/view.ts';
import { type CompanyScope, visibleStations } from '../../sites/visible.ts';
import type { Db } from '../../storage/schema.ts';
import { type ExportRow, type ExportWords, exportTable } from '../table.ts';
import { type OfStation, preparedOf } from './of-station.ts';

const pageSize = 500;

function matching(db: Db, scope: CompanyScope, { stationId }: OfStation) {
  const all = visibleStations(db, scope)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('orders', 'orders.rtu_id', 'rtus.id')
    .where('orders.hidden', '=', 0);
  return stationId === null ? all : all.where('stations.id', '=', stationId);
}

const page = (db: Db, scope: CompanyScope, given: OfStation, before: string | null) => {
  const all = matching(db, scope, given)
    .selectAll('orders')
    .select(['stations.id as station', 'stations.code as stationCode', 'stations.name as stationName'])
    .select(['stations.time_zone', 'rtus.sn'])
    .orderBy('orders.id', 'desc')
    .limit(pageSize);
  return (before === null ? all : all.where('orders.id', '<', before)).execute();
};
type Row = Awaited<ReturnType<typeof page>>[number];

function rowOf(row: Row, now: number, text: ExportWords): ExportRow {
  const view = viewOf(row, { stationId: row.station, sn: row.sn, landing: null, open: [] });
  const kind = view.kind === null ? undefined : kindByCode(view.kind);
  const { slot } = view.target;
  const seen = Object.keys(view.seen).length === 0 ? null : view.seen;
  const { content } = view;
  return [
    row.stationCode,
    row.stationName,
    row.sn,
    slot === null
      ? text('plans.rtu')
      : text('plans.slot', { slot, kind: kind === undefined ? '' : text(kindMessage(kind.id)) }),
    orderWords({ content, kind: view.kind }, text),
    text(orderStateMessage(view, now)),
    seen === null || content.type !== 'set'
      ? null
      : orderWords(
          {
            content: { ...content, edits: seen as Readonly<Record<string, ParameterValue>> },
            kind: view.kind,
          },
          text,
        ),
    view.createdAt,
    view.createdBy,
    view.reason,
    view.sentAt,
    view.answeredAt,
    view.endedAt,
    view.text,
    view.planId,
    row.time_zone,
    view.id,
  ];
}

/** What devices were given. */
export const ordersTable = exportTable<'orders', OfStation>('orders', {
  async prepare(asker) {
    return preparedOf(asker);
  },
  async open({ reading: { db }, scope, given, text, now }) {
    const zone = 15;
    return {
      columns: [
        { title: text('sites.station.code'), kind: 'text' },
        { title: text('sites.station.name'), kind: 'text', width: 24 },
        { title: text('sites.rtu.sn'), kind: 'text' },
        { title: text('orders.device'), kind: 'text', width: 24 },
        { title: text('orders.content'), kind: 'text', width: 40 },
        { title: text('orders.state'), kind: 'text' },
        { title: text('scripts.head.readBack'), kind: 'text', width: 24 },
        { title: text('orders.when'), kind: 'time', zone },
        { title: text('orders.who'), kind: 'text' },
        { title: text('baselines.reason'), kind: 'text', width: 30 },
        { title: text('exports.sentAt'), kind: 'time', zone },
        { title: text('exports.answeredAt'), kind: 'time', zone },
        { title: text('scripts.head.endedAt'), kind: 'time', zone },
        { title: text('exports.deviceText'), kind: 'text', width: 30 },
        { title: text('exports.plan'), kind: 'text', width: 28 },
        { title: text('exports.about.zone'), kind: 'text' },
        { title: text('exports.orderId'), kind: 'text', width: 28 },
      ],
      async count() {
        const { count } = await matching(db, scope, given)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(count);
      },
      async *rows() {
        for (let before: string | null = null; ; ) {
          const found: Row[] = await page(db, scope, given, before);
          yield found.map((row) => rowOf(row, now, text));
          const last = found.at(-1);
          if (last === undefined || found.length < pageSize) return;
          before = last.id;
        }
      },
    };
  },
});
