/** The listeners of the running server, each made of the room that holds it. */
import { existsSync } from 'node:fs';
import type { ListenerId } from '../../contract/listeners.ts';
import type { Driver } from '../drivers/driver.ts';
import { sl651Limits } from '../drivers/sl651/driver.ts';
import { ftpBounds, ftpLimits, perSource } from '../ftp/bounds.ts';
import type { FtpServer } from '../ftp/server.ts';
import { connectionDefaults } from '../gateway/connections/connection-counter.ts';
import type { PortName, PortStatus } from '../gateway/connections/listeners.ts';
import { guardDefaults } from '../gateway/connections/packet-guard.ts';
import type { EmbeddedSource } from '../gateway/embedded.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { ingestBounds } from '../http/ingest.ts';
import { jsonBounds } from '../imports/json-table.ts';
import { folderBounds } from '../sources/folder.ts';
import { type DataSources, httpLimits } from '../sources/sources.ts';
import type { ListenerBook, ListenerStatus } from './listeners.ts';

export interface ListenerSources {
  readonly gateway: Gateway;
  readonly drivers: readonly Driver[];
  readonly sources: DataSources;
  readonly ftp: FtpServer | null;
  readonly settings: {
    readonly host: string;
    readonly mqttPort: number | null;
    readonly mqttTls: unknown;
    readonly mqttUrl: string | undefined;
    readonly sourcesDir: string | null;
  };
  /** The port that HTTP listens at, and since when, UTC ms. */
  readonly http: { readonly port: number; readonly since: number };
  readonly now: () => number;
}

const { packetsPerSecond, bytesPerSecond, burstSeconds, packetBytes } = guardDefaults;
const ofCredential = { messagesPerSecond: packetsPerSecond, bytesPerSecond, burstSeconds };
const portLimits = { ...connectionDefaults, ...ofCredential, payloadBytes: packetBytes };

/** The address of an external broker without user and password. */
function brokerAddress(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** What every listener is described by. */
interface Described {
  readonly book: ListenerBook;
  readonly all: ListenerSources;
  readonly began: number;
  readonly closed: ListenerStatus;
  /** How a port of this machine stands. */
  readonly of: (status: PortStatus, port: number | null) => ListenerStatus;
}

/** The ports of the embedded broker, and the connections of sources to it. */
function describeBroker({ book, all, began, closed, of }: Described, embedded: EmbeddedSource): void {
  const { settings, now } = all;
  const ports: readonly (readonly [ListenerId, PortName, boolean])[] = [
    ['mqtt', 'plain', settings.mqttPort !== null],
    ['mqttTls', 'tls', settings.mqttTls !== null],
  ];
  for (const [id, name, isWanted] of ports) {
    let last: number | null = null;
    book.add(id, {
      limits: portLimits,
      connections: true,
      status: () => {
        const status = embedded.status(name);
        if (status === null || !isWanted) return closed;
        last = (name === 'plain' ? embedded.port : embedded.tlsPort) || last;
        return of(status, last);
      },
      restart: () => embedded.restart(name),
    });
  }
  let since = began;
  book.add('sources', {
    limits: { ...ofCredential, payloadBytes: packetBytes, rows: jsonBounds.rows },
    connections: true,
    status: () => ({ state: 'open', since, problem: null, address: null, port: null }),
    restart: async () => {
      embedded.disconnectSources();
      since = now();
    },
  });
}

/** The connection to a broker of somebody else. */
function describeExternal({ book, all, began }: Described, mqttUrl: string): void {
  const { gateway, now } = all;
  const address = brokerAddress(mqttUrl);
  let state: ListenerStatus['state'] = gateway.load.connections > 0 ? 'open' : 'failed';
  let since = began;
  gateway.events.on('phase', () => {
    const next = gateway.load.connections > 0 ? 'open' : 'failed';
    if (next !== state) since = now();
    state = next;
  });
  book.add('external', {
    limits: {},
    connections: false,
    status: () => ({
      ...{ state, since, address, port: null },
      problem: state === 'failed' ? 'not connected' : null,
    }),
  });
}

/** What sources bring over HTTP. */
function describeHttp({ book, all, of }: Described): void {
  const { sources, http, now } = all;
  let since = http.since;
  book.add('http', {
    limits: {
      ...{ requestsPerMinute: ingestBounds.requests, ...httpLimits },
      ...{ payloadBytes: ingestBounds.body, inflatedBytes: ingestBounds.inflated, rows: jsonBounds.rows },
    },
    connections: true,
    status: () => of({ state: 'open', since, problem: null }, http.port),
    restart: async () => {
      sources.restartHttp();
      since = now();
    },
  });
}

/** Stations of SL 651. */
function describeSl651({ book, all, closed, of }: Described): void {
  const [driver] = all.drivers;
  let port = driver?.port ?? null;
  book.add('sl651', {
    limits: { ...sl651Limits, payloadBytes: 4095 },
    connections: true,
    status: () => {
      if (driver === undefined) return closed;
      port = driver.port || port;
      return of(driver.status, port);
    },
    restart: async () => driver?.restart(),
  });
}

/** Files by FTP. */
function describeFtp({ book, all, closed, of }: Described): void {
  const { ftp } = all;
  let port = ftp?.access.port ?? null;
  book.add('ftp', {
    limits: {
      ...ftpLimits,
      perSource,
      fileBytes: ftpBounds.file,
      folderBytes: ftpBounds.folder,
      files: ftpBounds.files,
    },
    connections: true,
    status: () => {
      if (ftp === null) return closed;
      port = ftp.access.port || port;
      return { ...of(ftp.status, port), encryption: ftp.access.encryption };
    },
    restart: async () => ftp?.restart(),
  });
}

/** Folders that are watched for files. */
function describeFolders({ book, all, began, closed }: Described): void {
  const { sources, settings, now } = all;
  const { sourcesDir } = settings;
  let since = began;
  book.add('folders', {
    limits: { files: folderBounds.files, payloadBytes: folderBounds.json },
    connections: false,
    status: () => {
      if (sourcesDir === null) return closed;
      const isThere = existsSync(sourcesDir);
      return {
        ...{ state: isThere ? 'open' : 'failed', since, problem: isThere ? null : 'ENOENT' },
        ...{ address: sourcesDir, port: null },
      } as const;
    },
    restart: async () => {
      await sources.restartFolders();
      since = now();
    },
  });
}

/** Notes how the server listens. Called once, when everything does. */
export function describeListeners(book: ListenerBook, all: ListenerSources): void {
  const began = all.now();
  const { host, mqttUrl } = all.settings;
  const described: Described = {
    ...{ book, all, began },
    closed: { state: 'closed', since: began, problem: null, address: null, port: null },
    of: (status, port) => ({ ...status, address: host, port }),
  };
  const { embedded } = all.gateway;
  if (embedded !== null) describeBroker(described, embedded);
  else if (mqttUrl !== undefined) describeExternal(described, mqttUrl);
  describeHttp(described);
  describeSl651(described);
  describeFtp(described);
  describeFolders(described);
}
