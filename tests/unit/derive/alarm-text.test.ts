import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import ja from '../../../locales/ja.json' with { type: 'json' };
import zh from '../../../locales/zh-chs.json' with { type: 'json' };
import type { Text } from '../../../src/console/components/i18n.ts';
import { alarmText, limitText, ruleText, termLimit, termValue } from '../../../src/derive/alarm-text.ts';
import { quantities } from '../../../src/domain/alarms/quantities/index.ts';
import { alarm, term } from '../console/features/alarms/alarms.ts';

const wordsOf = (locale: string, messages: Readonly<Record<string, string>>): Text => {
  const intl = createIntl({ locale, messages: { ...messages } });
  return (id, params) => intl.formatMessage({ id }, { ...params });
};
/** A space that breaks no line is one all the same. */
const plain = (said: string) => said.replaceAll('\u00a0', ' ');
const english = wordsOf('en', en);
const chinese = wordsOf('zh-Hans-CN', zh);
const japanese = wordsOf('ja-JP', ja);

describe('what an alarm says', () => {
  it('is the rule with its numbers, in the language of the user', () => {
    expect(plain(alarmText(alarm(), english))).toBe('Angle X +0.0312 ° in 1 h > 0.0300 °');
    expect(plain(alarmText(alarm(), chinese))).toBe('X 倾角 1小时变化 +0.0312 ° > 0.0300 °');
    expect(plain(alarmText(alarm(), japanese))).toContain('1時間変化 +0.0312 °');
    expect(ruleText(alarm(), english)).toBe('Slope tilt 1 h, v7');
  });
  it('compares amounts with ±, and keeps the sign of a fall', () => {
    expect(plain(limitText(term({ value: -0.012, limit: 0.01, either: true }), english))).toBe(
      'Angle X −0.0120 ° in 1 h > ±0.0100 °',
    );
    expect(
      plain(
        limitText(
          term({ quantity: 'value', args: {}, value: -0.0873, side: 'below', limit: -0.085 }),
          english,
        ),
      ),
    ).toBe('Angle X −0.0873 ° < −0.0850 °');
  });
  it('says no comparison once it has returned', () => {
    expect(plain(alarmText(alarm({ present: 0, peak: 3 }, { value: 0.001 }), english))).toBe(
      'Angle X +0.0010 ° in 1 h',
    );
  });
  it('says that nobody is watching where it is blind', () => {
    expect(plain(alarmText(alarm({ isBlind: true }, { value: null }), english))).toBe(
      'Angle X: no value for longer than the rule allows',
    );
    expect(
      plain(
        alarmText(alarm({ isBlind: true }, { quantity: 'rainSum', row: 'rain', channel: null }), english),
      ),
    ).toBe('Rain in a window: no value for longer than the rule allows');
  });
  it('shows as many digits as its limit has, and a missing value as one', () => {
    expect(termValue(term({ value: 1, limit: 0.00005 }))).toBe('+1.00000');
    expect(termLimit(term({ limit: 0.00005 }))).toBe('0.00005');
    expect(termValue(term({ value: null }))).toBe('–');
    expect(termValue(term({ value: 0.000_000_1 }))).toBe('0.0000');
  });
  it('names the node, and long windows by days', () => {
    expect(
      plain(
        limitText(
          term({
            row: 'profile',
            channel: 'cumulativeA',
            element: 3,
            quantity: 'rate',
            args: { window: 168 },
          }),
          english,
        ),
      ),
    ).toMatch(/^Node 3 .+ rate over 7 d /);
  });
  it('has no number where a state alone is meant', () => {
    const flag = term({
      quantity: 'runStatus',
      row: null,
      channel: null,
      args: { flag: 'storage' },
      value: 1,
      unit: null,
    });
    expect(plain(limitText(flag, english))).toBe('Fault: Storage');
  });
  it('has words for every quantity in every language', () => {
    for (const { id, args } of quantities) {
      const standard = Object.fromEntries(Object.entries(args).map(([name, own]) => [name, own.standard]));
      for (const text of [english, chinese, japanese]) {
        const said = limitText(term({ quantity: id, args: standard }), text);
        expect(said).not.toMatch(/alarms\.|[{}]|undefined/);
      }
    }
  });
  it('shows a quantity that only a newer server knows by its own name', () => {
    expect(plain(limitText(term({ quantity: 'tiltEnergy', unit: 'mm' }), english))).toContain('tiltEnergy');
  });
});
