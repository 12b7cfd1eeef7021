/** The FTP server: files that come are written into the watched folder of a source (README.md). */
import { createSecureContext } from 'node:tls';
import type { FtpEncryption } from '../../contract/sources.ts';
import type { ConnectionLimits } from '../gateway/connections/connection-counter.ts';
import { Listeners, type PortStatus } from '../gateway/connections/listeners.ts';
import { within } from '../within.ts';
import { type FtpBounds, type FtpTimes, ftpBounds, ftpLimits, ftpTimes, perSource } from './bounds.ts';
import { FtpConnection } from './connection.ts';
import type { PortRange } from './door.ts';
import type { FtpOptions, FtpSource } from './host.ts';

/** How clients reach it. */
export interface FtpAccess {
  readonly port: number;
  readonly encryption: FtpEncryption;
}

/** How the settings ask for it. */
export interface FtpSettings {
  /** 0 = any free port. */
  readonly port: number;
  readonly passivePorts: PortRange;
  readonly passiveAddress: string | null;
  /** Certificate and key as PEM; null = there is no encryption. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly onlyTls: boolean;
}

export interface FtpServerOptions
  extends Pick<FtpOptions, 'host' | 'root' | 'log' | 'now' | 'meter' | 'refused'> {
  readonly settings: FtpSettings;
  readonly address: string;
  readonly limits?: Partial<ConnectionLimits>;
  readonly times?: Partial<FtpTimes>;
  readonly bounds?: Partial<FtpBounds>;
}

/** ms that connections have to end. */
const closeTime = 2000;

export class FtpServer {
  readonly #listeners: Listeners;
  readonly #encryption: FtpEncryption;
  readonly #all = new Set<FtpConnection>();
  /** Connections that are logged in, by source. */
  readonly #connections = new Map<string, Set<FtpConnection>>();

  constructor({ settings, address, limits, times, bounds, ...rest }: FtpServerOptions) {
    this.#encryption = settings.tls === null ? 'none' : settings.onlyTls ? 'only' : 'offered';
    const options: FtpOptions = {
      ...rest,
      ports: settings.passivePorts,
      publicAddress: settings.passiveAddress,
      secure: settings.tls === null ? null : createSecureContext({ ...settings.tls, minVersion: 'TLSv1.2' }),
      onlySecure: settings.onlyTls,
      times: { ...ftpTimes, ...times },
      bounds: { ...ftpBounds, ...bounds },
    };
    this.#listeners = new Listeners({
      ...{ port: settings.port, address, limits: { ...ftpLimits, ...limits }, handshakeTime: 0 },
      connected: (socket, visit) => {
        if (rest.meter !== undefined) socket.once('close', rest.meter.connected());
        const connection: FtpConnection = new FtpConnection(
          {
            ...{ socket, visit },
            hasRoom: ({ key }) => (this.#connections.get(key)?.size ?? 0) < perSource,
            loggedIn: (source) => this.#entered(source, connection, (left) => socket.once('close', left)),
          },
          options,
        );
        this.#all.add(connection);
        void connection.ended.then(() => this.#all.delete(connection));
      },
      refused: (reason, from) => {
        rest.refused?.('tooManyConnections', from, '');
        rest.log.warn(from, { reason, address: from }, 'FTP connection refused');
      },
    });
  }

  #entered({ key }: FtpSource, connection: FtpConnection, atEnd: (left: () => void) => void): void {
    const own = this.#connections.get(key) ?? new Set();
    this.#connections.set(key, own.add(connection));
    atEnd(() => {
      own.delete(connection);
      if (own.size === 0) this.#connections.delete(key);
    });
  }

  /** The port that it really listens at, and how it is encrypted. */
  get access(): FtpAccess {
    return { port: this.#listeners.port ?? 0, encryption: this.#encryption };
  }

  get status(): PortStatus {
    return this.#listeners.status('plain');
  }

  /** Ends the connections of a source whose token was taken back; what is under way is not kept. */
  disconnect(key: string): void {
    for (const connection of this.#connections.get(key) ?? []) connection.revoke();
  }

  /** Resolves when it listens. @throws the socket's error where the port is taken */
  start(): Promise<void> {
    return this.#listeners.open();
  }

  /** Ends its connections and listens anew at the same port. @throws the socket's error where it cannot be had */
  async restart(): Promise<void> {
    await this.#abort();
    await this.#listeners.restart('plain');
  }

  /** Files that are coming are kept up to their last whole line. */
  async stop(): Promise<void> {
    this.#listeners.close();
    await this.#abort();
    this.#listeners.drop();
  }

  async #abort(): Promise<void> {
    const all = [...this.#all];
    for (const connection of all) connection.abort();
    await within(Promise.all(all.map(({ ended }) => ended)), closeTime);
  }
}
