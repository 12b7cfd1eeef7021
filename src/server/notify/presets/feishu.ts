import { createHmac } from 'node:crypto';
import { plainText } from '../compose.ts';
import type { HookPreset } from './index.ts';
import { fieldOf, json } from './json.ts';

/** Group robots of Feishu and Lark: the signature's key is timestamp and secret, of an empty text; 100 messages a minute. */
export const feishu: HookPreset = {
  perMinute: 100,
  call: ({ url, secret, composed, now }) => {
    const timestamp = String(Math.floor(now / 1000));
    const signed =
      secret === ''
        ? {}
        : { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64') };
    const text = `${composed.title}\n\n${plainText(composed)}`.slice(0, 6000);
    return { url, headers: json, body: JSON.stringify({ ...signed, msg_type: 'text', content: { text } }) };
  },
  accepts: (answer) => fieldOf(answer, 'code') === 0 || fieldOf(answer, 'StatusCode') === 0,
};
