/** Why the embedded broker refuses, as something that has words in every language. Pure. */
import type { brokerReasons } from '../../../contract/listeners.ts';

export type RefusalCode = (typeof brokerReasons)[number];

const forms: readonly (readonly [form: RegExp, code: RefusalCode])[] = [
  [/^wrong credential for (.*)$/, 'wrongCredential'],
  [/^no credential()$/, 'noCredential'],
  [/^client id is not ()/, 'wrongClientId'],
  [/^foreign Will()$/, 'foreignWill'],
  [/^too much of it is under way()$/, 'tooMuchUnderWay'],
  [/^credentials cannot be read()$/, 'credentialsUnreadable'],
  [/^may not publish to (.*)$/s, 'mayNotPublish'],
  [/^may not subscribe to (.*)$/s, 'mayNotSubscribe'],
  [/^too many subscriptions()$/, 'tooManySubscriptions'],
  [/^too many connections()/, 'tooManyConnections'],
  [/^not authenticated in time()$/, 'notAuthenticatedInTime'],
  [/^a packet of (\d+) bytes$/, 'packetTooLarge'],
  [/^(?:the first packet must be CONNECT|a length of more than)()/, 'notMqtt'],
  [/^does not read()$/, 'doesNotRead'],
  [/^TLS: (.*)$/s, 'tls'],
];

/** The code of a reason of the log, and what it is about: a topic, a size, a name. */
export function refusalCode(reason: string): { readonly code: RefusalCode; readonly detail: string } {
  for (const [form, code] of forms) {
    const found = form.exec(reason);
    if (found !== null) return { code, detail: (found[1] ?? '').slice(0, 200) };
  }
  return { code: 'malformed', detail: reason.slice(0, 200) };
}
