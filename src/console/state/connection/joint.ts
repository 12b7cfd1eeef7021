import { proxy } from 'valtio';

/** What waits for a second person and is shown over the pages: a call has just left it waiting, or somebody looks at it. */
export const joint = proxy<{ shown: string | null }>({ shown: null });

/** Takes in the answer of a call that left something waiting. */
export function showWaiting(data: unknown): void {
  if (typeof data !== 'object' || data === null || !('jointId' in data)) return;
  const { jointId } = data;
  if (typeof jointId === 'string') joint.shown = jointId;
}
