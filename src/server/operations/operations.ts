import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

/** What whoever runs the product may ask it. */
export interface Operations {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Bearer token for `/metrics`; null = only this machine is answered. */
  readonly metricsToken: string | null;
}
