/** Files that the server writes while they are fetched. */
import type { BodyOf, Call, Envelope, ParamsOf, QueryOf } from '../../../contract/call.ts';
import { fault, type Loose, type Sent, send, succeed } from './client.ts';

/** Bytes that are put together into a part of the file: the browser keeps parts where it has room, not in the page's memory. */
const part = 4 * 1024 * 1024;
/** ms without a byte after which a file is given up. */
const patience = 60_000;

async function* bytesOf({ call, url, response }: Sent): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(fault(408, 'http.408', url, call.method)), patience);
      });
      try {
        const { done, value } = await Promise.race([reader.read(), late]);
        if (done) return;
        yield value as Uint8Array<ArrayBuffer>;
      } finally {
        clearTimeout(timer);
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Name in a `content-disposition` header; null where it has none. */
export function nameIn(disposition: string | null): string | null {
  const found = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}

/**
 * Fetches a file piece by piece. It is whole, or it throws: an answer that broke off is no file.
 * @throws ApiError as `request`, and where the connection broke; an aborted call throws the browser's AbortError
 */
export async function requestFile<C extends Call>(
  call: C,
  input: {
    readonly body?: BodyOf<C>;
    readonly params?: ParamsOf<C>;
    readonly query?: QueryOf<C>;
    readonly signal?: AbortSignal;
  },
): Promise<{ readonly name: string | null; readonly content: Blob }> {
  const sent = await send(call, input as Loose);
  const { response, url } = sent;
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) succeed(await response.json<Envelope<unknown>>(), sent);
  const parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const bytes of bytesOf(sent)) {
      open.push(bytes);
      size += bytes.length;
      if (size < part) continue;
      parts.push(new Blob(open));
      open = [];
      size = 0;
    }
  } catch (error) {
    if (error instanceof TypeError) throw fault(0, 'http.network', url, call.method);
    throw error;
  }
  return {
    name: nameIn(response.headers.get('content-disposition')),
    content: new Blob([...parts, ...open], { type }),
  };
}
