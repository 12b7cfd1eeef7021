import type { ConnectionLimits } from '../../gateway/connections/connection-counter.ts';
import { Listeners, type PortStatus } from '../../gateway/connections/listeners.ts';
import type { Driver, DriverOptions } from '../driver.ts';
import { type ConnectionTimes, connectionTimes, Sl651Connection } from './connection.ts';

export interface Sl651Options extends DriverOptions {
  /** 0 = any free port. */
  readonly port: number;
  readonly address: string;
  readonly limits?: Partial<ConnectionLimits>;
  readonly times?: Partial<ConnectionTimes>;
}

/**
 * *Assumed*: a province's stations, many behind one address of their mobile network. Whoever is no registered station holds
 * a few of the places.
 */
export const sl651Limits: ConnectionLimits = {
  connections: 5000,
  perAddress: 2000,
  unauthenticated: 500,
  unauthenticatedPerAddress: 50,
};

/** Stations that report by SL 651-2014 over TCP (README.md). */
export class Sl651Driver implements Driver {
  readonly id = 'SL651';
  readonly #listeners: Listeners;
  #connections = 0;

  constructor(options: Sl651Options) {
    this.#listeners = new Listeners({
      port: options.port,
      address: options.address,
      limits: { ...sl651Limits, ...options.limits },
      handshakeTime: 0,
      connected: (socket, visit) => {
        this.#connections += 1;
        socket.once('close', () => {
          this.#connections -= 1;
        });
        const { meter } = options;
        if (meter !== undefined) socket.once('close', meter.connected());
        new Sl651Connection(socket, visit, options, { ...connectionTimes, ...options.times });
      },
      refused: (reason, address) => {
        options.refused?.('tooManyConnections', address, '');
        options.log.warn(address, { reason, address }, 'SL 651 connection refused');
      },
    });
  }

  get port(): number {
    return this.#listeners.port ?? 0;
  }

  get connections(): number {
    return this.#connections;
  }

  get status(): PortStatus {
    return this.#listeners.status('plain');
  }

  restart(): Promise<void> {
    return this.#listeners.restart('plain');
  }

  start(): Promise<void> {
    return this.#listeners.open();
  }

  async stop(): Promise<void> {
    this.#listeners.close();
    this.#listeners.drop();
  }
}
