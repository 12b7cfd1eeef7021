import { expect, it } from 'vitest';
import { nameReading } from '../../../../src/server/sites/name-reading.ts';

it.each([
  ['重庆三号边坡', 'chong qing san hao bian po'],
  ['长江大桥', 'chang jiang da qiao'],
  ['绿水K3+200滑坡-3号', 'lv shui K3 200 hua po 3 hao'],
  ['North slope', ''],
  ['Bühl 12', ''],
  ['中央トンネル', ''],
  ['\ud800测\u0000站', 'ce zhan'],
])('%s reads %s', (name, reading) => expect(nameReading(name, null)).toBe(reading));

it('what was written by hand stands', () => expect(nameReading('中央', 'ちゅうおう')).toBe('ちゅうおう'));
