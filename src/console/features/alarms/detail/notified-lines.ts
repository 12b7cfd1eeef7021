/** What was said of an alarm, moment by moment, as its timeline shows it. Pure. */
import type { MessageView } from '../../../state/notify.ts';

/** Kinds of messages of an alarm: what asks for an answer, what asks again, what says that it is over, what was sent anew. */
export const notifiedKinds = ['raise', 'remind', 'over', 'again'] as const;
type NotifiedKind = (typeof notifiedKinds)[number];

/** Messages of an alarm that were written together: one step of a policy, or the end. */
export interface NotifiedLine {
  readonly kind: NotifiedKind;
  /** When they were written, UTC ms. */
  readonly t: number;
  /** In the order in which they were written. */
  readonly messages: readonly MessageView[];
}

/** Those of one moment and one kind are a line; the oldest first. */
export function notifiedLines(messages: readonly MessageView[]): readonly NotifiedLine[] {
  const lines = new Map<string, { kind: NotifiedKind; t: number; messages: MessageView[] }>();
  for (const message of messages.toSorted((a, b) => a.id - b.id)) {
    const kind = notifiedKinds.find((one) => one === message.kind);
    if (kind === undefined) continue;
    const key = `${message.createdAt} ${kind}`;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, { kind, t: message.createdAt, messages: [message] });
    else line.messages.push(message);
  }
  return [...lines.values()].toSorted((a, b) => a.t - b.t);
}

/** More of them are counted by their channel, not named. */
export const mostNamed = 4;

/** By channel how many were accepted, or answered before they went, of how many. */
export function countsByChannel(
  messages: readonly MessageView[],
): readonly { readonly channel: string; readonly accepted: number; readonly count: number }[] {
  const found = new Map<string, { accepted: number; count: number }>();
  for (const { channel, state } of messages) {
    const own = channel.startsWith('hook:') ? 'hook' : channel;
    const counts = found.get(own) ?? { accepted: 0, count: 0 };
    found.set(own, {
      accepted: counts.accepted + (state === 'accepted' || state === 'answered' ? 1 : 0),
      count: counts.count + 1,
    });
  }
  return [...found].map(([channel, counts]) => ({ channel, ...counts }));
}

/**
 * Entries of a timeline with what was said between them, in order of time. Of one moment the entry comes first: it is what
 * is said.
 * @param entries ascending in time
 */
export function withNotified<E extends { readonly t: number }>(
  entries: readonly E[],
  lines: readonly NotifiedLine[],
): readonly (E | NotifiedLine)[] {
  const merged: (E | NotifiedLine)[] = [];
  let next = 0;
  for (const entry of entries) {
    for (let line = lines[next]; line !== undefined && line.t < entry.t; line = lines[next]) {
      merged.push(line);
      next += 1;
    }
    merged.push(entry);
  }
  return [...merged, ...lines.slice(next)];
}
