/** Live streams of a test server, as a console reads them. */
import { EventCutter, type ServerEvent } from '../../src/console/state/connection/sse.ts';
import type { TestServer } from './server.ts';

export interface Stream {
  readonly type: string;
  readonly events: ServerEvent[];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}
/** Opens one. @param lastEventId resumes behind it */
export async function openStream(
  server: Pick<TestServer, 'address'>,
  token: string,
  lastEventId?: string,
): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${server.address}/rest/stream`, {
    headers: { authorization: token, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  });
  const events: ServerEvent[] = [];
  const read = async () => {
    const cutter = new EventCutter();
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      events.push(...cutter.push(new TextDecoder().decode(part.value)));
    }
  };
  return {
    type: response.headers.get('content-type')?.split(';')[0] ?? '',
    events,
    ended: read().catch(() => undefined),
    close: () => abort.abort(),
  };
}
/** Waits for a condition. @throws Error where it does not come */
export async function until(holds: () => boolean, ms = 30_000): Promise<void> {
  const end = Date.now() + ms;
  while (!holds()) {
    if (Date.now() > end) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
