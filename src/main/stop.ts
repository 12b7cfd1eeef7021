import type { Running } from './compose.ts';

/** ms after which a stop that hangs is given up: supervisors kill after ten seconds. */
const patience = 9000;

/**
 * Stops the product on SIGTERM or SIGINT and ends the process: 0 when all went in order, 1 when something did not, or
 * hung, or a second signal asked to end at once.
 */
export function stopOnSignal({ stop, log }: Pick<Running, 'stop' | 'log'>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) {
      log.warn({ signal }, 'ended at once by a second signal');
      process.exit(1);
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('the stop hangs and is given up');
      process.exit(1);
    }, patience).unref();
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopped with an error');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
