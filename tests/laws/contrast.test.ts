/** Text on every surface it stands on is legible (WCAG 2.2 AA, 4.5 : 1) in all seven themes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { themes } from '../../src/base/themes.ts';
import { alertColour, alertColours } from '../../src/console/components/chart/curve-colour.ts';

const folder = fileURLToPath(new URL('../../src/console/shell/themes/', import.meta.url));
const dark = ['star', 'tomorrow-night-blue'];

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function tokensOf(file: string): Map<string, string> {
  const text = readFileSync(`${folder}${file}.css`, 'utf8');
  return new Map(
    [...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function parse(value: string): Colour {
  const hex = /^#([0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex !== undefined) {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return [red, green, blue, 1];
  }
  const [red, green, blue, alpha] = /^rgba\(([^)]+)\)$/.exec(value)?.[1]?.split(',').map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined || alpha === undefined)
    throw new Error(`no colour: ${value}`);
  return [red, green, blue, alpha];
}

const over = (top: Colour, [red, green, blue]: Colour): Colour => {
  const mix = (above: number, below: number) => above * top[3] + below * (1 - top[3]);
  return [mix(top[0], red), mix(top[1], green), mix(top[2], blue), 1];
};
/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = ([red, green, blue]: Colour) => {
  const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
};
const contrast = (a: Colour, b: Colour) => {
  const [light = 0, less = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (less + 0.05);
};

/** Distance in Oklab (B. Ottosson, 2020): 0.02 is about what is just noticed. */
const oklab = (colour: Colour) => {
  const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((share) => {
    const part = share / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ] as const;
};
const distance = (a: Colour, b: Colour) => {
  const [one, other] = [oklab(a), oklab(b)];
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
};

const texts = ['--text-strong', '--text', '--text-muted', '--text-faint', '--accent-text'];
const surfaces = [
  '--surface-ground',
  '--surface-panel',
  '--surface-raised',
  '--surface-sunken',
  '--surface-hover',
  '--surface-active',
];

describe.each([...themes])('theme %s', (theme) => {
  const tokens = new Map([
    ...tokensOf('base'),
    ...tokensOf(dark.includes(theme) ? 'dark' : 'light'),
    ...tokensOf(theme),
  ]);
  const colour = (name: string) => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`${theme} has no ${name}`);
    return parse(value);
  };
  // What is not opaque stands on the panel, the panel on the ground.
  const panel = over(colour('--surface-panel'), colour('--surface-ground'));
  it.each(
    texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
  )('%s on %s', (text, surface) => {
    const ground = surface === '--surface-panel' ? panel : over(colour(surface), panel);
    expect(contrast(colour(text), ground)).toBeGreaterThanOrEqual(4.5);
  });
  it('has 21 colours for alert charts: each stands out from the panel, and no two look the same', () => {
    const named = [...tokens.keys()].filter((name) => /^--a\d\d$/.test(name));
    expect(named).toEqual(Array.from({ length: alertColours }, (_, place) => alertColour(place)));
    const colours = named.map(colour);
    for (const [place, one] of colours.entries()) {
      // WCAG 2.2, 1.4.11: parts of a graphic.
      expect(contrast(one, panel), named[place]).toBeGreaterThanOrEqual(3);
      for (const [other, known] of colours.slice(0, place).entries())
        expect(distance(one, known), `${named[place]} and ${named[other]}`).toBeGreaterThanOrEqual(0.03);
    }
  });
});
