/** Cuts a sentence that sets a parameter into its verb and the words of field and value, with or without spaces. Pure. */

/** Words that begin such a sentence. */
const leading =
  /^\s*(?:please\s+|pls\s+|请\s*|請\s*)?(set|change|update|adjust|modify|make|设置|設置|设为|设定|修改|更改|调整|調整|設定|変更|せってい|shezhi|settei)(?![a-z])/i;
/** Words that end it in Japanese. */
const trailing =
  /(?:[にへを]\s*)?(設定|変更|調整|セット|せってい|settei)(?:して(?:ください|下さい)?|する|します)?\s*$|[にへ]\s*(変える|変えて|する|して)(?:ください|下さい)?\s*$/i;
/** Words between field and value: 把发送周期设为10分钟. */
const between =
  /^\s*(?:请|請)?\s*[把将]?\s*(.*?\S)\s*((?:设置|设定|修改|更改|调整|设|改|调)(?:为|成|到|至))\s*(\S.*)$/;
/** What is turned on or off. */
const switches: readonly (readonly [form: RegExp, value: 'on' | 'off'])[] = [
  [/^\s*(?:please\s+)?(turn|switch)\s+on\s+(.+)$/i, 'on'],
  [/^\s*(?:please\s+)?(turn|switch)\s+off\s+(.+)$/i, 'off'],
  [/^\s*(?:please\s+)?(enable)\s+(.+)$/i, 'on'],
  [/^\s*(?:please\s+)?(disable)\s+(.+)$/i, 'off'],
  [/^\s*(?:请|請)?\s*(打开|开启|启用|开)\s*(\S.*)$/, 'on'],
  [/^\s*(?:请|請)?\s*(关闭|停用|关掉|关)\s*(\S.*)$/, 'off'],
];
const turned = /^\s*(?:please\s+)?(?:turn|switch)\s+(.+?)\s+(on|off)\b\s*(?:on\s*|for\s*)?$/i;

export interface Cut {
  readonly verb: string;
  readonly rest: string;
  /** It turns something on or off: only a parameter that has the two is meant. */
  readonly isSwitch: boolean;
}

/** The verb of a sentence without its station, and what it leaves; null where there is none. */
export function cutVerb(text: string): Cut | null {
  const [, field, middle, value] = between.exec(text) ?? [];
  if (field !== undefined && middle !== undefined && value !== undefined)
    return { verb: middle, rest: `${field} ${value}`, isSwitch: false };
  const [start, lead] = leading.exec(text) ?? [];
  if (start !== undefined && lead !== undefined)
    return { verb: lead, rest: text.slice(start.length), isSwitch: false };
  const end = trailing.exec(text);
  if (end !== null) return { verb: end[1] ?? end[2] ?? '', rest: text.slice(0, end.index), isSwitch: false };
  // 通報間隔を10分に
  if (/を.*\d\S*[にへ]\s*$|(?:オン|オフ)に\s*$/u.test(text)) return { verb: '', rest: text, isSwitch: false };
  const [, named, state] = turned.exec(text) ?? [];
  if (named !== undefined && state !== undefined)
    return { verb: `turn ${state}`, rest: `${named} ${state}`, isSwitch: true };
  for (const [form, state] of switches) {
    const [, verb, rest] = form.exec(text) ?? [];
    if (verb !== undefined && rest !== undefined) return { verb, rest: `${rest} ${state}`, isSwitch: true };
  }
  return null;
}

const numerals = '一二三四五六七八九';
/** 十五 is 15, 两 is 2. */
function numberOf(written: string): number {
  if (written === '半') return 0.5;
  const digit = (one: string) => (one === '两' || one === '兩' ? 2 : numerals.indexOf(one) + 1);
  const [tens, ones] = written.includes('十') ? written.split('十') : ['', written];
  if (!written.includes('十')) return digit(written);
  return (
    (tens === '' || tens === undefined ? 1 : digit(tens)) * 10 +
    (ones === '' || ones === undefined ? 0 : digit(ones))
  );
}
const counted = '(?:小时|小時|時間|分钟|分間|分|秒|天|日|次|回)';
const written = new RegExp(
  `(半|两|兩|[${numerals}]?十[${numerals}]?|[${numerals}])(?:个|個)?(?=${counted})`,
  'gu',
);
const half = /(\d+)(?:个|個)?(小时|小時|時間)半/g;
/** Units that may stand apart from their number. */
const apart =
  /(\d)\s+(?=(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|mm|cm|v|mv|volts?|%|hz|秒钟?|分钟?|分間|小时|時間|天|日|次|回|伏|ボルト)(?![\p{L}\d]))/giu;
/** 1 h 30 min is one length. */
const compound = /(\d(?:小时|小時|時間|h|hrs?|hours?))\s*(?=\d+\s*(?:分|m))/giu;
const empty =
  /^(?:of|the|on|for|to|at|in|its|is|as|every|each|from|的|の|を|に|は|が|で|へ|为|把|将|到|至|毎)+$/i;

/** Numbers as digits, with their unit; written-out ones and full hours and a half as well. */
export const figures = (text: string): string =>
  text
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(half, '$1.5$2')
    .replace(written, (_, words: string) => String(numberOf(words)))
    .replace(/(\d)\s*(?:个|個)(?=小时|小時)/g, '$1')
    .replace(/(\d\s*[a-zμ%°\p{Script=Han}]+?)(?:間隔|间隔|ごと|おき|毎)(?=[にへを]|\s|$)/giu, '$1')
    .replace(apart, '$1');

/** Where Chinese and Japanese write no space: after particles, and before a number. */
function spaced(text: string): string {
  return text
    .replace(/[,，、:：=]/g, ' ')
    .replace(/を/g, ' ')
    .replace(/(?<=^|\s)[的のはが把将]+/gu, ' ')
    .replace(/([a-zμ%°\d\p{Script=Han}]|オン|オフ)[にへ](?=\s|$)/giu, '$1')
    .replace(/(?<=[\p{Script=Han}])为(?=[\s\d+\-−开关])/gu, ' ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])(?=[+\-−]?\d)/gu, ' ')
    .replace(/[到至](?=\s*\d)/g, ' ')
    .replace(/[的の](?=\s|$)/g, ' ')
    .replace(compound, '$1');
}

/** The words of field and value; a number and a unit that is none of those known are one value, and a wrong one. */
export function tokensOf(text: string): string[] {
  const tokens = spaced(figures(text))
    .split(/\s+/)
    .filter(
      (token, at, all) => token !== '' && (!empty.test(token) || (at === all.length - 1 && token === 'on')),
    );
  const [last = '', number = ''] = [tokens.at(-1), tokens.at(-2)];
  return tokens.length > 2 && /^[+\-−]?\d+(?:\.\d+)?$/.test(number) && /^[\p{L}°%/²³]+$/u.test(last)
    ? [...tokens.slice(0, -2), `${number}${last}`]
    : tokens;
}
