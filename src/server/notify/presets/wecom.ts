import { plainText } from '../compose.ts';
import type { HookPreset } from './index.ts';
import { fieldOf, json } from './json.ts';

/** Group robots of WeCom: plain text, of which nothing is markup; 20 messages a minute. */
export const wecom: HookPreset = {
  perMinute: 20,
  call: ({ url, composed }) => ({
    url,
    headers: json,
    // Its bound is 2,048 bytes; Chinese takes three each.
    body: JSON.stringify({
      msgtype: 'text',
      text: { content: `${composed.title}\n\n${plainText(composed)}`.slice(0, 650) },
    }),
  }),
  accepts: (answer) => fieldOf(answer, 'errcode') === 0,
};
