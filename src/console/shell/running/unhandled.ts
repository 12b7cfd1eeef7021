import { asChunkProblem } from '../../components/chunks.ts';
import { isNavigation, logFailure } from '../../state/session/log-failure.ts';

/**
 * Logs what nobody caught: errors and rejections of the page, with message, user and address (src/console/README.md#errors); those of
 * navigations are swallowed. The answer stops it.
 */
export function logUnhandled(target: EventTarget): () => void {
  const onError = (event: Event) => {
    const { error, message }: { error?: unknown; message?: unknown } = event as ErrorEvent;
    logFailure(error instanceof Error || isNavigation(error) ? error : String(message ?? error));
  };
  const onRejection = (event: Event) => {
    const { reason }: { reason?: unknown } = event as PromiseRejectionEvent;
    logFailure(asChunkProblem(reason));
  };
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
