import type { HookPreset } from './index.ts';
import { json } from './json.ts';

/** What an adaptive card would take for markup is said by itself. */
const inert = (text: string) => text.replace(/[\\`*_[\]()#>~|-]/g, (sign) => `\\${sign}`);
const block = (text: string, more: object = {}) => ({
  type: 'TextBlock',
  text: inert(text),
  wrap: true,
  ...more,
});

/** Workflows of Teams: an adaptive card. */
export const teams: HookPreset = {
  perMinute: 60,
  call: ({ url, composed: { title, lines, text } }) => {
    const body = [
      block(title, { weight: 'Bolder', size: 'Medium' }),
      ...lines
        .slice(0, 30)
        .flatMap(({ level, station, what, details, card }) => [
          block(`${level} · ${station}`, { weight: 'Bolder', separator: true }),
          block(what),
          block([...details, ...(card === '' ? [] : [card])].join(' · '), { isSubtle: true }),
        ]),
      ...(text === '' ? [] : [block(text)]),
    ];
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      ...{ type: 'AdaptiveCard', version: '1.4', body },
    };
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
    return { url, headers: json, body: JSON.stringify({ type: 'message', attachments }) };
  },
};
