/** Dashboards: pages of tiles, of one person or shared in a company (src/server/dashboards/README.md). */
import Type, { type Static } from 'typebox';
import {
  dashboardBounds,
  dashboardFigures,
  dashboardShares,
  rainHours,
  tileRanges,
} from '../base/bounds/dashboards.ts';
import { quantityLenses } from '../base/quantity-lenses.ts';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Share = Type.Enum([...dashboardShares]);
const view = 'station:data:view';

/** A channel of a sensor. */
export const TileChannel = Type.Object(
  {
    stationId: Id,
    sensorId: Id,
    row: Type.String({ minLength: 1, maxLength: 16 }),
    channel: Type.String({ minLength: 1, maxLength: 32 }),
    element: Type.Integer({ minimum: 0, maximum: 128 }),
  },
  strict,
);
export type TileChannel = Static<typeof TileChannel>;

/** Null = the project that the dashboard is switched to, or else all. */
const projectId = nullable(Id);
/** What a tile shows, by its type; what it shows of it is asked for by whoever looks, with their own rights. */
export const TileSettings = Type.Union([
  Type.Object({ type: Type.Literal('map'), projectId }, strict),
  /** Open alarms of that level (1 blue to 4 red) or a worse one. */
  Type.Object(
    { type: Type.Literal('alarms'), projectId, level: Type.Integer({ minimum: 1, maximum: 4 }) },
    strict,
  ),
  Type.Object({ type: Type.Literal('states'), projectId }, strict),
  /** `stationId` not null: of that station alone. */
  Type.Object({ type: Type.Literal('health'), projectId, stationId: nullable(Id) }, strict),
  /** `channel`: of the figure `channel`, else null. */
  Type.Object(
    {
      type: Type.Literal('number'),
      projectId,
      figure: Type.Enum([...dashboardFigures]),
      channel: nullable(TileChannel),
    },
    strict,
  ),
  /** `gauge`: the rain gauge whose amounts hang below; null = none. */
  Type.Object(
    {
      type: Type.Literal('curve'),
      channels: Type.Array(TileChannel, { maxItems: dashboardBounds.channels }),
      days: Type.Integer({ minimum: 1, maximum: dashboardBounds.daysMost }),
      gauge: nullable(TileChannel),
    },
    strict,
  ),
  /** The answer of a lens to a quantity; `channel` null = none is chosen yet. */
  Type.Object(
    {
      type: Type.Literal('lens'),
      lens: Type.Enum([...quantityLenses]),
      channel: nullable(TileChannel),
      range: Type.Enum([...tileRanges]),
    },
    strict,
  ),
  Type.Object({ type: Type.Literal('rain'), projectId, hours: Type.Enum([...rainHours]) }, strict),
  /** Tasks: who is on duty, reports that are due and made, plans. */
  Type.Object({ type: Type.Literal('rollouts') }, strict),
  /** Newest values of all devices of a view (derive/device-views). */
  Type.Object(
    { type: Type.Literal('table'), projectId, view: Type.String({ minLength: 1, maxLength: 24 }) },
    strict,
  ),
  /**
   * Of a station: one of its site plans, or (`uploadId`) a picture among its files; both null = its first site plan.
   * A tile without a station shows nothing yet.
   */
  Type.Object(
    {
      type: Type.Literal('picture'),
      stationId: nullable(Id),
      sitePlanId: nullable(Id),
      uploadId: nullable(Id),
    },
    strict,
  ),
  Type.Object({ type: Type.Literal('text'), text: Type.String({ maxLength: dashboardBounds.text }) }, strict),
]);
export type TileSettings = Static<typeof TileSettings>;

export const Tile = Type.Object(
  {
    /** Its own on its page. */
    id: Type.Integer({ minimum: 1, maximum: 100_000 }),
    /** Place and size in cells of the grid. */
    x: Type.Integer({ minimum: 0, maximum: dashboardBounds.columns - 1 }),
    y: Type.Integer({ minimum: 0, maximum: dashboardBounds.rows - 1 }),
    w: Type.Integer({ minimum: 1, maximum: dashboardBounds.columns }),
    h: Type.Integer({ minimum: 1, maximum: dashboardBounds.rows }),
    /** Empty = named by what it shows. */
    title: Type.String({ maxLength: dashboardBounds.name }),
    settings: TileSettings,
  },
  strict,
);
export type Tile = Static<typeof Tile>;

export const DashboardLayout = Type.Object(
  {
    pages: Type.Array(Type.Object({ tiles: Type.Array(Tile, { maxItems: dashboardBounds.tiles }) }, strict), {
      minItems: 1,
      maxItems: dashboardBounds.pages,
    }),
    /** Seconds that a page stands; null = pages do not turn by themselves. */
    turnSeconds: nullable(
      Type.Integer({ minimum: dashboardBounds.turnLeast, maximum: dashboardBounds.turnMost }),
    ),
  },
  strict,
);
export type DashboardLayout = Static<typeof DashboardLayout>;

const head = {
  id: Type.Integer(),
  name: Type.String(),
  share: Share,
  /** Whose company shares it; null = who sees every company. */
  companyId: nullable(Type.Integer()),
  /** Account of who made it. */
  owner: Type.String(),
  /** Grows with each change; a change carries the one that it is based on. */
  revision: Type.Integer(),
  canEdit: Type.Boolean(),
};
export const DashboardHead = Type.Object(head, strict);
export type DashboardHead = Static<typeof DashboardHead>;
export const Dashboard = Type.Object({ ...head, layout: DashboardLayout }, strict);
export type Dashboard = Static<typeof Dashboard>;

const Nothing = Type.Object({}, strict);
const DashboardId = Type.Object({ dashboardId: Id }, strict);
/** Blanks at its ends are taken off; the server says so where nothing or too much is left. */
const Name = Type.String({ maxLength: 400 });

/** One's own, and those that the company shares, by name. */
export const dashboards = call('dashboards.list', 'GET /rest/dashboards', {
  access: view,
  data: Type.Object(
    {
      dashboards: Type.Array(DashboardHead),
      /** True where the asker may change what is shared. */
      canShare: Type.Boolean(),
    },
    strict,
  ),
});
export const dashboard = call('dashboards.one', 'GET /rest/dashboards/:dashboardId', {
  access: view,
  params: DashboardId,
  data: Dashboard,
});
/** Makes one. Shared: `companyId` names one for who sees every company; null = the asker’s own, or those alone who see every company. */
export const createDashboard = call('dashboards.create', 'POST /rest/dashboards', {
  access: view,
  body: Type.Object({ name: Name, share: Share, companyId: nullable(Id), layout: DashboardLayout }, strict),
  data: Type.Object({ id: Type.Integer() }, strict),
});
/** Replaces name, share and layout. Refused 409 where somebody changed it meanwhile. */
export const updateDashboard = call('dashboards.update', 'PUT /rest/dashboards/:dashboardId', {
  access: view,
  params: DashboardId,
  body: Type.Object(
    { revision: Type.Integer({ minimum: 1 }), name: Name, share: Share, layout: DashboardLayout },
    strict,
  ),
  data: Type.Object({ revision: Type.Integer() }, strict),
});
export const deleteDashboard = call('dashboards.delete', 'DELETE /rest/dashboards/:dashboardId', {
  access: view,
  params: DashboardId,
  data: Nothing,
});
/** Takes a deletion back. */
export const restoreDashboard = call('dashboards.restore', 'POST /rest/dashboards/:dashboardId/restore', {
  access: view,
  params: DashboardId,
  data: Nothing,
});

/** Axes of the health of stations; each a share of 0 to 1, null where nothing of it is known. */
export const healthAxes = ['arrival', 'battery', 'signal', 'clock', 'sensors', 'orders'] as const;
export type HealthAxis = (typeof healthAxes)[number];
const Axes = Type.Object(
  Object.fromEntries(healthAxes.map((axis) => [axis, nullable(Type.Number())])) as Record<
    HealthAxis,
    ReturnType<typeof nullable<ReturnType<typeof Type.Number>>>
  >,
  strict,
);
/**
 * How stations did in the seven days before now, and in the seven before those: readings that arrived of those expected,
 * reports without a fault of battery, signal, clock or sensors, orders that were carried out. Of many stations some are
 * counted, evenly chosen.
 */
export const fleetHealth = call('dashboards.health', 'GET /rest/fleet-health', {
  access: view,
  query: Type.Object({ projectId: Type.Optional(Id), stationId: Type.Optional(Id) }, strict),
  data: Type.Object(
    {
      week: Axes,
      before: Axes,
      /** Stations that are meant, and those whose reports were counted. */
      stations: Type.Integer(),
      counted: Type.Integer(),
    },
    strict,
  ),
});
export type FleetHealth = Static<typeof Axes>;
