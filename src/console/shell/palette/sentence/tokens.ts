/** Cuts a sentence into its verb, its station and the words of field and value, with or without spaces. Pure. */

/** Words that begin (or in Japanese end) a sentence that sets a parameter. */
const verbs = [
  'set',
  'change',
  '设置',
  '設置',
  '设为',
  '修改',
  '設定',
  '変更',
  'せってい',
  'shezhi',
  'settei',
];
/** Words between field and value: 把发送周期设为10分钟. */
const between = /^\s*[把将]?(.*?\S)\s*(设置为|设为|设成|改为|改成)\s*(\S.*)$/;

export interface Cut {
  readonly verb: string;
  readonly rest: string;
}

/** The verb of a sentence, and what it leaves; null where there is none. */
export function cutVerb(text: string): Cut | null {
  const trimmed = text.trimStart();
  const lower = trimmed.toLowerCase();
  const [, field, middle, value] = between.exec(trimmed) ?? [];
  if (field !== undefined && middle !== undefined && value !== undefined)
    return { verb: middle, rest: `${field} ${value}` };
  for (const verb of verbs) {
    const spaced = /^[a-z]/.test(verb);
    if (lower.startsWith(verb) && (!spaced || /^\s/.test(lower.slice(verb.length))))
      return { verb: trimmed.slice(0, verb.length), rest: trimmed.slice(verb.length) };
    if (!spaced && lower.trimEnd().endsWith(verb)) {
      const end = lower.trimEnd().length - verb.length;
      return { verb: trimmed.slice(end, end + verb.length), rest: trimmed.slice(0, end) };
    }
  }
  return null;
}

/** Where Chinese and Japanese write no space: after particles, and before a number. */
function spaced(text: string): string {
  return text
    .replace(/を/g, ' ')
    .replace(/([a-zμ%°\p{Script=Han}]|オン|オフ)に(?=\s|$)/giu, '$1')
    .replace(/(?<=[\p{Script=Han}])为(?=[\s\d+\-−开关])/gu, ' ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])(?=[+\-−]?\d)/gu, ' ')
    .replace(/[到至](?=\s*\d)/g, ' ');
}

/** The text after the `@` of its station (empty where none is named), and the other words. */
export function cutTokens(rest: string): { readonly stationText: string; readonly tokens: string[] } {
  // A number or a serial number ends where の begins; in a name it may be a part of it.
  const named = /[@＠](?:([\w-]+)の|(\S*))/.exec(rest);
  const words = named === null ? rest : rest.replace(named[0], ' ');
  return {
    stationText: named?.[1] ?? named?.[2] ?? '',
    tokens: spaced(words)
      .split(/\s+/)
      .filter((token) => token !== ''),
  };
}
