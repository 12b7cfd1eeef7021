// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { themes } from '../../../../src/base/themes.ts';
import {
  loadPreferences,
  preferences,
  setLanguage,
  setSideCollapsed,
  setTheme,
} from '../../../../src/console/state/preferences.ts';

const shownThemes = () => [...document.body.classList].filter((name) => name.startsWith('theme-'));
beforeEach(() => {
  localStorage.clear();
  document.cookie = 'lang=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
  document.body.className = 'theme-d2 other';
  loadPreferences('');
});

describe('theme', () => {
  it.each(themes)('%s becomes the one theme of the body and is kept', (theme) => {
    setTheme(theme);
    expect(shownThemes()).toEqual([`theme-${theme}`]);
    expect(document.body.classList.contains('other')).toBe(true);
    loadPreferences('');
    expect(preferences.theme).toBe(theme);
  });
  it.each(['', 'solarized', '__proto__', 'theme-d2'])('unknown %j becomes the first', (name) => {
    setTheme(name);
    expect(preferences.theme).toBe('d2');
  });
  it.each(['"solarized"', 'not json', '{}', 'null'])('kept as %s becomes the first and is saved', (kept) => {
    localStorage.setItem('groundwatch.theme.ann', kept);
    loadPreferences('ann');
    expect(preferences.theme).toBe('d2');
    expect(localStorage.getItem('groundwatch.theme.ann')).toBe('"d2"');
  });
  it('that a user has not chosen yet is the first, whoever was here before', () => {
    setTheme('star');
    loadPreferences('ann');
    expect(preferences.theme).toBe('d2');
    expect(localStorage.getItem('groundwatch.theme.ann')).toBe('"d2"');
  });
  it('is each user’s own', () => {
    loadPreferences('ann');
    setTheme('star');
    setSideCollapsed(true);
    loadPreferences('bob');
    setTheme('line');
    expect(preferences.sideCollapsed).toBe(false);
    loadPreferences('ann');
    expect([preferences.theme, preferences.sideCollapsed]).toEqual(['star', true]);
  });
});

describe('language', () => {
  it('is Chinese at first', () => {
    expect(preferences.language).toBe('zh-chs');
    expect(document.documentElement.lang).toBe('zh-Hans-CN');
  });
  it.each([
    ['ja', 'ja-JP'],
    ['en', 'en'],
    ['zh-chs', 'zh-Hans-CN'],
  ] as const)('%s is stored in the cookie and set as the language of the page', (language, tag) => {
    setLanguage(language);
    expect(document.cookie).toContain(`lang=${language}`);
    expect(document.documentElement.lang).toBe(tag);
    loadPreferences('ann');
    expect(preferences.language).toBe(language);
  });
  it('of an unknown cookie is Chinese', () => {
    document.cookie = 'lang=tlh; Path=/';
    loadPreferences('');
    expect(preferences.language).toBe('zh-chs');
  });
});
