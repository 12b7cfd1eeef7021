// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import en from '../../../../locales/en.json' with { type: 'json' };
import ja from '../../../../locales/ja.json' with { type: 'json' };
import zh from '../../../../locales/zh-chs.json' with { type: 'json' };
import { ApiError, httpMessage } from '../../../../src/console/state/connection/api-error.ts';

const statuses = [0, 400, 401, 403, 404, 408, 500, 501, 502, 503, 504, 505];

describe.each([
  ['zh-chs', zh],
  ['en', en],
  ['ja', ja],
] as const)('in %s', (_language, words) => {
  it('every status of the catalogue has a sentence of its own', () => {
    const sentences = statuses.map((status) => words[httpMessage(status) as keyof typeof words]);
    for (const sentence of sentences) expect(sentence).toMatch(/\S/);
    expect(new Set(sentences).size).toBe(statuses.length);
  });
  it('404 names the address', () => expect(words['http.404']).toContain('{url}'));
});

describe('a status without its own', () => {
  it.each([
    [418, 'http.400'],
    [429, 'http.400'],
    [511, 'http.500'],
    [302, 'http.500'],
  ])('%i has the message %s', (status, id) => expect(httpMessage(status)).toBe(id));
});

describe('path', () => {
  it.each([
    ['/rest/x?a=1', '/rest/x'],
    ['https://host.example/rest/x', '/rest/x'],
    ['http://', 'http://'],
  ])('of %s is %s', (url, path) => {
    expect(new ApiError(500, '', null, {}, null, url).path).toBe(path);
  });
});
