import { createIntl } from '@formatjs/intl';

const { formatters } = createIntl({ locale: 'en', messages: {} });

interface Part {
  readonly type: number;
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
  readonly children?: readonly Part[];
}
/** Kinds of parts of a parsed message that hold no placeholder: literal and `#`. */
const plain = new Set([0, 7]);

/** Names of the placeholders and tags of a message, sorted. @throws SyntaxError where it does not parse */
export function placeholders(text: string): readonly string[] {
  const found = new Set<string>();
  const walk = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (!plain.has(part.type)) found.add(String(part.value));
      for (const option of Object.values(part.options ?? {})) walk(option.value);
      walk(part.children ?? []);
    }
  };
  walk(formatters.getMessageFormat(text, 'en').getAst() as readonly Part[]);
  return [...found].sort();
}
