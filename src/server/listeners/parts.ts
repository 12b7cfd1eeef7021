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

/** Notes how the server listens. Called once, when everything does. */
export function describeListeners(book: ListenerBook, all: ListenerSources): void {
  const { gateway, drivers, sources, settings, http, now } = all;
  const began = now();
  const { host } = settings;
  const closed: ListenerStatus = { state: 'closed', since: began, problem: null, address: null, port: null };
  const of = (status: PortStatus, port: number | null): ListenerStatus => ({
    ...status,
    address: host,
    port,
  });

  const { embedded } = gateway;
  if (embedded !== null) {
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
  } else if (settings.mqttUrl !== undefined) {
    const address = brokerAddress(settings.mqttUrl);
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

  let httpSince = http.since;
  book.add('http', {
    limits: {
      ...{ requestsPerMinute: ingestBounds.requests, ...httpLimits },
      ...{ payloadBytes: ingestBounds.body, inflatedBytes: ingestBounds.inflated, rows: jsonBounds.rows },
    },
    connections: true,
    status: () => of({ state: 'open', since: httpSince, problem: null }, http.port),
    restart: async () => {
      sources.restartHttp();
      httpSince = now();
    },
  });

  const [driver] = drivers;
  let sl651Port = driver?.port ?? null;
  book.add('sl651', {
    limits: { ...sl651Limits, payloadBytes: 4095 },
    connections: true,
    status: () => {
      if (driver === undefined) return closed;
      sl651Port = driver.port || sl651Port;
      return of(driver.status, sl651Port);
    },
    restart: async () => driver?.restart(),
  });

  const { ftp } = all;
  let ftpPort = ftp?.access.port ?? null;
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
      ftpPort = ftp.access.port || ftpPort;
      return { ...of(ftp.status, ftpPort), encryption: ftp.access.encryption };
    },
    restart: async () => ftp?.restart(),
  });

  const { sourcesDir } = settings;
  let watchedSince = began;
  book.add('folders', {
    limits: { files: folderBounds.files, payloadBytes: folderBounds.json },
    connections: false,
    status: () => {
      if (sourcesDir === null) return closed;
      const isThere = existsSync(sourcesDir);
      return {
        ...{ state: isThere ? 'open' : 'failed', since: watchedSince, problem: isThere ? null : 'ENOENT' },
        ...{ address: sourcesDir, port: null },
      } as const;
    },
    restart: async () => {
      await sources.restartFolders();
      watchedSince = now();
    },
  });
}
