import { useMemo } from 'react';
import type { MessageDetail } from '../../state/devices/messages.ts';
import { bytesOf, hexDump, jsonOf, textOf } from './hex.ts';

export type MessageForm = 'hex' | 'json' | 'text';
/** Bytes that are drawn: of more the beginning, so that a page of 64 kB does not hold up the list beside it. */
const mostShown = 4096;

export interface ShownMessage {
  readonly text: string;
  /** Bytes that are shown where that is not all; null = all. */
  readonly cut: number | null;
}

/** A message in one of its forms. JSON is that of its body where it is some, else of what was read of it. */
export function shownOf(detail: MessageDetail, form: MessageForm): ShownMessage {
  const bytes = detail.body === null ? new Uint8Array() : bytesOf(detail.body);
  if (form === 'json') {
    const { message, metrics } = detail;
    const read = { topic: message.topic, at: new Date(message.at).toISOString(), metrics };
    return { text: jsonOf(bytes) ?? JSON.stringify(read, null, 2), cut: null };
  }
  const part = bytes.subarray(0, mostShown);
  const cut = part.length < detail.message.bytes ? part.length : null;
  return { text: form === 'hex' ? hexDump(part) : textOf(part), cut };
}

export function useShown(detail: MessageDetail | undefined, form: MessageForm): ShownMessage {
  return useMemo(
    () => (detail === undefined ? { text: '', cut: null } : shownOf(detail, form)),
    [detail, form],
  );
}
