import * as contract from '../../../contract/devices/views.ts';
import { readCurves, readView } from '../../devices/view.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** All devices of a kind at once. */
export function deviceViewHandlers(services: Services): readonly Binding[] {
  return [
    bind(contract.deviceView, ({ viewer, params, query }) =>
      readView(services, viewer, params.view, query.stations),
    ),
    bind(contract.deviceCurves, ({ viewer, params, query }) =>
      readCurves(services, viewer, params.view, query),
    ),
  ];
}
