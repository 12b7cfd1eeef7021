import { type LensId, type LensJobs, runLens } from '../../../domain/lenses/index.ts';
import type { LensOrder, LensWord } from './lens.worker.ts';

/** The worker, or null where the browser has none or does not let it start. */
function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./lens.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

/**
 * A lens's answer, made in a worker of its own; `onPart` hears how much is done, 0 to 1. Where no worker starts it is made
 * here. Rejects with the signal's reason once that is given, and ends the worker.
 */
export function runInWorker<Id extends LensId>(
  id: Id,
  input: LensJobs[Id]['input'],
  signal: AbortSignal,
  onPart: (part: number) => void,
): Promise<LensJobs[Id]['answer']> {
  return new Promise((resolve, reject) => {
    const worker = startWorker();
    if (worker === null) {
      resolve(runLens(id, input, onPart));
      return;
    }
    const end = () => {
      worker.terminate();
      signal.removeEventListener('abort', stop);
    };
    const stop = () => {
      end();
      reject(signal.reason);
    };
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop);
    worker.onmessage = ({ data }: MessageEvent<LensWord<Id>>) => {
      if (data.type === 'part') {
        onPart(data.part);
        return;
      }
      end();
      resolve(data.answer);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end();
      resolve(runLens(id, input, onPart));
    };
    worker.postMessage({ id, input } satisfies LensOrder<Id>);
  });
}
