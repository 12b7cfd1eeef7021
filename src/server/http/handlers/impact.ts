import { impact } from '../../../contract/devices/parameters.ts';
import { readImpact } from '../../impact/impact.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** What edits of parameters would cost. */
export function impactHandlers(services: Services): readonly Binding[] {
  return [bind(impact, ({ viewer, params, body }) => readImpact(services, viewer, params.stationId, body))];
}
