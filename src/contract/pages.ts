/**
 * Every page of the console, once. Router, tabs, titles, the server's menu, the redirect to the login, the files that are
 * named ahead and the development server's proxy are queries over this table. A page's screen is the folder `feature`.
 */
import type { Page } from './page.ts';
import { type ParametersOf, parametersAt, parametersIn, segmentsOf } from './path-pattern.ts';
import { systemPages } from './system-pages.ts';

const ulid = '[0-9A-Z]{26}';

/** By id. Order: as in the menu. */
export const pages = {
  home: {
    path: '/index',
    title: 'page.home',
    icon: 'house',
    feature: 'home',
    first: true,
    menu: { group: 'watch', title: 'menu.home', icon: 'map', permission: 'station:data:view' },
  },

  alarms: {
    path: '/alarms/:alarm?',
    parameters: { alarm: String.raw`\d{1,12}` },
    title: 'page.alarms',
    icon: 'bell',
    feature: 'alarms',
    permission: 'alarm:event:view',
    menu: { group: 'watch', title: 'menu.alarms' },
  },
  alarmRules: {
    path: '/alarms/rules',
    title: 'page.alarmRules',
    icon: 'ruler',
    feature: 'alarm-rules',
    permission: 'alarm:event:view',
    menu: { group: 'watch', title: 'menu.alarmRules' },
  },
  notify: {
    path: '/alarms/notify',
    title: 'page.notify',
    icon: 'send',
    feature: 'notify',
    permission: 'alarm:event:view',
    menu: { group: 'watch', title: 'menu.notify' },
  },
  safety: {
    path: '/safety',
    title: 'page.safety',
    icon: 'siren',
    feature: 'safety',
    permission: 'alarm:event:view',
    menu: { group: 'watch', title: 'menu.safety' },
  },
  alertConfig: {
    path: '/rest/alert/config',
    title: 'page.alertConfig',
    icon: 'mail-warning',
    feature: 'alert-config',
    permission: 'alarm:event:view',
    menu: { group: 'watch', title: 'menu.alertConfig', edition: 'jp' },
  },
  alarmHealth: {
    path: '/alarms/health',
    title: 'page.alarmHealth',
    icon: 'activity',
    feature: 'alarm-health',
    permission: 'alarm:event:view',
    menu: { group: 'watch', title: 'menu.alarmHealth' },
  },
  history: {
    path: '/rest/datshow/list2',
    title: 'page.history',
    icon: 'line-chart',
    feature: 'history',
    menu: { group: 'watch', title: 'menu.history', permission: 'station:data:view' },
  },
  dashboards: {
    path: '/dashboards/:dashboard?',
    parameters: { dashboard: String.raw`\d{1,12}` },
    title: 'page.dashboards',
    icon: 'layout-dashboard',
    feature: 'dashboards',
    permission: 'station:data:view',
    menu: { group: 'watch', title: 'menu.dashboards' },
  },
  reports: {
    path: '/reports/:report?',
    parameters: { report: String.raw`\d{1,12}` },
    title: 'page.reports',
    icon: 'file',
    feature: 'reports',
    permission: 'report:document:view',
    menu: { group: 'watch', title: 'menu.reports' },
  },
  folders: {
    path: '/folders/:folder?',
    parameters: { folder: String.raw`\d{1,12}` },
    title: 'page.folders',
    icon: 'folder-tree',
    feature: 'folders',
    permission: 'station:data:view',
    menu: { group: 'watch', title: 'menu.folders' },
  },
  globalMap: {
    path: '/map/global',
    title: 'page.globalMap',
    icon: 'locate',
    feature: 'global-map',
    permission: 'station:data:view',
    menu: { group: 'watch', title: 'menu.globalMap' },
  },
  station: {
    path: '/station/:id/:tab?/:lens?',
    parameters: { id: String.raw`\d+`, tab: String.raw`\w+`, lens: String.raw`\w+` },
    after: { lens: ['tab', 'analysis'] },
    title: 'page.station',
    icon: 'map-pin',
    feature: 'station',
    tabs: ['id'],
    heading: true,
  },
  scripts: {
    path: '/scripts/:script?/:run?',
    parameters: { script: String.raw`[\w-]+`, run: ulid },
    title: 'page.scripts',
    icon: 'terminal',
    feature: 'scripts',
    permission: 'device:workflow:view',
    menu: { group: 'devices', title: 'menu.scripts' },
  },
  plans: {
    path: '/plans',
    title: 'page.plans',
    icon: 'list-checks',
    feature: 'plans',
    permission: 'device:parameter:view',
    menu: { group: 'devices', title: 'menu.plans' },
  },
  plan: {
    path: '/plans/:plan',
    parameters: { plan: ulid },
    title: 'page.plan',
    icon: 'list-checks',
    feature: 'plans',
    permission: 'device:parameter:view',
    tabs: ['plan'],
  },
  proposals: {
    path: '/proposals/:proposal?',
    parameters: { proposal: ulid },
    title: 'page.proposals',
    icon: 'merge',
    feature: 'proposals',
    permission: 'device:parameter:view',
    menu: { group: 'devices', title: 'menu.proposals' },
  },
  schedules: {
    path: '/schedules/:schedule?',
    parameters: { schedule: String.raw`\d{1,12}` },
    title: 'page.schedules',
    icon: 'calendar',
    feature: 'schedules',
    permission: 'station:data:view',
    menu: { group: 'devices', title: 'menu.schedules' },
  },
  deviceKinds: {
    path: '/devices/views/:view?',
    parameters: { view: String.raw`[\w-]+` },
    title: 'page.deviceKinds',
    icon: 'cpu',
    feature: 'device-views',
    permission: 'station:data:view',
    menu: { group: 'devices', title: 'menu.deviceKinds' },
  },
  sensorTree: {
    path: '/sensors/tree',
    title: 'page.sensorTree',
    icon: 'thermometer',
    feature: 'folders',
    permission: 'station:data:view',
    menu: { group: 'devices', title: 'menu.sensorTree' },
  },
  faults: {
    path: '/devices/faults',
    title: 'page.faults',
    icon: 'wrench',
    feature: 'faults',
    permission: 'station:data:view',
    menu: { group: 'devices', title: 'menu.faults' },
  },
  matrix: {
    path: '/devices/matrix',
    title: 'page.matrix',
    icon: 'table',
    feature: 'matrix',
    permission: 'device:parameter:view',
    menu: { group: 'devices', title: 'menu.matrix' },
  },
  standards: {
    path: '/standards/:standard?',
    parameters: { standard: String.raw`\d{1,12}` },
    title: 'page.standards',
    icon: 'equal-not',
    feature: 'standards',
    permission: 'device:parameter:view',
    menu: { group: 'devices', title: 'menu.standards' },
  },
  sites: {
    path: '/devices/tree',
    title: 'page.devices',
    icon: 'folder-tree',
    feature: 'sites',
    permission: 'device:maintenance:view',
    menu: { group: 'devices', title: 'menu.deviceTree', maintainerOnly: true },
  },
  dataSources: {
    path: '/devices/sources/:source?',
    parameters: { source: String.raw`\d{1,12}` },
    title: 'page.dataSources',
    icon: 'download',
    feature: 'sources',
    permission: 'device:maintenance:view',
    menu: { group: 'devices', title: 'menu.dataSources' },
  },
  sourceMapping: {
    path: '/devices/source-mapping/:source',
    parameters: { source: String.raw`\d{1,12}` },
    title: 'page.sourceMapping',
    icon: 'table',
    feature: 'source-mapping',
    permission: 'device:site:edit',
    tabs: ['source'],
  },
  messages: {
    path: '/devices/messages',
    title: 'page.messages',
    icon: 'message',
    feature: 'messages',
    permission: 'device:maintenance:view',
    menu: { group: 'devices', title: 'menu.messages' },
  },
  kinds: {
    path: '/devices/kinds',
    title: 'page.kinds',
    icon: 'ruler',
    feature: 'kinds',
    permission: 'device:maintenance:view',
    menu: { group: 'devices', title: 'menu.kinds' },
  },
  ...systemPages,
  password: {
    path: '/rest/user/passlist',
    title: 'page.password',
    icon: 'lock',
    feature: 'password',
  },
  shortcuts: { path: '/shortcuts', title: 'page.shortcuts', icon: 'keyboard', heading: true },
  login: {
    path: '/login',
    title: 'page.login',
    icon: 'lock',
    feature: 'login',
    access: 'public',
    tabs: null,
  },
  setup: {
    path: '/setup',
    title: 'setup.title',
    icon: 'lock',
    feature: 'setup',
    access: 'public',
    tabs: null,
  },
  missing: { path: '/404', title: 'page.404', icon: 'map-pin', feature: 'missing', tabs: null },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof pages;
/** Values of the parameters in a page's address. */
export type PageParameters<Id extends PageId> = ParametersOf<(typeof pages)[Id]['path']>;

export const pageOf = (id: PageId): Page => pages[id];
export const pageIds = Object.keys(pages) as readonly PageId[];

/** An address in words is found before one with parameters, which could take a word for a value. */
const table = pageIds
  .map((id) => ({ id, page: pageOf(id), segments: segmentsOf(pageOf(id).path) }))
  .toSorted((a, b) => parametersIn(a.segments) - parametersIn(b.segments));

export interface PageMatch {
  readonly id: PageId;
  readonly page: Page;
  /** As they stand in the address, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** True where every parameter has the form that the page wants. */
  readonly fits: boolean;
}

/** The page at an address without its query; null where there is none. A slash at its end changes nothing. */
export function pageAt(path: string): PageMatch | null {
  for (const { id, page, segments } of table) {
    const parameters = parametersAt(segments, path);
    if (parameters === null) continue;
    const stands = Object.entries(page.after ?? {}).every(
      ([name, [other, value]]) => parameters[name] === undefined || parameters[other] === value,
    );
    if (!stands) continue;
    const fits = Object.entries(parameters).every(([name, value]) =>
      new RegExp(`^(?:${page.parameters?.[name] ?? '[^/]+'})$`).test(value),
    );
    return { id, page, parameters, fits };
  }
  return null;
}

/** The address of a page. */
export function addressOf<Id extends PageId>(
  id: Id,
  ...[parameters]: unknown extends PageParameters<Id> ? [] : [parameters: PageParameters<Id>]
): string {
  return addressWith(id, (parameters ?? {}) as Readonly<Record<string, string | undefined>>);
}

function addressWith(id: PageId, values: Readonly<Record<string, string | undefined>>): string {
  const parts = segmentsOf(pages[id].path).map(({ name, text }) => (name === null ? text : values[name]));
  const end = parts.indexOf(undefined);
  return `/${(end < 0 ? parts : parts.slice(0, end)).map((part) => encodeURIComponent(part ?? '')).join('/')}`;
}

/** Where an entry of a menu leads: the address of a page with nothing that it may be given in its address. */
export const entryAddressOf = (id: PageId): string => addressWith(id, {});

/** The address of the tab in which a page is shown: pages that share a tab have the same. */
export function tabOf(path: string): string {
  const match = pageAt(path);
  if (match === null) return path;
  const own = match.page.tabs ?? [];
  const given = path.split('/').slice(1);
  const kept = segmentsOf(match.page.path).flatMap(({ name }, at) =>
    name === null || own.includes(name) ? [given[at] ?? ''] : [],
  );
  return `/${kept.join('/')}`;
}

/** True for the addresses that a tab may stand for. */
export function hasTab(path: string): boolean {
  const match = pageAt(path);
  return match?.fits === true && match.page.tabs !== null;
}

const heads = new Set(table.map(({ segments }) => segments[0]?.text));

/** True for the addresses that are no pages and lead to others: `/`, `/refresh` and `/redirect/…`. */
export const isElsewhere = (path: string): boolean =>
  path === '/' || path === '/refresh' || path.startsWith('/redirect/');

/** True for addresses that may be pages, or lead to them, once somebody has signed in. */
export const mayBePage = (path: string): boolean => isElsewhere(path) || heads.has(path.split('/')[1]);
