/**
 * The parser of our messages, in place of that of @formatjs in the console's build, which is 20 times as long: text,
 * `{name}`, and `{name, plural, …}` with `#`. A law holds every message against the other one.
 */

/** Kinds of parts, numbered as @formatjs does. */
export const TYPE = {
  literal: 0,
  argument: 1,
  number: 2,
  date: 3,
  time: 4,
  select: 5,
  plural: 6,
  pound: 7,
  tag: 8,
} as const;

type Part =
  | { readonly type: typeof TYPE.literal | typeof TYPE.argument; readonly value: string }
  | { readonly type: typeof TYPE.pound }
  | {
      readonly type: typeof TYPE.plural;
      readonly value: string;
      readonly options: Readonly<Record<string, { readonly value: readonly Part[] }>>;
      readonly offset: 0;
      readonly pluralType: 'cardinal';
    };

const is = (type: number) => (part: { readonly type: number }) => part.type === type;
export const isLiteralElement = is(TYPE.literal);
export const isArgumentElement = is(TYPE.argument);
export const isNumberElement = is(TYPE.number);
export const isDateElement = is(TYPE.date);
export const isTimeElement = is(TYPE.time);
export const isSelectElement = is(TYPE.select);
export const isPluralElement = is(TYPE.plural);
export const isPoundElement = is(TYPE.pound);
export const isTagElement = is(TYPE.tag);
/** No message has a skeleton. */
export const isNumberSkeleton = () => false;
export const isDateTimeSkeleton = () => false;

/** The parts of a message. @throws SyntaxError for one that is wrong, or has more than ours have */
export function parse(message: string): readonly Part[] {
  let at = 0;
  const wrong = () => new SyntaxError(`message at ${at}: ${message}`);
  /** Takes what the pattern finds here. */
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(message) ?? [];
    if (found === undefined) throw wrong();
    at += found.length;
    return found;
  };
  const word = () => {
    const found = take(/\s*[^\s,{}#<'|]+\s*/y);
    return found.trim();
  };

  function argument(): Part {
    at += 1;
    const value = word();
    if (message[at] === '}') {
      at += 1;
      return { type: TYPE.argument, value };
    }
    take(/,\s*plural\s*,\s*/y);
    const options: Record<string, { readonly value: readonly Part[] }> = {};
    while (message[at] !== '}') {
      const name = word();
      if (message[at] !== '{' || name in options) throw wrong();
      at += 1;
      options[name] = { value: parts(true) };
      take(/\}\s*/y);
    }
    at += 1;
    if (!('other' in options)) throw wrong();
    return { type: TYPE.plural, value, options, offset: 0, pluralType: 'cardinal' };
  }

  function parts(inPlural: boolean): readonly Part[] {
    const found: Part[] = [];
    let text = '';
    const end = () => {
      if (text !== '') found.push({ type: TYPE.literal, value: text });
      text = '';
    };
    const special = inPlural ? /[{}#]/ : /[{}]/;
    for (; at < message.length; ) {
      const sign = message[at] ?? '';
      const next = message[at + 1] ?? '';
      if (sign === "'" && next === "'") {
        text += sign;
        at += 2;
      } else if (sign === "'" && special.test(next)) {
        // Until the next one that stands alone.
        text += take(/'(?:''|[^'])*'?/y)
          .replace(/^'/, '')
          .replace(/(?<!')'$/, '')
          .replaceAll("''", "'");
      } else if (sign === '{') {
        end();
        found.push(argument());
      } else if (sign === '}') {
        if (!inPlural) throw wrong();
        end();
        return found;
      } else if (sign === '#' && inPlural) {
        end();
        found.push({ type: TYPE.pound });
        at += 1;
      } else {
        text += sign;
        at += 1;
      }
    }
    if (inPlural) throw wrong();
    end();
    return found;
  }
  return parts(false);
}
