import ky, { HTTPError, type KyResponse, TimeoutError } from 'ky';
import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { BodyOf, Call, DataOf, Envelope, ParamsOf, QueryOf } from '../../../contract/call.ts';
import { logFailure } from '../session/log-failure.ts';
import { addressOf, callHeaders, type Said, takeAhead } from './ahead.ts';
import { ApiError } from './api-error.ts';
import { showWaiting } from './joint.ts';

/** How long an answer may take, ms. */
export const requestTimeout = 280_000;
const toLoginAfter = 100;
/** What the status of an envelope says of a call that succeeded. */
export const successes: ReadonlySet<number> = new Set([0, 1, 200]);

type Input<C extends Call> = (ParamsOf<C> extends undefined ? object : { readonly params: ParamsOf<C> }) &
  (QueryOf<C> extends undefined ? object : { readonly query?: QueryOf<C> }) &
  (BodyOf<C> extends undefined ? object : { readonly body?: BodyOf<C> }) & {
    readonly signal?: AbortSignal | undefined;
    /** Of a call that takes a file: a form with the field `file`. */
    readonly file?: File;
  };

export interface Loose extends Said {
  readonly file?: File;
  readonly signal?: AbortSignal | undefined;
}

type Handler = () => void;

/** A signal that is emitted before anybody listens reaches the first listener: answers may come before the shell is drawn. */
function createSignal(): { readonly listen: (handler: Handler) => void; readonly emit: Handler } {
  let heard: Handler | null = null;
  let isWaiting = false;
  return {
    listen(handler) {
      heard = handler;
      if (isWaiting) handler();
      isWaiting = false;
    },
    emit() {
      if (heard === null) isWaiting = true;
      else heard();
    },
  };
}
const sessionOver = createSignal();
const unauthorised = createSignal();

/** Called when the server reports that the session is over; the shell redirects to the login. */
export const setSessionOver = sessionOver.listen;

/** Called when HTTP itself returns 401: the shell asks the user to log in (src/console/README.md#errors). */
export const setUnauthorised = unauthorised.listen;

function refused(
  envelope: Partial<Envelope<unknown>>,
  status: number,
  url: string,
  method: string,
): ApiError {
  // Whoever made the call says that it waits; what waits is shown over it.
  if (envelope.messageId === 'joint.waiting') showWaiting(envelope.data);
  return new ApiError(
    status,
    envelope.msg ?? '',
    (envelope.messageId as MessageId | undefined) ?? null,
    (envelope.params as MessageParams | undefined) ?? {},
    envelope.field ?? null,
    url,
    envelope.data ?? null,
    method,
  );
}

/** A call whose answer is on its way, with the moment at which it is given up. */
export interface Sent {
  readonly call: Call;
  readonly url: string;
  readonly response: KyResponse;
  readonly until: number;
}

/** A failure of the way there and back, as opposed to a refusal: always in the log, whether or not it is shown. */
export function fault(status: number, messageId: MessageId, url: string, method: string): ApiError {
  const error = new ApiError(status, '', messageId, {}, null, url, null, method);
  logFailure(error);
  return error;
}

function bodyFor({ file, body }: Loose): { readonly body: FormData } | { readonly json: unknown } {
  if (file === undefined) return { json: body ?? {} };
  const form = new FormData();
  form.set('file', file);
  return { body: form };
}

export async function send(call: Call, input: Loose): Promise<Sent> {
  const url = addressOf(call, input);
  const until = Date.now() + requestTimeout;
  const early = takeAhead(call, input);
  try {
    const response = await ky(url, {
      method: call.method,
      headers: callHeaders(),
      timeout: requestTimeout,
      retry: 0,
      ...(early === undefined ? {} : { fetch: () => early }),
      ...(call.method === 'GET' ? {} : bodyFor(input)),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
    return { call, url, response, until };
  } catch (error) {
    if (error instanceof HTTPError) {
      const { status } = error.response;
      const envelope = await error.response.json<Partial<Envelope<unknown>>>().catch(() => ({}));
      const problem = refused(envelope, status, url, call.method);
      logFailure(problem);
      if (status === 401) unauthorised.emit();
      throw problem;
    }
    if (error instanceof TimeoutError) throw fault(408, 'http.408', url, call.method);
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw fault(0, 'http.network', url, call.method);
  }
}

/** Sends to login a little later, so that what is being shown can settle (src/console/README.md#errors). */
export function endSession(): void {
  setTimeout(sessionOver.emit, toLoginAfter);
}

export function succeed<T>(envelope: Envelope<T>, { call, url }: Sent): T {
  if (successes.has(envelope.status)) return envelope.data as T;
  if (envelope.status === 401) endSession();
  throw refused(envelope, envelope.status, url, call.method);
}

/**
 * A body as it came. @throws ApiError when the connection broke in it, it did not end in time, or it is not the
 * envelope (a proxy's page).
 */
async function body<T>({ call, url, response, until }: Sent, read: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Without a reader it would go on arriving behind everybody's back.
      void response.body?.cancel().catch(() => undefined);
      reject(new ApiError(408, '', 'http.408', {}, null, url, null, call.method));
    }, until - Date.now());
  });
  try {
    return await Promise.race([read(), late]);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (error instanceof ApiError) {
      logFailure(error);
      throw error;
    }
    const garbled = error instanceof SyntaxError;
    throw fault(garbled ? 502 : 0, garbled ? 'http.502' : 'http.network', url, call.method);
  } finally {
    clearTimeout(timer);
  }
}

/** Makes a call and answers the whole envelope of a success, for the few who need its sentence. @throws as `request` */
export async function exchange<C extends Call>(call: C, input: Input<C>): Promise<Envelope<DataOf<C>>> {
  const sent = await send(call, input as Loose);
  const envelope = await body(sent, () => sent.response.json<Envelope<DataOf<C>>>());
  succeed(envelope, sent);
  return envelope;
}

/** Makes a call of the contract. @throws ApiError; an aborted call throws the browser's AbortError. */
export async function request<C extends Call>(call: C, input: Input<C>): Promise<DataOf<C>> {
  return (await exchange(call, input)).data as DataOf<C>;
}

/** Makes a binary call. @throws ApiError, also when the answer is an envelope that refuses. */
export async function requestBytes<C extends Call>(call: C, input: Input<C>): Promise<ArrayBuffer> {
  const sent = await send(call, input as Loose);
  if (sent.response.headers.get('content-type')?.includes('json')) {
    succeed(await body(sent, () => sent.response.json<Envelope<unknown>>()), sent);
  }
  return body(sent, () => sent.response.arrayBuffer());
}

/** Makes a call that answers plain text. @throws ApiError, also when the answer is an envelope that refuses. */
export async function requestText<C extends Call>(call: C, input: Input<C>): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await requestBytes(call, input));
}
