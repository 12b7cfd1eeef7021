/** Sites by hand: companies, projects, stations, RTUs and sensor slots; stations as CSV; RTUs that wait to be let in. */
import Type, { type Static } from 'typebox';
import { lastSlot } from '../../catalogue/slots.ts';
import { BrokerPorts } from '../broker.ts';
import { call } from '../call.ts';
import { LevelWordsBody } from '../company/level-words.ts';
import { dictionary } from '../dictionary.ts';
import { Maintenance, MaintenanceBody } from './maintenance.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const edit = 'device:site:edit';
const name = Type.String({ minLength: 1, maxLength: 80 });
/** IANA zone. */
const timeZone = Type.String({ minLength: 1, maxLength: 64 });

/** An entry of a dictionary. */
const code = Type.String({ minLength: 1, maxLength: 40 });
/** Labels of a station at most. */
export const mostLabels = 20;

export const siteKinds = ['slope', 'dam', 'bridge', 'blasting', 'tunnel', 'other'] as const;

/** Letters, digits, `-`, `_` and `.`: it stands in topics. */
const topicPart = '^[A-Za-z0-9._-]+$';

export const CompanyBody = Type.Object(
  {
    name,
    /** Null = all as the edition has them; left out = as they are. */
    levelWords: Type.Optional(nullable(LevelWordsBody)),
  },
  strict,
);

export const ProjectBody = Type.Object(
  {
    companyId: Id,
    /** Sparkplug group id, unique in the whole system. */
    code: Type.String({ minLength: 1, maxLength: 40, pattern: topicPart }),
    name,
    timeZone,
    /** Day boundary of daily rain, minutes after local midnight. */
    dayBoundary: Type.Integer({ minimum: 0, maximum: 1439 }),
    /** Days that raw readings are kept; null = for ever. */
    retentionDays: nullable(Type.Integer({ minimum: 30, maximum: 36_500 })),
  },
  strict,
);

export const StationBody = Type.Object(
  {
    /** Another project moves the station there. */
    projectId: Id,
    /** Number, unique in its project. */
    code: Type.String({ minLength: 1, maxLength: 40 }),
    name,
    /** Reading for search (pinyin, kana) where the derived one is wrong. */
    nameReading: nullable(Type.String({ maxLength: 160 })),
    site: Type.Enum([...siteKinds]),
    /** WGS-84 degrees. */
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    timeZone,
    /** Codes of the dictionary; left out = as they are. */
    labels: Type.Optional(Type.Array(code, { maxItems: mostLabels, uniqueItems: true })),
  },
  strict,
);

export const RtuBody = Type.Object(
  {
    /** Serial number, unique in the whole system; the RTU's user name at the broker. */
    sn: Type.String({ minLength: 1, maxLength: 40, pattern: topicPart }),
  },
  strict,
);

export const SensorBody = Type.Object(
  {
    /** Unique on its RTU. */
    slot: Type.Integer({ minimum: 0, maximum: lastSlot }),
    /** Sensor type code: of the catalogue, or of a kind of the company. */
    kind: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    name: nullable(Type.String({ minLength: 1, maxLength: 80 })),
    /** Codes of the catalogue's enumerations. */
    installState: Type.Integer({ minimum: 0, maximum: 255 }),
    mountMode: Type.Integer({ minimum: 0, maximum: 255 }),
    /** Degrees from north. */
    mountAzimuth: Type.Number({ minimum: 0, maximum: 359.9 }),
    /** Where on its site; a code of the dictionary. Left out = as it is. */
    position: Type.Optional(nullable(code)),
  },
  strict,
);

const retiredAt = nullable(Type.Integer());
export const SiteSensor = Type.Object({ id: Type.Integer(), ...SensorBody.properties, retiredAt }, strict);
export type SiteSensor = Static<typeof SiteSensor>;
export const SiteRtu = Type.Object(
  {
    id: Type.Integer(),
    sn: Type.String(),
    /** False: it may not connect to the embedded broker. */
    hasCredential: Type.Boolean(),
    /** Until when the credential before the last rotation is still good; null = it is not. */
    oldCredentialUntil: nullable(Type.Integer()),
    installState: Type.Integer(),
    lastContactAt: nullable(Type.Integer()),
    sensors: Type.Array(SiteSensor),
  },
  strict,
);
export type SiteRtu = Static<typeof SiteRtu>;
export const SiteStation = Type.Object(
  {
    ...{ id: Type.Integer(), ...StationBody.properties, retiredAt, rtu: nullable(SiteRtu) },
    maintenance: nullable(Maintenance),
  },
  strict,
);
export type SiteStation = Static<typeof SiteStation>;
export const SiteProject = Type.Object({ id: Type.Integer(), ...ProjectBody.properties }, strict);
export type SiteProject = Static<typeof SiteProject>;
export const SiteCompany = Type.Object(
  {
    ...{ id: Type.Integer(), name: Type.String(), levelWords: nullable(LevelWordsBody) },
    /** Since when it is switched off, UTC ms; null = it is not. */
    offAt: nullable(Type.Integer()),
  },
  strict,
);
export type SiteCompany = Static<typeof SiteCompany>;

/** Everything that the asker may see, retired stations and sensors too. */
export const sites = call('sites.tree', 'GET /rest/sites', {
  access: 'device:maintenance:view',
  data: Type.Object(
    {
      companies: Type.Array(SiteCompany),
      projects: Type.Array(SiteProject),
      stations: Type.Array(SiteStation),
      broker: BrokerPorts,
    },
    strict,
  ),
});

const Made = Type.Object({ id: Type.Integer() }, strict);
const Nothing = Type.Object({}, strict);
const Retired = Type.Object({ retired: Type.Boolean() }, strict);
const CompanyId = Type.Object({ companyId: Id }, strict);
const ProjectId = Type.Object({ projectId: Id }, strict);
const StationId = Type.Object({ stationId: Id }, strict);
const RtuId = Type.Object({ rtuId: Id }, strict);
const SensorId = Type.Object({ sensorId: Id }, strict);

/** Only for who sees every company. */
export const createCompany = call('sites.company.create', 'POST /rest/sites/companies', {
  access: edit,
  body: CompanyBody,
  data: Made,
});
export const updateCompany = call('sites.company.update', 'PUT /rest/sites/companies/:companyId', {
  access: edit,
  params: CompanyId,
  body: CompanyBody,
  data: Nothing,
});
/**
 * Only for who sees every company. The people of a company that is switched off cannot sign in, and nobody is notified of
 * its alarms; its RTUs are heard, and what they measure is kept and judged, until it is switched on again.
 */
export const switchCompany = call('sites.company.switch', 'POST /rest/sites/companies/:companyId/switched', {
  access: edit,
  params: CompanyId,
  body: Type.Object({ off: Type.Boolean() }, strict),
  data: Nothing,
});
export const createProject = call('sites.project.create', 'POST /rest/sites/projects', {
  access: edit,
  body: ProjectBody,
  data: Made,
});
export const updateProject = call('sites.project.update', 'PUT /rest/sites/projects/:projectId', {
  access: edit,
  params: ProjectId,
  body: ProjectBody,
  data: Nothing,
});
export const createStation = call('sites.station.create', 'POST /rest/sites/stations', {
  access: edit,
  body: StationBody,
  data: Made,
});
export const updateStation = call('sites.station.update', 'PUT /rest/sites/stations/:stationId', {
  access: edit,
  params: StationId,
  body: StationBody,
  data: Nothing,
});
/** A retired station leaves map, list and alarms, and its RTU may not connect; its history stays. It can come back. */
export const retireStation = call('sites.station.retire', 'POST /rest/sites/stations/:stationId/retired', {
  access: edit,
  params: StationId,
  body: Retired,
  data: Nothing,
});

/** Puts a station in maintenance, or (null) ends that: while it lasts nobody is notified of its alarms. */
export const setMaintenance = call(
  'sites.station.maintenance',
  'PUT /rest/sites/stations/:stationId/maintenance',
  {
    access: edit,
    params: StationId,
    body: Type.Object({ maintenance: nullable(MaintenanceBody) }, strict),
    data: Nothing,
  },
);

/** The secret is shown once and never again; only its hash is kept. */
const Secret = Type.Object({ id: Type.Integer(), credential: Type.String() }, strict);
/** Lets an RTU in at a station that has none: one that is new, or one that waits. */
export const createRtu = call('sites.rtu.create', 'POST /rest/sites/stations/:stationId/rtu', {
  access: edit,
  params: StationId,
  body: RtuBody,
  data: Secret,
});
/** Moves an RTU with its sensors and history to a station that has none. */
export const moveRtu = call('sites.rtu.move', 'PUT /rest/sites/rtus/:rtuId/station', {
  access: edit,
  params: RtuId,
  body: StationId,
  data: Nothing,
});
/** A new credential; the one before stays good for `overlapHours` (0: it ends now), or until the new one was used. */
export const rotateCredential = call('sites.rtu.rotate', 'POST /rest/sites/rtus/:rtuId/credential', {
  access: edit,
  params: RtuId,
  body: Type.Object({ overlapHours: Type.Integer({ minimum: 0, maximum: 720 }) }, strict),
  data: Secret,
});

export const createSensor = call('sites.sensor.create', 'POST /rest/sites/rtus/:rtuId/sensors', {
  access: edit,
  params: RtuId,
  body: SensorBody,
  data: Made,
});
/** The kind of a sensor that has readings cannot be changed: retire it, and make another. */
export const updateSensor = call('sites.sensor.update', 'PUT /rest/sites/sensors/:sensorId', {
  access: edit,
  params: SensorId,
  body: SensorBody,
  data: Nothing,
});
export const retireSensor = call('sites.sensor.retire', 'POST /rest/sites/sensors/:sensorId/retired', {
  access: edit,
  params: SensorId,
  body: Retired,
  data: Nothing,
});

/** Stations as CSV (UTF-8 with BOM), one a line, retired ones left out. Formulas in text are neutralised (S51). */
export const exportStations = call('sites.export', 'GET /rest/sites/stations.csv', {
  access: 'device:maintenance:view',
  answers: 'text',
});

export const ImportRow = Type.Object(
  {
    /** Line of the file, from 1; the header is line 1. */
    line: Type.Integer(),
    code: Type.String(),
    result: Type.Enum(['added', 'changed', 'same', 'bad']),
    /** Of a bad row: its column, and a message with its placeholders. */
    field: nullable(Type.String()),
    messageId: nullable(Type.String()),
    params: dictionary(Type.Union([Type.String(), Type.Number()])),
  },
  strict,
);
export type ImportRow = Static<typeof ImportRow>;
/**
 * Reads stations from CSV as `exportStations` writes them: project and code say which; invalid rows are reported,
 * valid rows taken. `dryRun` only reports.
 */
export const importStations = call('sites.import', 'POST /rest/sites/stations/import', {
  access: edit,
  body: Type.Object({ text: Type.String({ maxLength: 900_000 }), dryRun: Type.Boolean() }, strict),
  data: Type.Object({ rows: Type.Array(ImportRow) }, strict),
});

/** An RTU that knocked and was not let in (embedded broker), or whose birth was seen (external broker). */
export const Waiting = Type.Object(
  {
    sn: Type.String(),
    /** Where it connected from; null at an external broker. */
    address: nullable(Type.String()),
    /** Sparkplug group of its birth; null where it never got so far. */
    group: nullable(Type.String()),
    firstAt: Type.Integer(),
    lastAt: Type.Integer(),
    attempts: Type.Integer(),
  },
  strict,
);
export type Waiting = Static<typeof Waiting>;
/** RTUs that wait, the newest first; bounded. Only for who sees every company. */
export const waiting = call('sites.waiting', 'GET /rest/sites/waiting', {
  access: edit,
  data: Type.Object({ waiting: Type.Array(Waiting) }, strict),
});
/** Takes one off the list; it comes back when it knocks again. */
export const dismissWaiting = call('sites.waiting.dismiss', 'POST /rest/sites/waiting/dismiss', {
  access: edit,
  body: Type.Object({ sn: Type.String({ minLength: 1, maxLength: 80 }) }, strict),
  data: Nothing,
});
