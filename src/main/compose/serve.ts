import { Login } from '../../server/accounts/login.ts';
import { ServiceTokens } from '../../server/accounts/service/tokens.ts';
import { Sessions } from '../../server/accounts/sessions.ts';
import { Denials } from '../../server/audit/denials.ts';
import { createHttpServer } from '../../server/http/server.ts';
import type { Services } from '../../server/http/services.ts';
import { MapFile } from '../../server/maps/map-file.ts';
import type { Readiness } from '../../server/operations/readiness.ts';
import { callWindowsOf } from '../../server/processes/call-windows.ts';
import { SiteEditor } from '../../server/sites/edit/editor.ts';
import { platformFacts } from '../platform-facts.ts';
import { version } from '../version.ts';
import type { Making } from './making.ts';
import type { Composition } from './rooms.ts';

/** What is served, besides the rooms. */
export interface Served {
  readonly readiness: Readiness;
  readonly sitesChanged: () => Promise<void>;
  /** Folder of the built console. */
  readonly consoleFolder: string;
}

function servicesOf(
  { settings, options, failing }: Making,
  { inner: { key, processes }, rooms }: Composition,
  sitesChanged: () => Promise<void>,
): Services {
  const { storage, gateway } = rooms;
  const sessions = new Sessions(storage);
  const callWindows = callWindowsOf(storage, failing('calls were counted by this process alone'));
  return {
    ...rooms,
    processes: processes.book,
    sessions,
    serviceTokens: new ServiceTokens(storage, Date.now, callWindows),
    callWindows,
    login: new Login(storage, sessions, Date.now, key),
    denials: new Denials(storage),
    editor: new SiteEditor(storage, sitesChanged),
    waiting: gateway.waiting,
    foreign: gateway.foreign,
    deviceMessages: rooms.messages.book,
    broker: () =>
      gateway.port === null
        ? null
        : { port: settings.mqttPort === null ? null : gateway.port, tlsPort: gateway.tlsPort },
    settings: {
      version,
      edition: settings.edition,
      mapLayers: settings.mapLayers,
      demo: options.demo ?? false,
    },
    platformFacts: platformFacts(settings),
    ftp: () => rooms.ftp?.access ?? null,
    mapFile: settings.mapFile === null ? null : new MapFile(settings.mapFile),
    traffic: (rtuId) => gateway.link(rtuId),
    now: Date.now,
  };
}

/** The HTTP server over the rooms; it does not listen yet. */
export function serve(making: Making, composition: Composition, served: Served) {
  const { settings, log } = making;
  const { readiness, sitesChanged, consoleFolder } = served;
  const { metrics } = composition.inner;
  return createHttpServer({
    services: servicesOf(making, composition, sitesChanged),
    operations: { readiness, metrics, metricsToken: settings.metricsToken },
    log: log.child({ room: 'http' }),
    consoleFolder,
    apiBase: settings.apiBase,
    tls: settings.tls,
    trustProxy: settings.trustProxy,
    mapOrigins: settings.mapOrigins,
  });
}

export type HttpServer = Awaited<ReturnType<typeof serve>>;
