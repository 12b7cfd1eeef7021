import { plainText } from '../compose.ts';
import type { HookPreset } from './index.ts';
import { json } from './json.ts';

/** LINE's Messaging API (push). Its secret is the channel's access token, a space, and the id of the group or person. */
export const line: HookPreset = {
  call: ({ url, secret, composed, deliveryId }) => {
    const [token = '', to = ''] = secret.split(/\s+/);
    const text = `${composed.title}\n\n${plainText(composed)}`.slice(0, 4900);
    return {
      url,
      headers: { ...json, authorization: `Bearer ${token}`, 'x-line-retry-key': deliveryId },
      body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
    };
  },
};
