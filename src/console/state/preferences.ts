import { proxy } from 'valtio';
import { type MapLayerId, mapLayerIds } from '../../base/map-layers.ts';
import { type Language, languages, languageTags, toLanguage } from '../../base/messages.ts';
import { type Theme, themes } from '../../base/themes.ts';
import { readCookie, writeCookie } from './connection/cookies.ts';
import { readStored, writeStored } from './stored.ts';

export const preferences = proxy<{
  language: Language;
  theme: Theme;
  sideCollapsed: boolean;
  /** The server's menu in the header in place of the side. */
  menuInHeader: boolean;
  /** Pages fade in. */
  transitions: boolean;
  /** Displacements and angles are shown relative to their initial values. */
  relative: boolean;
  /** Alarms that nobody has answered are heard. */
  sound: boolean;
  /** What maps lie on; null = what the server's settings name first. */
  mapLayer: MapLayerId | null;
  account: string;
}>({
  language: 'zh-chs',
  theme: 'd2',
  sideCollapsed: false,
  menuInHeader: false,
  transitions: true,
  relative: false,
  sound: false,
  mapLayer: null,
  account: '',
});

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** The theme of that name, or the first one. */
export function toTheme(name: string): Theme {
  return themes.find((theme) => theme === name) ?? themes[0];
}

function applyTheme(theme: Theme): void {
  for (const name of [...document.body.classList]) {
    if (name.startsWith('theme-')) document.body.classList.remove(name);
  }
  document.body.classList.add(`theme-${theme}`);
}

/** Sets and keeps a theme; an unknown name sets the first one. */
export function setTheme(name: string): void {
  preferences.theme = toTheme(name);
  writeStored(`theme.${preferences.account}`, preferences.theme);
  writeStored('theme.', preferences.theme);
  applyTheme(preferences.theme);
}

export function setLanguage(language: Language): void {
  preferences.language = languages.includes(language) ? language : 'zh-chs';
  writeCookie('lang', preferences.language, 365);
  document.documentElement.lang = languageTags[preferences.language];
}

export function setSideCollapsed(collapsed: boolean): void {
  preferences.sideCollapsed = collapsed;
  writeStored(`side.${preferences.account}`, collapsed);
}

export function setMenuInHeader(inHeader: boolean): void {
  preferences.menuInHeader = inHeader;
  writeStored(`menuInHeader.${preferences.account}`, inHeader);
}

export function setTransitions(on: boolean): void {
  preferences.transitions = on;
  writeStored(`transitions.${preferences.account}`, on);
}

export function setRelative(on: boolean): void {
  preferences.relative = on;
  writeStored(`relative.${preferences.account}`, on);
}

export function setSound(on: boolean): void {
  preferences.sound = on;
  writeStored(`sound.${preferences.account}`, on);
}

export function setMapLayer(layer: MapLayerId): void {
  preferences.mapLayer = layer;
  writeStored(`mapLayer.${preferences.account}`, layer);
}

/** Loads what was kept for an account ('' before login); a missing or unknown theme becomes the first and is saved. */
export function loadPreferences(account: string): void {
  preferences.account = account;
  setTheme(readStored(`theme.${account}`, '', isText));
  preferences.sideCollapsed = readStored(`side.${account}`, false, isFlag);
  preferences.menuInHeader = readStored(`menuInHeader.${account}`, false, isFlag);
  preferences.transitions = readStored(`transitions.${account}`, true, isFlag);
  preferences.relative = readStored(`relative.${account}`, false, isFlag);
  preferences.sound = readStored(`sound.${account}`, false, isFlag);
  const layer = readStored(`mapLayer.${account}`, '', isText);
  preferences.mapLayer = mapLayerIds.find((id) => id === layer) ?? null;
  const language = readCookie('lang');
  if (language !== null) setLanguage(toLanguage(language));
  else document.documentElement.lang = languageTags[preferences.language];
}
