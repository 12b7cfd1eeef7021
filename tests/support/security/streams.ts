/** Live streams, open until they are closed by either side. */
import { EventCutter, type ServerEvent } from '../../../src/console/state/connection/sse.ts';

export interface OpenStream {
  readonly type: string;
  readonly events: ServerEvent[];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens `/rest/stream` (or `path`) and reads it in the background; the first event has come when it answers. */
export async function openStream(
  address: string,
  token: string,
  lastEventId?: string,
  path = '/rest/stream',
): Promise<OpenStream> {
  const abort = new AbortController();
  const response = await fetch(address + path, {
    headers: { authorization: token, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  });
  const events: ServerEvent[] = [];
  let first = () => {};
  const began = new Promise<void>((resolve) => {
    first = resolve;
  });
  const read = async () => {
    const cutter = new EventCutter();
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      events.push(...cutter.push(decoder.decode(part.value, { stream: true })));
      first();
    }
  };
  const ended = read()
    .catch(() => undefined)
    .finally(() => first());
  await began;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { type, events, ended, close: () => abort.abort() };
}

/**
 * A second that this process has been at work for, of which the server is a part: on a busy machine it takes longer, as
 * what the server does in a second takes longer.
 */
export async function secondOfWork(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** S15, S44: revokes and answers the hole when the stream is still open a second later; null when it ended. */
export async function staysOpen(stream: OpenStream, revoke: () => Promise<void>): Promise<string | null> {
  await revoke();
  const late = secondOfWork().then(() => 'the stream is still open after a second');
  const result = await Promise.race([stream.ended.then(() => null), late]);
  stream.close();
  return result;
}
