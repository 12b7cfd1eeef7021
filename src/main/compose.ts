import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type DestinationStream, type Logger } from 'pino';
import { printable } from '../server/audit/printable.ts';
import { redactor } from '../server/audit/redact.ts';
import type { Driver } from '../server/drivers/driver.ts';
import { describeListeners } from '../server/listeners/parts.ts';
import { makingOf, type ServerOptions } from './compose/making.ts';
import { followProcesses } from './compose/processes.ts';
import { composeRooms, type Rooms } from './compose/rooms.ts';
import { serve } from './compose/serve.ts';
import { keepSites, type SiteKeeper } from './compose/sites.ts';
import { observe, startRooms } from './compose/start.ts';
import { stopRooms } from './compose/stop.ts';
import { type Settings, secretsOf } from './settings.ts';

/** A running product. */
export interface Running extends Rooms {
  readonly log: Logger;
  /** `http://…` with the port that was really taken. */
  readonly address: string;
  /** Port of the embedded broker without TLS; null where it is closed, and with an external one. */
  readonly mqttPort: number | null;
  /** Port of the embedded broker with TLS; null without. */
  readonly mqttTlsPort: number | null;
  /** Of foreign devices. */
  readonly drivers: readonly Driver[];
  stop(): Promise<void>;
}

/**
 * The log: JSON lines without secrets (those that are `known` nowhere in them), each as `printable` leaves it; to
 * standard output where nothing else is said.
 */
export function createLog(
  level: string,
  to: DestinationStream = pino.destination(1),
  known: readonly string[] = [],
): Logger {
  const secret = ['authorization', 'cookie', 'token', 'loginToken', 'password', 'newPassword', 'credential'];
  const paths = ['req.headers.authorization', ...secret, ...secret.map((key) => `*.${key}`)];
  const redacted = redactor(known);
  return pino(
    {
      level,
      redact: { paths },
      // Without it an error under this name would be logged as {}.
      serializers: { error: pino.stdSerializers.err },
      hooks: { streamWrite: (line) => printable(redacted(line)) },
    },
    to,
  );
}

/** The built console: beside the built server, or in the project's dist when run from source. */
function consoleFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, '..', 'console'), join(here, '..', '..', 'dist', 'console')];
  return candidates.find((folder) => existsSync(join(folder, 'index.html'))) ?? join(here, '..', 'console');
}

/**
 * Composes and starts the server: storage, gateway, board, streams, HTTP. Storage is open and HTTP listens when it
 * returns. @throws StorageProblem, or the socket's error when a port is taken.
 */
export async function startServer(settings: Settings, options: ServerOptions = {}): Promise<Running> {
  const log = options.log ?? createLog(settings.logLevel, undefined, secretsOf(settings));
  const making = makingOf(settings, options, log);
  const composition = await composeRooms(making);
  const { rooms } = composition;
  const { gateway, listeners, sources, ftp } = rooms;
  const readiness = observe(making, composition);
  let kept: SiteKeeper | null = null;
  const processes = await followProcesses(making, composition, {
    readiness,
    sitesChanged: async () => kept?.look(),
  });
  const drivers = await startRooms(making, composition, processes);
  const sites = keepSites(making, composition);
  kept = sites;
  const app = await serve(making, composition, {
    readiness,
    sitesChanged: sites.changed,
    consoleFolder: consoleFolder(),
  });
  const address = await app.listen({ host: settings.host, port: settings.port });
  const http = { port: Number(new URL(address).port) || settings.port, since: Date.now() };
  describeListeners(listeners, { gateway, drivers, sources, ftp, settings, http, now: Date.now });
  return {
    ...rooms,
    log,
    address,
    mqttPort: settings.mqttPort === null ? null : gateway.port,
    mqttTlsPort: gateway.tlsPort,
    drivers,
    stop: () => stopRooms(composition, { readiness, sites, app, drivers, processes }),
  };
}
