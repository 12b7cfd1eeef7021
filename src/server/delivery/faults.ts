/** Named moments at which a test may end the process. They do nothing unless a function is put in. */
import type { DeliveryEvent } from './transition.ts';

/** `…:inside` = within the transaction, before its commit; `…:committed` = after it, before anything else is done. */
export type FaultPoint =
  | `${Exclude<DeliveryEvent, 'supersede'> | 'create' | 'note' | 'delete'}:${'inside' | 'committed'}`
  /** An order is handed to the connection. */
  | 'send:published'
  /** Everything that was in flight at the start is resolved. */
  | 'start:resolved'
  /** What a device reported of its parameters is stored. */
  | `shadow:${'inside' | 'committed'}`;

export type Faults = (point: FaultPoint) => void;
export const noFaults: Faults = () => {};
