/** Calls of the contract over HTTP, as a program makes them. */
import ky, { type KyInstance } from 'ky';
import type { BodyOf, Call, DataOf, Envelope, ParamsOf, QueryOf } from '../contract/call.ts';
import type { Profile } from './profile.ts';

/** What the server refused, in its own words. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  constructor(
    readonly status: number,
    message: string,
    readonly field: string | undefined,
  ) {
    super(message);
  }
}

/** Input of a call; what it has none of is left out. */
export type InputOf<C extends Call> = (ParamsOf<C> extends undefined
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<C> }) &
  (QueryOf<C> extends undefined ? { readonly query?: undefined } : { readonly query: QueryOf<C> }) &
  (BodyOf<C> extends undefined ? { readonly body?: undefined } : { readonly body: BodyOf<C> });

/** Input of a call whose shape is known to the server alone. */
export interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** Longest that a budget of calls is waited for, ms: it is made anew each minute. */
const longestWait = 65_000;

/** The path of a call with its parameters in it, and its query. */
export function pathOf(call: Call, { params = {}, query = {} }: LooseInput): string {
  const path = call.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) asked.append(name, String(one));
  return asked.size === 0 ? path : `${path}?${asked}`;
}

/** Asks one server by one token. */
export class Asker {
  readonly #http: KyInstance;
  readonly #wait: (ms: number) => Promise<void>;

  constructor(
    { server, token }: Profile,
    language: string,
    wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  ) {
    this.#wait = wait;
    this.#http = ky.create({
      prefixUrl: server,
      headers: { authorization: `Bearer ${token}`, lang: language },
      throwHttpErrors: false,
      timeout: false,
      // A call may have been carried out though its answer was lost: nothing is asked twice by itself.
      retry: 0,
    });
  }

  /** The data of an answer. @throws ServerRefusal */
  async ask<C extends Call>(call: C, input: InputOf<C>): Promise<DataOf<C>> {
    return (await this.askLoosely(call, input as LooseInput)) as DataOf<C>;
  }

  /** The data of an answer to input that only the server checks. @throws ServerRefusal */
  async askLoosely(call: Call, input: LooseInput): Promise<unknown> {
    const answer = await this.send(call, input);
    const text = await answer.text();
    return call.answers === 'json' ? (JSON.parse(text) as Envelope<unknown>).data : text;
  }

  /** The answer itself, as it comes. Once the budget of the token is used up, the next one is waited for. @throws ServerRefusal */
  async send(call: Call, input: LooseInput): Promise<Response> {
    for (let again = 0; ; again += 1) {
      const answer = await this.#http(pathOf(call, input).slice(1), {
        method: call.method,
        ...(input.body === undefined ? {} : { json: input.body }),
      });
      const isEnvelope = (answer.headers.get('content-type') ?? '').includes('application/json');
      const envelope = isEnvelope ? ((await answer.clone().json()) as Envelope<unknown>) : null;
      const status = envelope?.status ?? answer.status;
      if (status < 300) return answer;
      const seconds = Number(answer.headers.get('retry-after') ?? '');
      if (status === 429 && again < 2 && seconds > 0 && seconds * 1000 <= longestWait)
        await this.#wait(seconds * 1000);
      else throw new ServerRefusal(status, envelope?.msg ?? `HTTP ${answer.status}`, envelope?.field);
    }
  }
}
