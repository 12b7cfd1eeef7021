/**
 * Three tanks in a row: rain fills the first, each drains through holes in its side and into the one below. Heights mm,
 * times h. Model and constants: Ishihara and Kobatake 1979 (Runoff model for flood forecasting, Bulletin of the
 * Disaster Prevention Research Institute, Kyoto University 29-1), as the Japan Meteorological Agency uses them for its
 * soil water index, alike all over the country (Okada, Makihara, Shimpo, Nagata, Kunitsugu and Saitoh 2001, Tenki 48,
 * 349–356).
 */

/** Holes in the sides: heights above the tank's bottom in mm (L1–L4), coefficients per hour (α1–α4). */
const holes = [
  [
    { height: 15, drain: 0.1 },
    { height: 60, drain: 0.15 },
  ],
  [{ height: 15, drain: 0.05 }],
  [{ height: 15, drain: 0.01 }],
] as const;
/** Holes in the bottoms, coefficients per hour (β1–β3). */
const seepage = [0.12, 0.05, 0.01] as const;

/** Water in the tanks, mm, from the first on. */
export type Tanks = readonly [number, number, number];

const outflow = (tank: 0 | 1 | 2, level: number): number =>
  holes[tank].reduce((sum, { height, drain }) => sum + drain * Math.max(0, level - height), 0);

/** Change of the tanks, mm/h, at a rain of mm/h. */
function change([first, second, third]: Tanks, rain: number): Tanks {
  const [a, b, c] = seepage;
  return [
    rain - a * first - outflow(0, first),
    a * first - b * second - outflow(1, second),
    b * second - c * third - outflow(2, third),
  ];
}

const moved = (tanks: Tanks, by: Tanks, hours: number): Tanks => [
  tanks[0] + by[0] * hours,
  tanks[1] + by[1] * hours,
  tanks[2] + by[2] * hours,
];

/** The tanks after a step of constant rain (mm/h), by the classic Runge–Kutta method: steps of minutes are exact enough. */
export function drained(tanks: Tanks, rain: number, hours: number): Tanks {
  const k1 = change(tanks, rain);
  const k2 = change(moved(tanks, k1, hours / 2), rain);
  const k3 = change(moved(tanks, k2, hours / 2), rain);
  const k4 = change(moved(tanks, k3, hours), rain);
  const mean = (index: 0 | 1 | 2) => (k1[index] + 2 * k2[index] + 2 * k3[index] + k4[index]) / 6;
  return moved(tanks, [mean(0), mean(1), mean(2)], hours);
}
