/** Messages to browsers (Web Push, RFC 8030, 8291, 8292). */
import { createECDH, createHmac } from 'node:crypto';
import webPush from 'web-push';
import { type Outgoing, OutgoingRefusal } from '../../outgoing.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Composed } from '../compose.ts';
import type { ChannelSender, Dispatch, DispatchOutcome } from '../outbox.ts';

export interface PushKeys {
  /** Base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The server's key pair for pushes, of its own key: the same after a restart, and in every process of an installation. */
export function pushKeysOf(key: Buffer): PushKeys {
  for (let round = 0; ; round += 1) {
    const secret = createHmac('sha256', key).update(`push ${round}`).digest();
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(secret);
    } catch {
      // One number in 2³² is no key of this curve.
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  }
}

/** Seconds that the service keeps a message for a browser that is away. */
const timeToLive = 12 * 3600;

/** What the service worker shows, and what it calls. */
export interface PushText {
  readonly title: string;
  readonly body: string;
  readonly rank: number;
  /** The newest message of the same tag takes the place of those before. */
  readonly tag: string;
  readonly open: string;
  /** Path that acknowledges by POST; null = whoever reads may not answer. */
  readonly answer: string | null;
  readonly words: { readonly acknowledge: string; readonly open: string };
}

export interface PushOptions {
  readonly storage: Storage;
  readonly outgoing: Outgoing;
  readonly keys: PushKeys;
  /** A mail address or page of who runs the server, as the services ask for. */
  readonly subject: string;
  readonly textOf: (delivery: Dispatch) => Promise<{ readonly composed: Composed; readonly text: PushText }>;
}

export function pushSender({ storage, outgoing, keys, subject, textOf }: PushOptions): ChannelSender {
  return {
    atOnce: 8,
    async send(delivery): Promise<DispatchOutcome> {
      const { composed, text } = await textOf(delivery);
      const { title } = composed;
      const browsers = await storage.db
        .selectFrom('push_subscriptions')
        .selectAll()
        .where('user_id', '=', delivery.messages[0]?.user_id ?? 0)
        .execute();
      let taken = 0;
      let answer = 'notify.reason.gone';
      let isOver = true;
      for (const { id, endpoint, p256dh, auth } of browsers) {
        try {
          const details = webPush.generateRequestDetails(
            { endpoint, keys: { p256dh, auth } },
            JSON.stringify(text),
            {
              vapidDetails: { subject, ...keys },
              TTL: timeToLive,
              urgency: composed.rank >= 3 ? 'high' : 'normal',
            },
          );
          const headers = Object.fromEntries(
            Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
          );
          const { status } = await outgoing.call(endpoint, {
            method: 'POST',
            headers,
            body: Uint8Array.from(details.body ?? []),
          });
          if (status >= 200 && status < 300) taken += 1;
          else if (status === 404 || status === 410)
            await storage.write((db) => db.deleteFrom('push_subscriptions').where('id', '=', id).execute());
          else {
            answer = `HTTP ${status}`;
            isOver = false;
          }
        } catch (error) {
          answer =
            error instanceof OutgoingRefusal
              ? error.message
              : ((error as { code?: string }).code ?? 'no answer');
          if (!(error instanceof OutgoingRefusal)) isOver = false;
        }
      }
      if (taken > 0) return { accepted: true, title, answer: String(taken) };
      return { accepted: false, permanent: isOver, title, answer };
    },
  };
}
