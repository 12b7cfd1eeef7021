import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import type { CallWindows } from '../processes/call-windows.ts';

type Reported = (error: Error | null, result?: { current: number; ttl: number }) => void;
/** What the library says of a route whose calls are limited. */
interface LimitedRoute {
  readonly routeInfo?: { readonly method?: string | string[]; readonly url?: string };
}

/** Calls by address and window. The library's own counts on by the clock, and not at all when it is set back. */
class RateStore implements FastifyRateLimitStore {
  constructor(
    readonly windows: CallWindows,
    readonly route: string,
  ) {}

  incr(key: string, reported: Reported, timeWindow: number, most: number): void {
    this.windows.count(`${this.route} ${key}`, most, timeWindow).then(
      (counted) => reported(null, counted),
      (error: Error) => reported(error),
    );
  }

  /** Each call of the contract counts for itself. */
  child(options: object): FastifyRateLimitStore {
    const { routeInfo } = options as LimitedRoute;
    return new RateStore(this.windows, `${[routeInfo?.method ?? ''].flat().join()} ${routeInfo?.url ?? ''}`);
  }
}

/** What the library makes its store of. */
export function rateStoreOf(windows: CallWindows) {
  return class extends RateStore {
    constructor() {
      super(windows, '');
    }
  };
}
