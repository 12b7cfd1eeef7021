/** A person of the demo at the server's own calls: signs in as in a browser, and asks by the contract. */
import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '../../contract/call.ts';
import { login, logout } from '../../contract/company/session.ts';
import { Outgoing, type OutgoingCall } from '../../server/outgoing.ts';

/** Input of a call; what it has none of is left out. */
type Input<C extends Call> = (ParamsOf<C> extends undefined ? object : { readonly params: ParamsOf<C> }) &
  (QueryOf<C> extends undefined ? object : { readonly query: QueryOf<C> }) &
  (BodyOf<C> extends undefined ? object : { readonly body: BodyOf<C> });

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Bytes of an answer: the list of a large demo's stations. */
const longestAnswer = 8 << 20;
/** ms between two looks at what goes on. */
const every = 1000;
/** What a balancer answers while none of its servers takes calls; so often it is asked again, a second apart. */
const nobodyThere = 503;
const mostAgain = 60;

export class DemoVisitor {
  readonly #outgoing: Outgoing;
  #token = '';

  private constructor(
    readonly address: string,
    /** What approves changes of devices. */
    readonly password: string,
    readonly signal: AbortSignal,
  ) {
    const allowed = [new URL(address).origin];
    this.#outgoing = new Outgoing({ allowed, anyPublic: false, most: longestAnswer });
  }

  /** Signs in. @throws Error what was refused, and when `signal` ends it */
  static async enter(
    address: string,
    account: { readonly accountName: string; readonly password: string },
    signal: AbortSignal,
  ): Promise<DemoVisitor> {
    const visitor = new DemoVisitor(address, account.password, signal);
    const body = { accountName: account.accountName, password: account.password };
    const { loginToken = '' } = await visitor.ask(login, { body });
    visitor.#token = loginToken;
    return visitor;
  }

  /** Asks. @throws Error what was refused, and when `signal` ends it */
  async ask<C extends Call>(call: C, input: Input<C>): Promise<DataOf<C>> {
    const { params = {}, query = {}, body } = input as AnyInput;
    const path = call.path.replace(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(String(params[name])),
    );
    const asked = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    const address = `${this.address}${path}${asked.size === 0 ? '' : `?${asked}`}`;
    const answer = await this.#call(address, {
      method: call.method,
      headers: {
        lang: 'zh-chs',
        ...(this.#token === '' ? {} : { authorization: this.#token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, msg, data } = JSON.parse(answer) as {
      readonly status: number;
      readonly msg: string;
      readonly data: DataOf<C>;
    };
    if (status !== 200) throw new Error(`${call.id}: ${msg}`);
    return data;
  }

  /** The answer's text; a balancer that finds nobody is asked again. @throws Error for an answer that is not the product's */
  async #call(address: string, how: OutgoingCall): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      this.signal.throwIfAborted();
      const { status, body } = await this.#outgoing.call(address, how);
      this.signal.throwIfAborted();
      const text = Buffer.from(body).toString();
      if (text.startsWith('{')) return text;
      if (status !== nobodyThere || tries > mostAgain) throw new Error(`${address} answered with ${status}`);
      await this.#pause();
    }
  }

  /** Looks until there is something, at most `tries` times, a second apart; null = there was nothing. */
  async until<T>(tries: number, look: () => Promise<T | null>): Promise<T | null> {
    for (let left = tries; left > 0; left -= 1) {
      const found = await look();
      if (found !== null) return found;
      await this.#pause();
    }
    return null;
  }

  /** A second; rejects when `signal` ends it. */
  #pause(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const over = () => {
        clearTimeout(timer);
        reject(this.signal.reason as Error);
      };
      const timer = setTimeout(() => {
        this.signal.removeEventListener('abort', over);
        resolve();
      }, every);
      this.signal.addEventListener('abort', over, { once: true });
      if (this.signal.aborted) over();
    });
  }

  async leave(): Promise<void> {
    await this.ask(logout, {});
  }
}
