/** Bounds of the sockets that may stand open at the embedded broker. */
export interface ConnectionLimits {
  /** All connections. */
  readonly connections: number;
  /** Of one address; many RTUs may share that of their mobile network. */
  readonly perAddress: number;
  /** Connections that have not shown a good credential yet: all, and of one address. */
  readonly unauthenticated: number;
  readonly unauthenticatedPerAddress: number;
}

/** All *assumed*: a fleet of 10,000 RTUs behind one address comes in, and one stranger cannot keep the others out. */
export const connectionDefaults: ConnectionLimits = {
  connections: 20_000,
  perAddress: 12_000,
  unauthenticated: 2000,
  unauthenticatedPerAddress: 250,
};

/** A socket that was let in. */
export interface Visit {
  /** Address of the client; behind a balancer that names it, not the balancer's. */
  readonly from: string;
  /** It has shown a good credential. */
  identified(): void;
  /** It is closed. */
  left(): void;
}

interface Address {
  open: number;
  unauthenticated: number;
}

/** Counts sockets by address. */
export class ConnectionCounter {
  readonly #limits: ConnectionLimits;
  readonly #addresses = new Map<string, Address>();
  #open = 0;
  #unauthenticated = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Lets a socket in, or says why not. */
  enter(name: string): Visit | string {
    const { connections, perAddress, unauthenticated, unauthenticatedPerAddress } = this.#limits;
    const address = this.#addresses.get(name) ?? { open: 0, unauthenticated: 0 };
    if (this.#open >= connections) return 'too many connections';
    if (address.open >= perAddress) return 'too many connections of this address';
    if (this.#unauthenticated >= unauthenticated) return 'too many connections without a credential';
    if (address.unauthenticated >= unauthenticatedPerAddress)
      return 'too many connections of this address without a credential';
    this.#addresses.set(name, address);
    address.open += 1;
    address.unauthenticated += 1;
    this.#open += 1;
    this.#unauthenticated += 1;
    let isKnown = false;
    const identified = () => {
      if (isKnown) return;
      isKnown = true;
      address.unauthenticated -= 1;
      this.#unauthenticated -= 1;
    };
    let isGone = false;
    return {
      from: name,
      identified,
      left: () => {
        if (isGone) return;
        isGone = true;
        identified();
        address.open -= 1;
        this.#open -= 1;
        if (address.open === 0) this.#addresses.delete(name);
      },
    };
  }
}
