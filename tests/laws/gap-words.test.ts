/** A kind of gap has one name, whichever screen or file shows it. */
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };

describe.each([
  ['zh-chs', zh],
  ['en', en],
  ['ja', ja],
])('kinds of gap in %s', (_, words) => {
  it.each(['silent', 'fault', 'removed', 'resent'] as const)('%s is called the same in reports', (kind) => {
    expect(words[`reports.gap.${kind}`].toLowerCase()).toBe(words[`gap.${kind}`].toLowerCase());
  });

  it('are called the same where their causes are listed', () => {
    expect(words['analysis.gaps.cause.removed']).toBe(words['gap.removed']);
    expect(words['analysis.gaps.cause.resent']).toBe(words['gap.resent']);
  });

  it('are called the same as the state of a device that reports nothing', () => {
    expect(words['state.silent']).toBe(words['gap.silent']);
  });

  it('what came later is not called missing', () => {
    expect(words['curve.gaps']).toBe(words['overview.gaps']);
    expect(words['curve.gaps']).not.toMatch(/缺测|欠測/);
  });
});
