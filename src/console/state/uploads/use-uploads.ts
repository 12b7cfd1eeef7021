import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { mostAttached } from '../../../contract/sites/uploads.ts';
import type { ApiError } from '../connection/api-error.ts';
import { notify } from '../notices.ts';
import { type QueuedFile, UploadQueue } from './queue.ts';

/** Files by what they go with: a dialog that was closed before it was sent has them again when it is opened. */
const queues = new Map<string, UploadQueue>();

/** Files on their way, as a form shows them. */
export interface Uploads {
  readonly items: readonly (Omit<QueuedFile, 'problem'> & { readonly problem: string | null })[];
  /** Of those that have arrived, in the order in which they were chosen. */
  readonly ids: number[];
  /** Why what they go with cannot be sent yet; null = it can. */
  readonly obstacle: 'sending' | 'refused' | null;
  add(files: readonly File[]): void;
  retry(key: string): void;
  remove(key: string): void;
  /** What they go with was sent: forgets them. */
  clear(): void;
}

/** Files for a station, under the name of what they go with. */
export function useUploads(
  of: string,
  stationId: number,
  text: (id: MessageId, params?: MessageParams) => string,
): Uploads {
  const [queue] = useState(() => {
    const known = queues.get(of);
    return known?.stationId === stationId ? known : new UploadQueue(stationId);
  });
  const items = useSyncExternalStore(queue.subscribe, () => queue.items);
  useEffect(() => {
    queues.set(of, queue);
    // A connection that is back is used at once.
    const again = () => queue.retry();
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
      if (queue.items.length === 0 && queues.get(of) === queue) queues.delete(of);
    };
  }, [queue, of]);
  const wordsOf = (problem: ApiError) =>
    problem.message || text(problem.messageId ?? 'http.network', { url: problem.path, ...problem.params });
  const isUnder = ({ state }: QueuedFile) => state === 'waiting' || state === 'sending' || state === 'held';
  return {
    items: items.map((item) => ({ ...item, problem: item.problem === null ? null : wordsOf(item.problem) })),
    ids: items.flatMap(({ upload }) => (upload === null ? [] : [upload.id])),
    obstacle: items.some(isUnder)
      ? 'sending'
      : items.some(({ state }) => state === 'refused')
        ? 'refused'
        : null,
    add: (files) => {
      if (queue.add(files) > 0) notify('warning', text('files.most', { limit: mostAttached }));
    },
    retry: (key) => queue.retry(key),
    remove: (key) => queue.remove(key),
    clear: () => queue.clear(),
  };
}
