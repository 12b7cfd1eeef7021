// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, it, vi } from 'vitest';
import en from '../../../../locales/en.json' with { type: 'json' };
import ja from '../../../../locales/ja.json' with { type: 'json' };
import { type Text, useFormat, useText } from '../../../../src/console/components/i18n.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const texts = new Set<Text>();
function Contact({ ms }: { readonly ms: number }) {
  const text = useText();
  const format = useFormat();
  texts.add(text);
  return (
    <p>
      {text('home.stations')} · {text('home.showing', { shown: 1, total: 2 })} · {format.duration(ms)}
    </p>
  );
}
const list = (locale: string, messages: Readonly<Record<string, string>>) => (
  <IntlProvider locale={locale} messages={{ ...messages }}>
    {Array.from({ length: 30 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows that never move
      <Contact key={index} ms={120_000} />
    ))}
  </IntlProvider>
);

it('a list of rows makes one formatter of a unit, and says its words in each language', () => {
  const made: string[] = [];
  class Counted extends Intl.NumberFormat {
    constructor(locale?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) {
      super(locale, options);
      if (options?.style === 'unit') made.push(String(options.unit));
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { NumberFormat: Counted }));
  const { container, rerender } = render(list('en', en));
  const row = (words: typeof en, span: string) =>
    `${words['home.stations']} · ${words['home.showing'].replace('{shown}', '1').replace('{total}', '2')} · ${span}`;
  expect(container.querySelector('p')?.textContent).toBe(row(en, '2 min'));
  expect(made).toEqual(['minute']);
  expect(texts.size).toBe(1);
  rerender(list('ja', ja));
  expect(container.querySelector('p')?.textContent).toBe(row(ja, '2 分'));
});
