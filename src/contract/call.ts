import type { Static, TSchema } from 'typebox';
import type { Permission } from '../base/permissions.ts';

/** Who may make a call: anyone, anyone signed in, or holders of one of the permissions. */
export type Access = 'public' | 'session' | Permission | readonly Permission[];

/** One HTTP call, said once; the server binds a handler to it and the console's client is typed by it. */
export interface Call<
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
  A extends TSchema | undefined = TSchema | undefined,
> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` parameters. */
  readonly path: string;
  readonly access: Access;
  /** `json`: the envelope (src/contract/README.md#envelope); `binary`: contract/history bytes; `stream`: server-sent events; `text`: plain. */
  readonly answers: 'json' | 'binary' | 'stream' | 'text';
  /** `json`; `file`: a form (multipart/form-data) with one file in the field `file`, and no body besides. */
  readonly takes: 'json' | 'file';
  /** Bytes that a file may have; null = the usual bound of uploads. */
  readonly mostBytes: number | null;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly data: A;
}

type Of<S> = S extends TSchema ? Static<S> : undefined;
export type ParamsOf<C extends Call> = Of<C['params']>;
export type QueryOf<C extends Call> = Of<C['query']>;
export type BodyOf<C extends Call> = Of<C['body']>;
export type DataOf<C extends Call> = Of<C['data']>;

interface Options<
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
  A extends TSchema | undefined,
> {
  access: Access;
  answers?: Call['answers'];
  takes?: Call['takes'];
  mostBytes?: number;
  params?: P;
  query?: Q;
  body?: B;
  data?: A;
}

/** Declares a call. `address` is `METHOD /path`. */
export function call<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  A extends TSchema | undefined = undefined,
>(id: string, address: `${Call['method']} /${string}`, options: Options<P, Q, B, A>): Call<P, Q, B, A> {
  const [method, path] = address.split(' ') as [Call['method'], string];
  return {
    id,
    method,
    path,
    access: options.access,
    answers: options.answers ?? 'json',
    takes: options.takes ?? 'json',
    mostBytes: options.mostBytes ?? null,
    params: options.params as P,
    query: options.query as Q,
    body: options.body as B,
    data: options.data as A,
  };
}

/** The envelope round every JSON answer (src/contract/README.md#envelope). Status 0, 1 and 200 are success. */
export interface Envelope<T> {
  readonly status: number;
  readonly msg: string;
  readonly data: T | null;
  /** On refusal: the message's id, its placeholders and the offending field. */
  readonly messageId?: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly field?: string;
}
