/**
 * `/grafana/v1`: readings for Grafana, by the protocol of its JSON data sources (`simpod-json-datasource`, and what
 * speaks the same): a test of the connection, a list of what there is, series of numbers. It asks by a token of a service
 * account (`Authorization: Bearer`, or as the password of `Basic`) with the scope *read*, and gets HTTP statuses.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Refusal } from '../../base/errors.ts';
import { kindByCode, rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { HistoryColumns } from '../../contract/history/columns.ts';
import { historyColumns } from '../../contract/history-calls.ts';
import { type ChartSeries, chartSeries } from '../../derive/chart-series.ts';
import { kindMessage } from '../../derive/messages.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Site } from '../sites/structure.ts';
import { visibleSource } from '../sites/visible.ts';
import { words } from '../words.ts';
import { admit } from './bind.ts';
import { rowOf } from './handlers/reading-query.ts';
import { envelopeOf, toRefusal } from './refusals.ts';
import type { Services } from './services.ts';
import { checkBody } from './validate.ts';

/** Curves of one query, of each the points at most, and entries of one list: of a longer one the first. */
export const grafanaBounds = { targets: 50, points: 8000, listed: 5000 } as const;

type Needed = Pick<Services, 'sessions' | 'serviceTokens' | 'denials' | 'board' | 'storage' | 'now'>;

const Payload = Type.Object({ station: Type.Optional(Type.String({ maxLength: 64 })) });
const MetricsBody = Type.Object({ payload: Type.Optional(Payload) });
const QueryBody = Type.Object({
  range: Type.Object({ from: Type.String({ maxLength: 40 }), to: Type.String({ maxLength: 40 }) }),
  maxDataPoints: Type.Optional(Type.Number({ minimum: 1 })),
  targets: Type.Array(
    Type.Object({
      refId: Type.Optional(Type.String({ maxLength: 64 })),
      target: Type.Optional(Type.String({ maxLength: 64 })),
      hide: Type.Optional(Type.Boolean()),
    }),
    { maxItems: grafanaBounds.targets },
  ),
});

/** A curve by its name in the protocol: `source.row.element.channel`. */
interface Curve {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly channel: string;
}
const nameOf = ({ sourceId, row, element, channel }: Curve) => `${sourceId}.${row}.${element}.${channel}`;

/** @throws Refusal 400 for what is no name of a curve */
function curveOf(name: string): Curve {
  const [, id = '', row = '', element = '', channel = ''] =
    /^(\d{1,15})\.(\w{1,16})\.(\d{1,3})\.(\w{1,40})$/.exec(name) ?? [];
  if (channel === '')
    throw new Refusal(400, 'api.malformed', { field: 'targets.target', problem: name }, 'targets');
  return { sourceId: Number(id), row: rowOf(row), element: Number(element), channel };
}

/** What a curve is called in the language of who asks: station, slot, kind, channel. */
function labelOf(
  { station }: Pick<Site, 'station'>,
  sensor: Site['sensors'][number],
  { heading, unit }: ChartSeries,
  element: number,
  viewer: Viewer,
): string {
  const say = words(viewer.language);
  const kind = kindByCode(sensor.kind);
  const what = kind === undefined ? '' : say(kindMessage(kind.id));
  const node = element === 0 ? '' : ` ${element}`;
  return `${station.code} ${station.name} · #${sensor.slot} ${what} · ${say(heading)}${node}${unit === null ? '' : ` (${unit})`}`;
}

/** Curves of what a viewer sees, by station; of strings the first node stands for all that are asked for by number. */
function* curvesOf(sites: readonly Site[], viewer: Viewer): Generator<{ label: string; value: string }> {
  for (const site of sites)
    for (const sensor of site.sensors) {
      const kind = kindByCode(sensor.kind);
      for (const series of kind === undefined ? [] : chartSeries(kind)) {
        const element = series.element ? 1 : 0;
        const value = nameOf({ sourceId: sensor.id, row: series.row, element, channel: series.channel });
        yield { label: labelOf(site, sensor, series, element, viewer), value };
      }
    }
}

/** Numbers of a curve as the protocol has them: value, then UTC ms. Of a bin its mean, of amounts the sum. */
function pointsOf({
  mode,
  t,
  step,
  channels: [channel],
}: HistoryColumns): (readonly [number | null, number])[] {
  const values = mode === 'raw' ? channel?.value : (channel?.mean ?? channel?.last);
  return Array.from(t, (at, nth) => {
    const value = values?.[nth] ?? Number.NaN;
    return [Number.isNaN(value) ? null : value, Math.round(at + step / 2)] as const;
  });
}

const momentOf = (text: string, field: string): number => {
  const t = Date.parse(text);
  if (Number.isNaN(t)) throw new Refusal(400, 'api.malformed', { field, problem: text }, 'range');
  return t;
};

async function readTarget(
  { storage, board }: Needed,
  viewer: Viewer,
  name: string,
  span: { readonly from: number; readonly to: number; readonly bins: number },
) {
  const curve = curveOf(name);
  const { sourceId, row, element, channel } = curve;
  const source = await visibleSource(storage.db, viewer, row, sourceId);
  const own = element === 0 ? rows[row].channels : (rows[row].elements?.channels ?? []);
  if (!own.some(({ id, type }) => id === channel && type === 'number'))
    throw new Refusal(400, 'api.channel', { channel }, 'targets');
  const { site } = board.one(viewer, source.stationId);
  const sensor = site.sensors.find(({ id }) => id === sourceId);
  const kind = source.kind === null ? undefined : kindByCode(source.kind);
  const series = kind && chartSeries(kind).find((one) => one.row === row && one.channel === channel);
  const found = await storage.readings.history({ sourceId, row, element, channels: [channel], ...span });
  const target =
    sensor === undefined || series === undefined ? name : labelOf(site, sensor, series, element, viewer);
  return { target, datapoints: pointsOf(found) };
}

async function readQuery(needed: Needed, viewer: Viewer, body: Static<typeof QueryBody>) {
  const span = {
    from: momentOf(body.range.from, 'range.from'),
    to: momentOf(body.range.to, 'range.to'),
    bins: Math.min(grafanaBounds.points, Math.ceil(body.maxDataPoints ?? 1000)),
  };
  if (span.from >= span.to) throw new Refusal(400, 'api.range', {}, 'range');
  const answers = [];
  for (const { target = '', refId, hide } of body.targets) {
    if (target === '' || hide === true) continue;
    const read = await readTarget(needed, viewer, target, span);
    answers.push({ ...read, ...(refId === undefined ? {} : { refId }) });
  }
  return answers;
}

/** Statuses as HTTP has them, the sentence as `message`, where Grafana looks for it. */
function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error) ?? new Refusal(500, 'api.internal', { id: request.id.slice(0, 8) });
  if (refusal.status >= 500) request.log.error({ err: error }, 'a program was not answered');
  if (refusal.status === 401) void reply.header('www-authenticate', 'Bearer');
  const { msg, ...envelope } = envelopeOf(refusal, 'en');
  void reply.code(refusal.status).send({ ...envelope, message: msg });
}

/** Registers the addresses. */
export async function registerGrafana(app: FastifyInstance, needed: Needed): Promise<void> {
  await app.register(
    async (room) => {
      room.setErrorHandler(answerRefusal);
      const config = { access: historyColumns.access };
      room.addHook('onRequest', async ({ headers }) => {
        const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
        if (basic === undefined) return;
        const [, ...secret] = Buffer.from(basic, 'base64').toString().split(':');
        headers.authorization = `Bearer ${secret.join(':')}`;
      });
      const viewerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Viewer> => {
        const viewer = await admit(historyColumns, needed, request, reply);
        if (viewer === null) throw new Refusal(401, 'api.unauthorized');
        return viewer;
      };
      room.get('/', { config }, async (request, reply) => {
        await viewerOf(request, reply);
        return { status: 'ok' };
      });
      room.post('/metrics', { config }, async (request, reply) => {
        const viewer = await viewerOf(request, reply);
        const { payload } = checkBody(MetricsBody, request.body ?? {}) as Static<typeof MetricsBody>;
        const asked = payload?.station ?? '';
        const sites = needed.board
          .sites(viewer)
          .filter(({ station }) => asked === '' || station.code === asked);
        const listed: { label: string; value: string; payloads: readonly object[] }[] = [];
        const payloads = [
          {
            label: words(viewer.language)('sites.station'),
            name: 'station',
            type: 'select',
            reloadMetric: true,
          },
        ];
        for (const curve of curvesOf(sites, viewer)) {
          if (listed.length === grafanaBounds.listed) break;
          listed.push({ ...curve, payloads });
        }
        return listed;
      });
      room.post('/metric-payload-options', { config }, async (request, reply) => {
        const viewer = await viewerOf(request, reply);
        return needed.board
          .sites(viewer)
          .slice(0, grafanaBounds.listed)
          .map(({ station }) => ({ label: `${station.code} ${station.name}`, value: station.code }));
      });
      room.post('/query', { config }, async (request, reply) => {
        const viewer = await viewerOf(request, reply);
        return readQuery(needed, viewer, checkBody(QueryBody, request.body) as Static<typeof QueryBody>);
      });
    },
    { prefix: '/grafana/v1' },
  );
}
