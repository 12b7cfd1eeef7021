/** Calls of processes that may die at any moment: asked again until one of them answers. */

/** A refusal by a rule: asking again would be refused as well. */
export class AskRefused extends Error {}

export interface Asking {
  /** What the call answers. @throws AskRefused; Error where nobody answered for long */
  ask<T>(path: string, body?: object): Promise<T>;
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
/** Tries before it is an error. */
const mostTries = 200;

/** Asks at an address: by GET where there is no body. @param token null = without a session */
export function askingAt(address: string, token: string | null): Asking {
  return {
    async ask<T>(path: string, body?: object): Promise<T> {
      let last = '';
      for (let tries = 0; tries < mostTries; tries += 1) {
        try {
          const response = await fetch(address + path, {
            method: body === undefined ? 'GET' : 'POST',
            headers: {
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(token === null ? {} : { authorization: token }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            signal: AbortSignal.timeout(6000),
          });
          const { data, msg } = (await response.json()) as { data: T | null; msg: string };
          if (response.ok && data !== null) return data;
          if (response.status < 500) throw new AskRefused(`${path}: ${msg}`);
          last = msg;
        } catch (error) {
          if (error instanceof AskRefused) throw error;
          last = String(error);
        }
        await pause(100);
      }
      throw new Error(`nobody answered ${path}: ${last}`);
    },
  };
}
