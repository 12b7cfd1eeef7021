import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/base/errors.ts';
import { envelopeOf } from '../../../../src/server/http/refusals.ts';
import { thingIn } from '../../../../src/server/http/things.ts';

const said = (what: string) =>
  (['zh-chs', 'en', 'ja'] as const).map(
    (language) => envelopeOf(new Refusal(404, 'api.notFound', { what }), language).msg,
  );

/** The nouns that the server says are missing, as they stand in its code. */
function nouns(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of readdirSync('src/server', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const code = readFileSync(join('src/server', name), 'utf8');
    for (const [, ticked, quoted] of code.matchAll(
      /'api\.notFound', \{ what: (?:`([a-z][a-z ]*?) \$|'([a-z ]+)')/g,
    ))
      found.add(ticked ?? quoted ?? '');
    for (const [, noun] of code.matchAll(/throw missing\((?:'|`)([a-z ]+?)(?:'| \$)/g)) found.add(noun ?? '');
  }
  return found;
}

describe('what a refusal says is missing', () => {
  it('is said in the language of who asks, with its number', () => {
    expect(said('station 9')).toEqual([
      '找不到 测站 9',
      'station 9 was not found',
      '観測局 9 が見つかりません',
    ]);
    expect(said('missed run 4')[0]).toBe('找不到 漏执行的任务 4');
    expect(said('map file')[2]).toBe('地図ファイル が見つかりません');
  });

  it('stays as it is where it is no thing with a word', () => {
    expect(said('/rest/nothing')[0]).toBe('找不到 /rest/nothing');
    expect(said('constructor 9')[1]).toBe('constructor 9 was not found');
  });

  it('has a word for everything that the server misses', () => {
    const all = nouns();
    expect(all.size).toBeGreaterThan(30);
    const unsaid = [...all].filter((noun) => thingIn('zh-chs', `${noun} 7`) === `${noun} 7`);
    expect(unsaid).toEqual([]);
  });
});
