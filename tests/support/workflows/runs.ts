/** Runs of scripts asked for over HTTP, as the console does. */
import type { LogLine, RunDetail } from '../../../src/contract/workflows.ts';
import type { DeliveryProduct, Reply } from '../delivery/product.ts';

export const ended = ['done', 'failed', 'cancelled', 'halted'];
async function until<T>(look: () => Promise<T | undefined>, ms: number): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`it did not come to be in ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
type OneRun = { readonly run: RunDetail };

/** What a user asks of runs. */
export function runsOf(product: Pick<DeliveryProduct, 'ask'>, token: () => string) {
  const path = (id: string) => `/rest/workflows/runs/${id}`;
  const one = async (id: string) => (await product.ask<OneRun>('GET', path(id), token())).data.run;
  const tryStart = (script: string, args: object = {}, title = 'A run of the test'): Promise<Reply<OneRun>> =>
    product.ask<OneRun>('POST', '/rest/workflows/runs', token(), { script, args, title });
  const start = async (script: string, args: object = {}, title?: string): Promise<RunDetail> => {
    const reply = await tryStart(script, args, title);
    if (reply.status !== 200) throw new Error(`not started: ${JSON.stringify(reply)}`);
    return reply.data.run;
  };
  const reaches = (id: string, states: readonly string[], ms = 60_000) =>
    until(async () => {
      const run = await one(id);
      return states.includes(run.state) ? run : undefined;
    }, ms);
  return {
    one,
    tryStart,
    start,
    reaches,
    /** Runs a script to its end. */
    run: async (script: string, args: object = {}) => reaches((await start(script, args)).id, ended),
    act: (id: string, verb: 'cancel' | 'pause' | 'resume') =>
      product.ask<OneRun>('POST', `${path(id)}/${verb}`, token()),
    log: async (id: string, query = '') =>
      (
        await product.ask<{ lines: LogLine[]; total: number; more: number }>(
          'GET',
          `${path(id)}/log${query}`,
          token(),
        )
      ).data,
    check: (script: string) => product.ask('POST', '/rest/workflows/check', token(), { script }),
  };
}
