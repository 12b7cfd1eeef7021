import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { refusal } from './refused.ts';

/**
 * Runs changes: answers null when one was done, and what was refused otherwise. What is cached under `key` is then
 * fetched anew, and `after` is called.
 */
export function useChange(
  key: string,
  text: (id: MessageId, params?: MessageParams) => string,
  after?: () => void,
): (change: () => Promise<unknown>) => Promise<ReturnType<typeof refusal> | null> {
  const client = useQueryClient();
  return useCallback(
    async (change) => {
      try {
        await change();
        await client.invalidateQueries({ queryKey: [key] });
        after?.();
        return null;
      } catch (error) {
        return refusal(error, text);
      }
    },
    [client, key, text, after],
  );
}
