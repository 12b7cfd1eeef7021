import { plainText } from '../compose.ts';
import type { HookPreset } from './index.ts';
import { json } from './json.ts';

/** The three signs by which Slack knows markup; without `mrkdwn` the rest is text. */
const inert = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Incoming webhooks of Slack; one message a second. */
export const slack: HookPreset = {
  perMinute: 60,
  call: ({ url, composed }) => ({
    url,
    headers: json,
    body: JSON.stringify({
      text: inert(`${composed.title}\n\n${plainText(composed)}`).slice(0, 12_000),
      mrkdwn: false,
    }),
  }),
};
