/** Messages to webhooks, in the form that the service at the other end takes. */
import { type Outgoing, OutgoingRefusal } from '../../outgoing.ts';
import type { HookBody } from '../../storage/schema.ts';
import type { Composed } from '../compose.ts';
import type { ChannelSender, Dispatch, DispatchOutcome } from '../outbox.ts';
import { presets } from '../presets/index.ts';
import { signedCall } from '../presets/standard.ts';

/** Bytes of an answer that are looked at. */
const mostAnswer = 2000;

/** Answers after which no repeat helps: it is not there, or does not take this. A wrong token can be mended meanwhile. */
const isRefused = (status: number) => [400, 404, 405, 410, 413].includes(status);

/** The one answer that ends an outlet: what else a receiver refuses it may take once it was mended. */
const gone = 410;

/** What messages say. */
interface HookSources {
  readonly composeOf: (delivery: Dispatch) => Promise<Composed>;
  /** Of a delivery of data its body; null = it is gone. */
  readonly dataOf: (delivery: Dispatch) => Promise<string | null>;
  readonly now: () => number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function hookSender(
  { preset, url, secret }: HookBody,
  outgoing: Outgoing,
  { composeOf, dataOf, now }: HookSources,
): ChannelSender | null {
  const declared = presets[preset];
  if (declared === undefined) return null;
  return {
    atOnce: 1,
    ...(declared.perMinute === undefined ? {} : { perMinute: declared.perMinute }),
    async send(delivery): Promise<DispatchOutcome> {
      const isData = delivery.messages[0]?.kind === 'data';
      const data = isData ? await dataOf(delivery) : null;
      if (isData && (data === null || preset !== 'standard'))
        return { accepted: false, permanent: true, title: '', answer: 'notify.reason.notSetUp' };
      const composed = isData ? null : await composeOf(delivery);
      const title = composed?.title ?? '';
      try {
        const given = { url, secret, deliveryId: delivery.id, now: now() };
        const call =
          composed === null ? signedCall(given, data ?? '') : declared.call({ ...given, composed });
        const { status, body } = await outgoing.call(call.url, { method: 'POST', ...call });
        const text = Buffer.from(body).subarray(0, mostAnswer).toString('utf8');
        const isGood = status >= 200 && status < 300;
        // What else a service says may hold secrets of its own: its status alone is shown.
        const took = isGood && (declared.accepts?.(parsed(text)) ?? true);
        if (took) return { accepted: true, title, answer: String(status) };
        return {
          accepted: false,
          permanent: isData ? status === gone : isRefused(status),
          title,
          answer: `HTTP ${status}`,
        };
      } catch (error) {
        const permanent = error instanceof OutgoingRefusal;
        const code = (error as { code?: string }).code;
        return {
          accepted: false,
          permanent,
          title,
          answer: permanent ? error.message : (code ?? 'no answer'),
        };
      }
    },
  };
}
