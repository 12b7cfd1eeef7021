/** Answers a lens away from the page, which stays quick under the hand, and can end it. */
import { type LensId, type LensJobs, runLens } from '../../../domain/lenses/index.ts';

export interface LensOrder<Id extends LensId = LensId> {
  readonly id: Id;
  readonly input: LensJobs[Id]['input'];
}
export type LensWord<Id extends LensId = LensId> =
  | { readonly type: 'part'; readonly part: number }
  | { readonly type: 'answer'; readonly answer: LensJobs[Id]['answer'] };

self.onmessage = ({ data }: MessageEvent<LensOrder>) => {
  const answer = runLens(data.id, data.input, (part) =>
    self.postMessage({ type: 'part', part } satisfies LensWord),
  );
  self.postMessage({ type: 'answer', answer } satisfies LensWord);
};
