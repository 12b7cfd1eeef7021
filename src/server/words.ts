import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import type { MessageParams } from '../base/errors.ts';
import { type Language, languageTags, type MessageId } from '../base/messages.ts';
import { knownOwnKinds, ownKindWords } from '../catalogue/own-kinds.ts';

const catalogues: Readonly<Record<Language, Readonly<Record<MessageId, string>>>> = { 'zh-chs': zh, en, ja };
const cache = createIntlCache();
const made = new Map<Language, IntlShape<string>>();

function intlOf(language: Language): IntlShape<string> {
  const known = made.get(language);
  if (known !== undefined) return known;
  const intl = createIntl({ locale: languageTags[language], messages: catalogues[language] }, cache);
  made.set(language, intl);
  return intl;
}

/** True for a text that is the id of a message of this version. */
export const isMessage = (id: string): id is MessageId => Object.hasOwn(en, id);

/** A formatter of messages in one language: envelopes, mails, exports, command lines. */
export function words(language: Language): (id: MessageId, params?: MessageParams) => string {
  const intl = intlOf(language);
  return (id, params) =>
    id in catalogues[language]
      ? intl.formatMessage({ id }, { ...params })
      : // A kind of a company, which says its own words.
        (ownKindWords(knownOwnKinds(), language)[id] ?? intl.formatMessage({ id }, { ...params }));
}
