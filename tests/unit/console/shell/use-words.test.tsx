// @vitest-environment happy-dom
/** A word that a language lacks is said in English; the rest stays in the user's language. */
import { cleanup, configure, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, it, vi } from 'vitest';
import en from '../../../../locales/en.json' with { type: 'json' };
import zh from '../../../../locales/zh-chs.json' with { type: 'json' };
import type { Language, MessageId } from '../../../../src/base/messages.ts';
import { useText } from '../../../../src/console/components/i18n.ts';
import { useWords } from '../../../../src/console/shell/use-words.ts';

configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const asked: Language[] = [];
/** Chinese without one of its words, as a build of another version may bring it. */
const load = async (language: Language): Promise<Readonly<Record<string, string>>> => {
  asked.push(language);
  const { 'page.history': _gone, ...rest } = zh;
  return language === 'en' ? en : rest;
};

function Sentence({ ids }: { readonly ids: readonly string[] }) {
  const text = useText();
  return <p>{ids.map((id) => text(id as MessageId)).join(' | ')}</p>;
}

function Words({ ids }: { readonly ids: readonly string[] }) {
  const words = useWords('zh-chs', load);
  if (words === null) return null;
  return (
    <IntlProvider locale="zh-Hans-CN" messages={words.messages} onError={words.onError}>
      <Sentence ids={ids} />
    </IntlProvider>
  );
}

it('is fetched when it is missed, and logged once', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { rerender } = render(<Words ids={['page.home', 'page.history']} />);
  await screen.findByText(`${zh['page.home']} | ${en['page.history']}`);
  expect(asked).toEqual(['zh-chs', 'en']);
  // What no language has stays its id.
  rerender(<Words ids={['page.home', 'page.history', 'of.another.version']} />);
  await screen.findByText(`${zh['page.home']} | ${en['page.history']} | of.another.version`);
  rerender(<Words ids={['page.history', 'of.another.version']} />);
  await screen.findByText(`${en['page.history']} | of.another.version`);
  expect(warned.mock.calls.map(([said]) => said)).toEqual([
    'no words for page.history in zh-chs',
    'no words for of.another.version in zh-chs',
  ]);
});

it('nothing of English is fetched where nothing is missing', async () => {
  asked.length = 0;
  render(<Words ids={['page.home']} />);
  await screen.findByText(zh['page.home']);
  expect(asked).toEqual(['zh-chs']);
});
