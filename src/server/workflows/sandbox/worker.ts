/** A throw-away thread of the sandbox's process: one execution of one script. */
import { parentPort } from 'node:worker_threads';
import { Engine } from './engine.ts';
import type { ToWorker } from './messages.ts';

let engine: Engine | null = null;

parentPort?.on('message', async (message: ToWorker) => {
  if ('start' in message) {
    const begun = await Engine.begin(message.start);
    engine = begun.engine;
    parentPort?.postMessage(begun.turn);
  } else if (engine !== null) parentPort?.postMessage(engine.answer(message.answer));
});
