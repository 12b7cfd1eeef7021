/** Metrics of RTUs that name them otherwise than the catalogue: what each stands for. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const RtuId = Type.Object({ rtuId: Type.Integer({ minimum: 1 }) }, strict);

/** Aliases that one RTU may have. */
export const maxAliases = 500;

const Theirs = {
  /** Device id in their topics; '' = the node itself. */
  device: Type.String({ maxLength: 64 }),
  /** Their name of the metric. */
  metric: Type.String({ minLength: 1, maxLength: 512 }),
};
const Ours = {
  /** Slot of our sensor; null = the RTU itself. */
  slot: nullable(Type.Integer({ minimum: 0, maximum: 63 })),
  /** Node or layer of that sensor, from the top down; 0 = the sensor itself. */
  element: Type.Integer({ minimum: 0, maximum: 128 }),
  /** Name of our metric of that sensor's kind (of its nodes' or layers', where `element` is not 0), or of the RTU. */
  channel: Type.String({ minLength: 1, maxLength: 64 }),
  /** Unit of their value; null = that of the channel. */
  unit: nullable(Type.String({ minLength: 1, maxLength: 8 })),
  /** Their value × scale is in that unit; never 0. */
  scale: Type.Number({ minimum: -1e9, maximum: 1e9 }),
};

export const MetricAlias = Type.Object({ ...Theirs, ...Ours }, strict);
export type MetricAlias = Static<typeof MetricAlias>;

/** A mapping as it is asked for; without `element` it is the sensor itself. */
export const MappedMetric = Type.Object({ ...Theirs, ...Ours, element: Type.Optional(Ours.element) }, strict);
export type MappedMetric = Static<typeof MappedMetric>;

export const SeenMetric = Type.Object(
  {
    ...Theirs,
    /** Sparkplug data type. */
    type: Type.String(),
    /** Last value, as text; null where it was null or is no scalar. */
    value: nullable(Type.String()),
    /** When that came; UTC ms. */
    at: Type.Integer(),
  },
  strict,
);
export type SeenMetric = Static<typeof SeenMetric>;

/**
 * Metrics of the RTU's last birth that the catalogue does not know or that are mapped, and the whole mapping. What the
 * RTU told before the server was started last is among them.
 */
export const rtuMetrics = call('sites.metrics', 'GET /rest/sites/rtus/:rtuId/metrics', {
  access: 'device:maintenance:view',
  params: RtuId,
  data: Type.Object({ seen: Type.Array(SeenMetric), aliases: Type.Array(MetricAlias) }, strict),
});

/** Says what one of their metrics stands for, from the next message on. */
export const mapMetric = call('sites.metric.map', 'PUT /rest/sites/rtus/:rtuId/metrics', {
  access: 'device:site:edit',
  params: RtuId,
  body: MappedMetric,
  data: Type.Object({}, strict),
});

/** Takes that back; what was stored by it stays. */
export const unmapMetric = call('sites.metric.unmap', 'POST /rest/sites/rtus/:rtuId/metrics/unmap', {
  access: 'device:site:edit',
  params: RtuId,
  body: Type.Object(Theirs, strict),
  data: Type.Object({}, strict),
});
