import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../base/errors.ts';
import { rows } from '../../../catalogue/index.ts';
import type { Channel, RowId } from '../../../catalogue/model.ts';
import type { QueryOf } from '../../../contract/call.ts';
import { encodeHistory } from '../../../contract/history/encode.ts';
import { historyColumns, historyEvidence, historyGaps } from '../../../contract/history-calls.ts';
import { relativeHistory } from '../../sites/baselines/relative.ts';
import { readGapEvidence } from '../../sites/gap-evidence.ts';
import { visibleSource } from '../../sites/visible.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';
import { baselinesOf, rowOf, spanOf } from './reading-query.ts';

const compress = promisify(gzip);
const defaultBins = 1000;
/** Readings of one bin that are read one by one, where an initial value begins in it. */
const mostReadings = 65_536;
const worthCompressing = 4096;

/** Chart channels of a row by id. @throws Refusal 400 for one that the row does not have, or that is no number. */
function channelsOf(
  row: RowId,
  element: number,
  list: string,
): readonly Extract<Channel, { type: 'number' | 'enum' }>[] {
  const definition = rows[row];
  const known = element === 0 ? definition.channels : (definition.elements?.channels ?? []);
  const ids = [...new Set(list.split(',').filter((id) => id !== ''))];
  if (ids.length === 0)
    throw new Refusal(400, 'api.malformed', { field: 'channels', problem: 'empty' }, 'channels');
  return ids.map((id) => {
    const channel = known.find((entry) => entry.id === id);
    if (channel === undefined || (channel.type !== 'number' && channel.type !== 'enum')) {
      throw new Refusal(400, 'api.channel', { channel: id }, 'channels');
    }
    return channel;
  });
}

/** Sends columns, compressed where the asker can read it and it is worth it. */
async function sendColumns(bytes: Uint8Array, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply
    .type('application/octet-stream')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding');
  const isWorth = bytes.length >= worthCompressing;
  if (!isWorth || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    await reply.send(Buffer.from(bytes));
    return;
  }
  await reply.header('content-encoding', 'gzip').send(await compress(bytes, { level: 1 }));
}

/** Columns of a source as they are sent, relative to its initial values where that is asked for. */
async function columnsOf(
  storage: Storage,
  sourceId: number,
  query: QueryOf<typeof historyColumns>,
  now: number,
): Promise<Uint8Array> {
  const { readings } = storage;
  const row = rowOf(query.row);
  const element = query.element ?? 0;
  const channels = channelsOf(row, element, query.channels);
  const place = {
    sourceId,
    row,
    element,
    channels: channels.map((channel) => channel.id),
  };
  const span = spanOf(query, now);
  const read = (ids: readonly string[]) =>
    query.latest === undefined
      ? readings.history({
          ...place,
          channels: ids,
          ...span,
          bins: query.bins ?? defaultBins,
          ...(query.rawUpTo === undefined ? {} : { rawUpTo: query.rawUpTo }),
          ...(query.step === undefined ? {} : { step: query.step * 1000 }),
        })
      : readings.newest({ ...place, channels: ids, count: query.latest });
  const baselines = await baselinesOf(storage, row, sourceId, query.relative);
  const columns =
    baselines === null
      ? await read(place.channels)
      : await relativeHistory(baselines, place, {
          columns: read,
          readings: (ids, from, to) =>
            readings.history({ ...place, channels: ids, from, to, bins: 1, rawUpTo: mostReadings }),
        });
  return encodeHistory(
    columns,
    // One digit more than is shown, so that an envelope is not drawn in steps.
    channels.map((channel) => (channel.type === 'number' ? channel.digits + 1 : 0)),
  );
}

/** Dense history, its gaps, and what is known of a gap. */
export function historyHandlers({ storage, board, traffic, now }: Services): readonly Binding[] {
  const { readings } = storage;
  return [
    bind(historyColumns, async ({ viewer, params, query, request, reply }) => {
      await visibleSource(storage.db, viewer, rowOf(query.row), params.sourceId);
      await sendColumns(await columnsOf(storage, params.sourceId, query, now()), request, reply);
    }),
    bind(historyGaps, async ({ viewer, params, query }) => {
      const row = rowOf(query.row);
      const source = await visibleSource(storage.db, viewer, row, params.sourceId);
      const gaps = await readings.gaps({
        sourceId: params.sourceId,
        row,
        element: query.element ?? 0,
        ...spanOf(query, now()),
        cycle: source.collectionCycle,
        sendCycle: source.sendCycle,
      });
      return { gaps: gaps.map((gap) => ({ ...gap })) };
    }),
    bind(historyEvidence, async ({ viewer, params, query }) => {
      const row = rowOf(query.row);
      const source = await visibleSource(storage.db, viewer, row, params.sourceId);
      const { site, summary } = board.one(viewer, source.stationId);
      const others = board
        .sites(viewer)
        .flatMap(({ project, rtu }) =>
          project.id !== site.project.id ||
          rtu === null ||
          rtu.id === source.rtuId ||
          rtu.last_contact_at === null
            ? []
            : [{ id: rtu.id, cycle: rtu.send_cycle * 1000 }],
        );
      const slot = row === 'status' ? null : (site.sensors.find(({ id }) => id === source.id)?.slot ?? null);
      const problems = traffic(source.rtuId)?.problems ?? [];
      const refused = problems.filter(({ reason }) => reason === 'implausibleTime');
      return readGapEvidence({
        ...{ storage, source, row, slot, others, ...spanOf(query, now()), now: now() },
        link: { lastContactAt: summary.lastContactAt, refusedTimes: refused.map(({ at }) => at) },
      });
    }),
  ];
}
