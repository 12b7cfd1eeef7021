import { describe, expect, it } from 'vitest';
import { parsePlace, placeText } from '../../../src/domain/places/map-place.ts';

describe('a place in an address', () => {
  it('comes back as it went, to about a metre', () => {
    const place = { latitude: 30.123456, longitude: -103.2, zoom: 12.345 };
    expect(placeText(place)).toBe('30.12346,-103.2,12.35');
    expect(parsePlace(placeText(place))).toEqual({ latitude: 30.12346, longitude: -103.2, zoom: 12.35 });
  });
  it('lies on the earth and within the zooms, from both sides of the borders', () => {
    expect(parsePlace('90,180,24')).not.toBeNull();
    expect(parsePlace('-90,-180,0')).not.toBeNull();
    for (const wrong of [
      '90.01,0,5',
      '0,180.01,5',
      '0,0,24.1',
      '0,0,-0.1',
      '0,0',
      '0,0,5,6',
      ',,',
      '',
      'x,0,5',
    ])
      expect(parsePlace(wrong), wrong).toBeNull();
    expect(parsePlace(null)).toBeNull();
  });
});
