import { createHmac } from 'node:crypto';
import { plainText } from '../compose.ts';
import type { HookPreset } from './index.ts';
import { fieldOf, json } from './json.ts';

/** Group robots of DingTalk: signed by timestamp where a secret is set; 20 messages a minute. */
export const dingtalk: HookPreset = {
  perMinute: 20,
  call: ({ url, secret, composed, now }) => {
    const target = new URL(url);
    if (secret !== '') {
      const sign = createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64');
      target.searchParams.set('timestamp', String(now));
      target.searchParams.set('sign', sign);
    }
    const content = `${composed.title}\n\n${plainText(composed)}`.slice(0, 6000);
    return { url: target.href, headers: json, body: JSON.stringify({ msgtype: 'text', text: { content } }) };
  },
  accepts: (answer) => fieldOf(answer, 'errcode') === 0,
};
