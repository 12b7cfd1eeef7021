import { joinAnswers, type Puzzle, solvePart } from '../../../base/proof-of-work.ts';

/** The worker, or null where the browser has none or does not let it start. */
function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

/** On the page itself, a part at a time: between two of them it answers its user. */
async function solveHere(puzzle: Puzzle, signal: AbortSignal, onPart: (answer: string) => void) {
  for (let part = 0; part < puzzle.parts; part++) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    onPart(solvePart(puzzle, part));
  }
}

/**
 * Answers of a puzzle, as the login takes them; `onDone` receives the number of solved parts. Never settles once
 * the signal is given.
 */
export function solve(puzzle: Puzzle, signal: AbortSignal, onDone: (parts: number) => void): Promise<string> {
  return new Promise((resolve) => {
    const answers: string[] = [];
    const onPart = (answer: string) => {
      if (signal.aborted) return;
      answers.push(answer);
      onDone(answers.length);
      if (answers.length === puzzle.parts) resolve(joinAnswers(answers));
    };
    const worker = startWorker();
    if (worker === null) return void solveHere(puzzle, signal, onPart);
    const end = () => worker.terminate();
    signal.addEventListener('abort', end);
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      onPart(data);
      if (answers.length === puzzle.parts) end();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end();
      answers.length = 0;
      void solveHere(puzzle, signal, onPart);
    };
    worker.postMessage(puzzle);
  });
}
