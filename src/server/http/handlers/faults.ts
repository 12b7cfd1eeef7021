import * as contract from '../../../contract/devices/faults.ts';
import { readArrivalDays } from '../../faults/arrivals.ts';
import { readFaultsNow } from '../../faults/now.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Fault statistics. */
export function faultHandlers(services: Services): readonly Binding[] {
  return [
    bind(contract.arrivals, ({ viewer, query }) => readArrivalDays(services, viewer, query.days)),
    bind(contract.faultsNow, ({ viewer }) => readFaultsNow(services, viewer)),
  ];
}
