import type { Logger } from 'pino';
import type { AlarmFaultPoint } from '../../server/alarms/engine.ts';
import type { FaultPoint } from '../../server/delivery/faults.ts';
import type { NotifyFaultPoint } from '../../server/notify/outbox.ts';
import type { OutletFaultPoint } from '../../server/outlets/filler.ts';
import type { ReportFaultPoint } from '../../server/reports/reports.ts';
import type { ScheduleFaultPoint } from '../../server/schedules/schedules.ts';
import type { SirenFaultPoint } from '../../server/sirens/caller.ts';
import type { Storage } from '../../server/storage/storage.ts';
import type { WorkflowFaultPoint } from '../../server/workflows/faults.ts';
import type { Settings } from '../settings.ts';

/** What a test, or the demo, starts otherwise than a server in service. */
export interface ServerOptions {
  readonly demo?: boolean;
  readonly storage?: Storage;
  readonly log?: Logger;
  readonly faults?: (
    point:
      | FaultPoint
      | WorkflowFaultPoint
      | AlarmFaultPoint
      | NotifyFaultPoint
      | OutletFaultPoint
      | SirenFaultPoint
      | ReportFaultPoint
      | ScheduleFaultPoint,
  ) => void;
}

/** What all rooms are composed with. */
export interface Making {
  readonly settings: Settings;
  readonly options: ServerOptions;
  readonly log: Logger;
  /** Spread into the options of what has points for faults. */
  readonly faults: Pick<ServerOptions, 'faults'>;
  /** Logs what failed. */
  readonly failed: (error: unknown, what: string) => void;
  /** The same for what always fails in these words. */
  readonly failing: (what: string) => (error: unknown) => void;
}

/** What all rooms of a server are composed with. */
export function makingOf(settings: Settings, options: ServerOptions, log: Logger): Making {
  const failed = (error: unknown, what: string) => log.error({ err: error }, what);
  return {
    settings,
    options,
    log,
    faults: options.faults === undefined ? {} : { faults: options.faults },
    failed,
    failing: (what) => (error) => failed(error, what),
  };
}
