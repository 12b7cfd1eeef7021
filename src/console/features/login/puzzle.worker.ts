/** Solves a puzzle away from the page, so that it stays quick under the hand. */
import { type Puzzle, solvePart } from '../../../base/proof-of-work.ts';

self.onmessage = ({ data }: MessageEvent<Puzzle>) => {
  for (let part = 0; part < data.parts; part++) self.postMessage(solvePart(data, part));
};
