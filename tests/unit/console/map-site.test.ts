/** What the map says of where one is, at a site and over a country. */
import { describe, expect, it } from 'vitest';
import { languages, languageTags } from '../../../src/base/messages.ts';
import { graticule, graticuleStep } from '../../../src/console/components/map/basemap/graticule.ts';
import { languageOf, loadTowns, nearestOf } from '../../../src/console/components/map/basemap/places.ts';
import { homeView, siteRadius } from '../../../src/console/components/map/home-place.ts';
import { ringStep, rings } from '../../../src/console/components/map/rings.ts';
import { distance, toGcj02 } from '../../../src/domain/places/datum.ts';
import { destination, metresPerPixel } from '../../../src/domain/places/measure.ts';

const site = { longitude: 102.70926, latitude: 25.04131 };
const near = (metres: number) => destination(site, 40, metres);

describe('the graticule', () => {
  it('has lines 70 to 375 pixels apart from 1 : 300 million down to 1 : 500', () => {
    for (let zoom = 2.4; zoom < 20.5; zoom += 0.1) {
      const pixels = (graticuleStep(zoom) * 512 * 2 ** zoom) / 360;
      expect(pixels, `zoom ${zoom}`).toBeGreaterThan(70);
      expect(pixels, `zoom ${zoom}`).toBeLessThan(375);
    }
  });
  it('names its lines with as many digits as they need', () => {
    const { features } = graticule({ west: 102.7, south: 25.04, east: 102.71, north: 25.05 }, 16);
    const labels = features.map(({ properties }) => properties.label);
    expect(labels).toContain('102.706°E');
    expect(labels).toContain('25.042°N');
    for (const { geometry, properties } of features) {
      const [[x = 0, y = 0] = [], [x2 = 0] = []] = geometry.coordinates;
      const upright = x === x2;
      expect(Number.parseFloat(properties.label)).toBeCloseTo(upright ? x : y, 9);
    }
  });
});

describe('the map of a station', () => {
  it('shows the nearest neighbour, no less than 250 m and 2 km where nobody is near', () => {
    expect(siteRadius(site, [near(4000), near(1500)])).toBeCloseTo(1950, 0);
    expect(siteRadius(site, [near(30)])).toBe(250);
    expect(siteRadius(site, [])).toBe(2000);
    expect(siteRadius(site, [near(19_999)])).toBeCloseTo(25_998.7, 0);
    expect(siteRadius(site, [near(20_001)])).toBe(2000);
    // One that stands at the very place says nothing of the scale.
    expect(siteRadius(site, [site, near(1500)])).toBeCloseTo(1950, 0);
  });
  it('opens on the station with that much round it', () => {
    const { center, zoom } = homeView(site, [near(1500)], 'WGS-84', { width: 900, height: 600 });
    expect(center).toEqual([site.longitude, site.latitude]);
    expect(metresPerPixel(site.latitude, zoom) * 260).toBeCloseTo(1950, 0);
  });
  it('opens where the tiles have the station', () => {
    const { center } = homeView(site, [], 'GCJ-02', { width: 900, height: 600 });
    const { longitude, latitude } = toGcj02(site);
    expect(center).toEqual([longitude, latitude]);
    expect(distance(site, { longitude, latitude })).toBeGreaterThan(100);
  });
});

describe('the circles round a station', () => {
  it('have the radius that they name', () => {
    const drawn = rings(site, 15, 'WGS-84', (metres) => `${metres} m`);
    expect(drawn.features).toHaveLength(3);
    for (const { geometry, properties } of drawn.features)
      for (const [longitude = 0, latitude = 0] of geometry.coordinates)
        expect(distance(site, { longitude, latitude })).toBeCloseTo(Number.parseInt(properties.label, 10), 2);
  });
  it('lie 72 to 180 pixels apart, and are not drawn over a country', () => {
    for (let zoom = 8; zoom < 20; zoom += 0.25) {
      const pixels = ringStep(site.latitude, zoom) / metresPerPixel(site.latitude, zoom);
      expect(pixels).toBeGreaterThanOrEqual(72);
      expect(pixels).toBeLessThanOrEqual(180);
    }
    expect(rings(site, 7.9, 'WGS-84', String).features).toEqual([]);
  });
});

describe('the towns', () => {
  it('have names in three languages and lie where the atlas has them', async () => {
    const towns = await loadTowns();
    expect(towns.length).toBeGreaterThan(300);
    for (const { name, longitude, latitude } of towns) {
      for (const words of Object.values(name)) expect(words).not.toBe('');
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
    }
    const places = new Map(towns.map((town) => [town.name.en, town]));
    // As the encyclopedias have them, to a tenth of a degree.
    for (const [name, latitude, longitude] of [
      ['Kunming', 25.05, 102.7],
      ['Lijiang', 26.87, 100.23],
      ['Sendai', 38.27, 140.87],
      ['Kumamoto', 32.8, 130.7],
      ['Lanzhou', 36.06, 103.83],
      ['Baoshan', 25.12, 99.16],
    ] as const) {
      expect(places.get(name)?.latitude, name).toBeCloseTo(latitude, 0);
      expect(places.get(name)?.longitude, name).toBeCloseTo(longitude, 0);
    }
  });
  it('nearest come first, with their distance', async () => {
    const [first, second] = nearestOf(site, await loadTowns(), 2);
    expect(first?.of.name).toEqual({ 'zh-chs': '昆明', en: 'Kunming', ja: '昆明' });
    expect(first?.metres).toBeLessThan(2000);
    expect(second?.metres).toBeGreaterThan(first?.metres ?? 0);
  });
  it('are named in the language of the page', () => {
    expect(languages.map((language) => languageOf(languageTags[language]))).toEqual([...languages]);
    expect(languageOf('xx')).toBe('en');
  });
});
