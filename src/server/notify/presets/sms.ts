import type { HookPreset } from './index.ts';
import { json } from './json.ts';

/** A gateway of short messages: one text of at most 300 signs; the secret is a bearer token. */
export const sms: HookPreset = {
  perMinute: 60,
  call: ({ url, secret, composed, deliveryId }) => ({
    url,
    headers: { ...json, ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }) },
    body: JSON.stringify({
      id: deliveryId,
      text: (composed.lines.length > 0 ? composed.title : `${composed.title} ${composed.text}`).slice(0, 300),
    }),
  }),
};
