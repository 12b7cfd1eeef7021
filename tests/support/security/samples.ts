/** Requests made from the contract alone: a call that is added is asked about without anybody thinking of it. */

import type { TSchema } from 'typebox';
import type { Call } from '../../../src/contract/call.ts';
import { adjustableBoundNames, companyBounds } from '../../../src/contract/company/company-bounds.ts';
import { noFilter } from '../../../src/domain/folders/filter.ts';
import { originalTree } from '../../../src/server/accounts/menus/menu-tree.ts';
import { firstReading, password } from '../server.ts';
import { sampleFormula } from './plant-formulas.ts';
import { sampleKind } from './plant-kinds.ts';
import { sampleBrowser, sampleHook, sampleOutlet, samplePolicy, sampleRota } from './plant-notify.ts';
import { proposalOf, sampleChange } from './plant-proposals.ts';
import { sampleTemplate } from './plant-reports.ts';
import { serviceAccountOf } from './plant-service-accounts.ts';
import {
  type Ask,
  type CompanyId,
  callOf,
  jointOf,
  marks,
  orderOf,
  planOf,
  runOf,
  scriptOf,
  tiltRule,
} from './world.ts';

/** A level of the form of inclination alerts. */
const alertLevel = {
  level: 'orange',
  range: 60,
  angle: 0.5,
  change1h: 0.1,
  change5h: 0.2,
  speed: null,
  subject: '{level} {station}',
  body: '{what}',
};
/** What a company may have, as it comes. */
const companyBoundsSample = Object.fromEntries(
  adjustableBoundNames.map((name) => [name, companyBounds[name]]),
);
/** A right value for every parameter by its name; ids are those of the company (world.ts). */
const values: Readonly<Record<string, unknown>> = {
  row: 'tilt',
  channels: 'x',
  element: 0,
  from: firstReading,
  to: firstReading + 3_600_000,
  before: 9_999_999_999_999,
  by: 'closed',
  bins: 100,
  rawUpTo: 100,
  step: 3600,
  latest: 5,
  limit: 10,
  t: firstReading,
  platform: 'admin',
  v: '0a1b',
  restored: 0,
  sparks: 0,
  unwatch: false,
  bounds: companyBoundsSample,
  accountName: 'operatorA',
  password,
  // The same as before is refused by a rule, so that asking changes nothing.
  newPassword: password,
  code: 'abcd',
  otp: '000000',
  secret: 'a secret that nobody printed',
  language: 'en',
  languages: ['en'],
  formats: ['pdf'],
  builtIn: 'weekly',
  role: 'a reader',
  attached: false,
  template: sampleTemplate,
  first: 1,
  begin: 'now',
  count: 1,
  disabled: false,
  ownLine: { factor: 10, exponent: -0.4, shortest: 1, longest: 240, gap: 6 },
  retired: false,
  off: false,
  nameReading: null,
  permissions: ['station:data:view'],
  timeZone: 'Asia/Shanghai',
  dayBoundary: 480,
  retentionDays: null,
  levelWords: null,
  maintenance: null,
  site: 'slope',
  latitude: 30,
  longitude: 105,
  sn: 'KNOCK-1',
  listener: 'mqtt',
  process: 'this',
  work: 'alarms',
  sheet: 'sensors',
  rows: [{ row: 2, cells: { station: 'A-1', slot: '9', kind: 'rain' } }],
  own: [],
  device: 'Tilt-A',
  metric: 'Angle',
  channel: 'x',
  unit: null,
  scale: 1,
  overlapHours: 24,
  purpose: 'of the matrix',
  scope: 'station',
  scopes: ['read'],
  slot: 3,
  kind: 4,
  installState: 1,
  mountMode: 0,
  mountAzimuth: 0,
  position: null,
  labels: [],
  text: 'project,code,name,site,latitude,longitude,timeZone\n',
  fullName: 'A Person',
  phone: '+86 10 0000 0000',
  dryRun: true,
  partial: false,
  users: [
    {
      ...{ row: 2, accountName: 'imported', fullName: '', phone: '', role: 'visitor', company: '' },
      ...{ language: 'en', password: '' },
    },
  ],
  codeId: 'none',
  head: '{"entryId":1,"hash":"00","entries":1,"at":0,"keyName":"00","signature":"00"}',
  content: { type: 'action', action: 'reportNow', args: {} },
  reason: 'as asked',
  surface: 'button',
  confirmation: 'none',
  at: firstReading,
  account: 'operatorA',
  action: 'session',
  subject: 'station:1',
  result: 'ok',
  title: 'a plan of the matrix',
  revision: 1,
  excluded: [],
  rollout: {
    batches: [1, '50%'],
    concurrency: 2,
    stopAt: { failed: 1, of: 2 },
    order: 'given',
    timeout: 600,
  },
  since: 'no mark',
  seed: 7,
  positions: [0],
  changes: [sampleChange],
  of: 'failed',
  group: 'rtu',
  edits: { sendCycle: 600 },
  values: { sendCycle: 600 },
  script: 'const nothing = 1;',
  args: {},
  library: 'unify-send-cycles',
  version: 1,
  note: 'a note',
  share: 'company',
  relative: 1,
  least: 0,
  days: 7,
  zone: 'Asia/Shanghai',
  state: 'open',
  finding: 'true',
  until: 4_102_444_800_000,
  assignee: null,
  // A right one: wrong ones would hold up logins.
  second: { accountName: 'operatorA', password },
  definition: tiltRule,
  doubted: 1,
  how: 'latest',
  initialValues: [],
  alertLevel,
  rank: 4,
  over: 'mail',
  // Of nobody: what is seen of it changes nothing.
  works: ['plan:00000000000000000000000000'],
  console: true,
  mail: true,
  push: true,
  outcome: 'gaveUp',
  addresses: [{ address: 'file@example.org', name: 'of a file', language: 'en' }],
  alertLevels: [alertLevel],
  initial: { x: 0, y: 0, z: 0 },
  dictionary: 'faultCause',
  words: { 'zh-chs': '滑坡', en: 'Landslip', ja: '地すべり' },
  order: 10,
  enabled: true,
  cause: 'other',
  ...sampleBrowser,
  address: 'somebody@example.org',
  only: 'failed',
  view: 'rt3000',
  span: 'day',
  table: 'latest',
  query: {},
  format: 'csv',
  way: 'http',
  isPaused: false,
  megabytes: 512,
  after: 0,
  reads: 3,
  contains: 'x',
  tree: originalTree,
  conflicts: 'keep',
  file: 'none',
  maxRefused: 5,
  evaluates: false,
  sounds: { from: firstReading, until: firstReading + 60_000 },
  hash: '0'.repeat(64),
  sirens: true,
  plansAbove: null,
  rules: false,
  prepares: 'none',
  sound: { clip: 1, repeat: 3, volume: 70, light: 'red' },
  asksSecond: false,
  x: 0.5,
  y: 0.25,
  drawing: '1',
  filter: { ...noFilter, text: 'slope' },
  layout: {
    pages: [{ tiles: [{ id: 1, x: 0, y: 0, w: 3, h: 2, title: '', settings: { type: 'rollouts' } }] }],
    turnSeconds: null,
  },
};

/** A mapping of the company's own station; its `before` is not what stands, so that asking saves nothing. */
const sampleMapping = (company: CompanyId) => ({
  format: 'json',
  timeZone: 'UTC',
  time: { column: 'ts', pattern: 'epoch-ms' },
  sensors: [
    { station: company === 1 ? 'A-1' : 'B-1', slot: 0, row: 'tilt', channels: { x: { column: 'x' } } },
  ],
});
/** An area of a project. */
const sampleArea = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [105, 30],
      [105.01, 30],
      [105.01, 30.01],
      [105, 30],
    ],
  ],
});
/** A form with a table in its field `file`. */
const sampleForm = [
  '--sample',
  'Content-Disposition: form-data; name="file"; filename="levels.csv"',
  'Content-Type: text/csv',
  '',
  't,x\n1,2\n',
  '--sample--',
  '',
].join('\r\n');

const target = (company: CompanyId) => ({ rtuId: company, slot: null });
const key = (company: CompanyId) => `sample-key-of-company-${company}`;

/** A user of each company, and a role without permissions (tests/support/server.ts). */
const userOf = { 1: 4, 2: 3 } as const;
const emptyRole = 4;

interface Shape {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}
function shapeOf(schema: TSchema | undefined): Shape {
  if (schema === undefined) return { required: [], optional: [] };
  if (!('properties' in schema)) throw new Error('the matrix reads schemas of objects alone');
  const names = Object.keys(schema.properties as object);
  const required = 'required' in schema ? (schema.required as readonly string[]) : [];
  return { required, optional: names.filter((name) => !required.includes(name)) };
}

/** True for a parameter that names a thing of a company. */
export const isId = (name: string) =>
  /(^id|Id|Ids|^targets?|^items$|^stations?|^projects?|^sensors?)$/.test(name) && name !== 'codeId';

const textual = (schema: TSchema | undefined, name: string) =>
  schema !== undefined &&
  'properties' in schema &&
  (schema.properties as Readonly<Record<string, { type?: string }>>)[name]?.type === 'string';

/** @throws Error for a name that has no value: each new parameter needs a right one here */
function rightValue(name: string, company: CompanyId): unknown {
  if (name === 'userId') return userOf[company];
  if (name === 'roleId') return emptyRole;
  if (name === 'serviceAccountId') return serviceAccountOf(company);
  if (name === 'serviceTokenId') return company;
  if (name === 'orderId') return orderOf[company];
  if (name === 'planId') return planOf[company];
  if (name === 'runId') return runOf[company];
  if (name === 'scriptId') return scriptOf[company];
  if (name === 'proposalId') return proposalOf(company);
  if (name === 'jointId') return jointOf[company];
  if (name === 'callId') return callOf[company];
  if (name === 'source') return { script: scriptOf[company], version: 1 };
  if (name === 'items') return [{ target: target(company), group: 'rtu', edits: { lowBattery: 11 } }];
  if (name === 'target') return target(company);
  if (name === 'devices') return [company];
  if (name === 'key') return key(company);
  // What is to be confirmed: such an order.
  if (name === 'body') {
    const { content, reason, surface } = values;
    return { key: key(company), target: target(company), content, reason, surface };
  }
  // A name that changes nothing: the planted marks must stay.
  if (name === 'name') return marks[company];
  if (isId(name)) return name.endsWith('s') ? [company] : company;
  if (!Object.hasOwn(values, name))
    throw new Error(`tests/support/security/samples.ts needs a value for ${name}`);
  return values[name];
}

/** Parameters that mean another thing than elsewhere. */
function notifyValues(callId: string, company: CompanyId): Readonly<Record<string, unknown>> {
  if (callId.startsWith('schedules.'))
    return {
      ...{ name: 'a schedule of the matrix', missed: 'skip', revision: 1, ordinal: company },
      job: { kind: 'export', table: 'latest', days: 1, format: 'csv' },
      recurrence: { kind: 'week', time: 480, weekdays: [1] },
    };
  if (callId === 'serviceAccounts.create') return { accountName: `sample-service-of-${company}` };
  if (callId === 'standards.assign')
    return { scope: { projects: [company], stations: [company], except: [], labels: [], folders: [] } };
  if (callId === 'reports.list') return { state: 'ready' };
  if (callId === 'reports.file') return { format: 'pdf' };
  if (callId === 'platform.save') return { name: { 'zh-chs': '', en: '', ja: '' } };
  if (callId === 'map.shapes.add') return { kind: 'hazardArea', geojson: sampleArea };
  if (callId === 'notify.savePolicy') return { body: samplePolicy };
  if (callId === 'notify.saveRota') return { body: sampleRota };
  if (callId === 'notify.saveHook') return { body: sampleHook };
  // No rule is behind the form yet.
  if (callId === 'inclination.save') return { version: 0 };
  if (callId.startsWith('kinds.own.')) return { ...sampleKind(marks[company]), version: 1 };
  if (callId.startsWith('formulas.'))
    return { ...sampleFormula(marks[company], company), version: 1, retired: false };
  if (callId === 'sources.mapping') return { before: 7, mapping: sampleMapping(company) };
  if (callId === 'sources.try') return { sample: { message: company }, mapping: sampleMapping(company) };
  if (callId === 'messages.list') return { only: 'refused', kind: 'data', contains: 'x', after: 0, reads: 3 };
  if (callId === 'outlets.save') return { body: sampleOutlet(company) };
  if (callId === 'notify.test') return { channel: `hook:${company}` };
  return {};
}

export const optionalOf = (call: Call) => [
  ...shapeOf(call.query).optional.map((name) => ({ place: 'query' as const, name })),
  ...shapeOf(call.body).optional.map((name) => ({ place: 'body' as const, name })),
];
export const textsOf = (call: Call) =>
  (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = call[place];
    if (schema === undefined || !('properties' in schema)) return [];
    return Object.keys(schema.properties as object).map((name) => ({ place, name }));
  });
/** True when the call must be given an id: then another company's is not found. */
export const namesThing = (call: Call) =>
  [call.params, call.query, call.body].some((schema) => shapeOf(schema).required.some(isId));

/**
 * A right request of a call: required parameters, and the optional ones that are named. `given` puts other values in
 * by name.
 */
export function sampleOf(
  call: Call,
  company: CompanyId,
  optional: readonly string[] = [],
  given: Readonly<Record<string, unknown>> = {},
): Ask {
  const fill = (schema: TSchema | undefined) => {
    const shape = shapeOf(schema);
    const names = [
      ...shape.required,
      ...shape.optional.filter((name) => optional.includes(name) || name in given),
    ];
    return Object.fromEntries(
      names.map((name) => {
        // Pages of orders go by their ids, others by time.
        const isText = name === 'before' && textual(schema, name);
        // A new object carries no mark: its own company may read it.
        const isFresh = name === 'name' && call.id === 'scripts.create';
        const ofNotify = notifyValues(call.id, company)[name];
        const value = isText ? 'Z'.repeat(26) : isFresh ? 'a script of the matrix' : ofNotify;
        return [name, name in given ? given[name] : (value ?? rightValue(name, company))];
      }),
    );
  };
  const params = fill(call.params);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fill(call.query))) query.append(name, String(value));
  const path = call.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  if (call.takes === 'file')
    return {
      method: call.method,
      path: query.size > 0 ? `${path}?${query}` : path,
      headers: { 'content-type': 'multipart/form-data; boundary=sample' },
      body: sampleForm,
    };
  return {
    method: call.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { body: fill(call.body) }),
  };
}
