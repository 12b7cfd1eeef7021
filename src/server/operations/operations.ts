import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

/** What the operator of the product may query. */
export interface Operations {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Bearer token for `/metrics`; null = only this machine is answered. */
  readonly metricsToken: string | null;
}
