/** What everybody sees of the platform, before anyone is signed in. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;

/** Characters of the platform's name: what fits in the header. */
export const longestPlatformName = 40;

const Word = Type.String({ maxLength: longestPlatformName });
/** In the languages of the product; empty = the product's own. Text of a person: render as text. */
export const PlatformName = Type.Object({ 'zh-chs': Word, en: Word, ja: Word }, strict);
export type PlatformName = Static<typeof PlatformName>;
/** Names the picture of a logo; null = the product's own. */
export const PlatformLogo = Type.Union([Type.String(), Type.Null()]);

/** What everybody sees of it, before anyone is signed in. */
export const PlatformLook = Type.Object({ name: PlatformName, logo: PlatformLogo }, strict);
export type PlatformLook = Static<typeof PlatformLook>;

/** The picture of the logo, PNG. @throws Refusal 404 where the logo is the product's own */
export const shownLogo = call('platform.logo.shown', 'GET /rest/platform/logo', {
  access: 'public',
  answers: 'binary',
  // Named by the console, so that a browser asks anew for another picture; it changes nothing of the answer.
  query: Type.Object({ v: Type.Optional(Type.String({ pattern: '^[0-9a-f]{1,64}$' })) }, strict),
});
