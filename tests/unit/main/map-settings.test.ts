import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/main/settings.ts';

const here = fileURLToPath(import.meta.url);

describe('the settings of maps', () => {
  it('are the embedded basemap alone where nothing is set', () => {
    const { mapLayers, mapFile, mapOrigins } = readSettings({});
    expect(mapLayers.map(({ id }) => id)).toEqual(['embedded']);
    expect(mapFile).toBeNull();
    expect(mapOrigins).toEqual([]);
  });
  it('put the own style and the file before the embedded basemap, services behind it', () => {
    const settings = readSettings({
      MAP_SATELLITE_URL: 'https://sat.example/{z}/{x}/{y}.jpg',
      MAP_SERVICE_URL: 'https://maps.example/style.json',
      MAP_SERVICE_DATUM: 'GCJ-02',
      MAP_SERVICE_ATTRIBUTION: '© Example',
      MAP_PMTILES: here,
      MAP_STYLE_URL: 'http://10.0.0.8:8080/style.json',
      MAP_ORIGINS: 'https://tiles.example, https://maps.example',
    });
    expect(settings.mapLayers.map(({ id }) => id)).toEqual([
      'style',
      'file',
      'embedded',
      'service',
      'satellite',
    ]);
    expect(settings.mapLayers[3]).toEqual({
      id: 'service',
      url: 'https://maps.example/style.json',
      datum: 'GCJ-02',
      attribution: '© Example',
    });
    // The file is named by its setting alone: no browser learns where it lies.
    expect(JSON.stringify(settings.mapLayers)).not.toContain(here);
    expect(settings.mapOrigins).toEqual([
      'http://10.0.0.8:8080',
      'https://maps.example',
      'https://sat.example',
      'https://tiles.example',
    ]);
  });
  it.each([
    ['MAP_DATUM', 'BD-09', /MAP_DATUM: BD-09/],
    ['MAP_SERVICE_DATUM', 'wgs84', /MAP_SERVICE_DATUM: wgs84/],
    ['MAP_PMTILES', '/nowhere/at/all.pmtiles', /MAP_PMTILES: .* is no file/],
    ['MAP_STYLE_URL', 'style.json', /MAP_STYLE_URL: style.json is no address/],
    ['MAP_SATELLITE_URL', 'javascript:alert(1)', /MAP_SATELLITE_URL/],
    ['MAP_SERVICE_URL', 'https://me:secret@maps.example/', /MAP_SERVICE_URL: users and passwords/],
    ['MAP_ORIGINS', 'https://tiles.example/path', /MAP_ORIGINS: .* is no origin/],
  ])('refuse a wrong %s and name it', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(sentence);
  });
});
