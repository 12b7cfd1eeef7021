import { createHmac } from 'node:crypto';
import type { HookCall, HookGiven, HookPreset } from './index.ts';
import { json } from './json.ts';

/** Standard Webhooks (standardwebhooks.com). */
export const standard: HookPreset = {
  call: (given) => {
    const { composed, now } = given;
    const { title, rank, lines, text, project, language, isDrill } = composed;
    const body = JSON.stringify({
      type: isDrill ? 'drill' : lines.length > 0 ? 'alarm' : 'notice',
      timestamp: new Date(now).toISOString(),
      data: { title, rank, project, language, text, alarms: lines, drill: isDrill },
    });
    return signedCall(given, body);
  },
};

/** A body with its signature: id, timestamp and HMAC-SHA256 over both and the body. */
export function signedCall(
  { url, secret, deliveryId, now }: Omit<HookGiven, 'composed'>,
  body: string,
): HookCall {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64');
  return {
    url,
    body,
    headers: {
      ...json,
      'webhook-id': deliveryId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}
