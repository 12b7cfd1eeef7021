import { eastNorth, type Profiles, profileAt, profileTrack } from '../../../../domain/lenses/profile.ts';
import { tiltAzimuth } from '../../../../domain/readings/tilt.ts';
import { axisOf, extent } from '../../../components/plot/axes.ts';
import type { PlotAxis, PlotLayer, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';
import type { ProfileChoice, ProfilePlayer } from './use-profile-choice.ts';

/** Colours of the profiles that are drawn beside the shown one, the oldest first. */
export const keptColors = ['--c3', '--c2', '--c4', '--c5', '--c6', '--c7'] as const;

export interface ProfileTitles {
  readonly profile: string;
  readonly change: string;
  readonly plan: string;
  readonly time: string;
  readonly zone: string;
}

interface Looked {
  readonly found: Profiles;
  readonly choice: ProfileChoice;
  readonly player: ProfilePlayer;
  readonly zone: string;
  readonly azimuth: number;
  readonly titles: ProfileTitles;
}

/** The four pictures: displacement over depth, change by depth, the way of the free end from above, its way over time. */
export function profileSpecs(looked: Looked): {
  readonly profile: PlotSpec;
  readonly change: PlotSpec;
  readonly plan: PlotSpec;
  readonly time: PlotSpec;
} {
  return {
    profile: depthSpec(looked),
    change: changeSpec(looked),
    plan: planSpec(looked),
    time: timeSpec(looked),
  };
}

function depthAxis({ depths }: Profiles): PlotAxis {
  const [, deepest] = extent(depths);
  const step = deepest / Math.max(1, depths.length);
  return numberAxis(deepest + step, 0, 8);
}

const zoneBand = ({ zone }: Profiles): readonly PlotLayer[] =>
  zone === null ? [] : [{ type: 'band', axis: 'y', from: zone.from, to: zone.to, color: '--lv3-edge' }];

function depthSpec({ found, choice, player, titles }: Looked): PlotSpec {
  const { depths } = found;
  const axes = choice.show === 'cumulative' ? found.cumulative : found.incremental;
  const at = (moment: number) => profileAt(axes, depths.length, moment, choice.axis);
  const shown = at(player.at);
  const kept = player.kept.map(at);
  // The axis holds every moment of the range, so that playing does not move it.
  const all = Array.from({ length: depths.length }, (_, i) =>
    profileTrack(axes, depths.length, i, choice.axis),
  );
  const [low, high] = extent(...all.map((own) => own.filter((value) => !Number.isNaN(value))), [0]);
  const pad = Math.max(0.05, (high - low) * 0.06);
  return {
    x: numberAxis(low - (low < 0 || choice.axis !== 'both' ? pad : 0), high + pad, 5),
    y: depthAxis(found),
    layers: [
      ...zoneBand(found),
      { type: 'line', x: [0, 0], y: [0, depthAxis(found).from], color: '--chart-axis' },
      ...kept.map(
        (values, i): PlotLayer => ({
          type: 'line',
          x: values,
          y: depths,
          color: keptColors[i % keptColors.length] as string,
          dash: (i % 3) as 0 | 1 | 2,
        }),
      ),
      { type: 'line', x: shown, y: depths, color: '--c1' },
      { type: 'points', x: shown, y: depths, color: '--c1', size: 3 },
    ],
    title: titles.profile,
    showX: true,
  };
}

function changeSpec({ found, choice, player, titles }: Looked): PlotSpec {
  const { depths, incremental, zone } = found;
  const own = (moment: number) => profileAt(incremental, depths.length, moment, choice.axis);
  const [first, shown] = [own(0), own(player.at)];
  const change = shown.map((value, i) => value - (first[i] as number));
  const last = own(found.t.length - 1).map((value, i) => value - (first[i] as number));
  const rows = Array.from(change, (value, i) => ({ i, ...heightOf(depths, i), value })).filter(
    ({ value }) => !Number.isNaN(value),
  );
  const isOfZone = (i: number) => zone !== null && i >= zone.first && i <= zone.last;
  const known = [change, last].map((values) => values.filter((value) => !Number.isNaN(value)));
  return {
    x: axisOf(known, 4, true),
    y: depthAxis(found),
    layers: [
      ...zoneBand(found),
      { type: 'rows', rows: rows.filter(({ i }) => !isOfZone(i)), color: '--c1' },
      { type: 'rows', rows: rows.filter(({ i }) => isOfZone(i)), color: '--lv3-edge' },
    ],
    title: titles.change,
    showX: true,
  };
}

/** From half way to the node above to half way to the one below. */
function heightOf(depths: Float64Array, i: number): { readonly from: number; readonly to: number } {
  const own = depths[i] as number;
  const above = depths[i - 1] ?? own - ((depths[i + 1] ?? own + 1) - own);
  const below = depths[i + 1] ?? own + (own - above);
  return { from: (above + own) / 2, to: (own + below) / 2 };
}

function planSpec({ found, player, azimuth, titles }: Looked): PlotSpec {
  const { cumulative, depths, free, t } = found;
  const [east, north] = [new Float64Array(t.length), new Float64Array(t.length)];
  for (let k = 0; k < t.length; k += 1) {
    const place = k * depths.length + free;
    const [x, y] = eastNorth(cumulative.a[place] as number, cumulative.b[place] as number, azimuth);
    east[k] = x;
    north[k] = y;
  }
  const far =
    Math.max(...extent(east.map(Math.abs), north.map(Math.abs)).filter(Number.isFinite), 0.05) * 1.15;
  const axis = numberAxis(-far, far, 4);
  const axisA = eastNorth(far, 0, azimuth);
  return {
    x: axis,
    y: axis,
    layers: [
      { type: 'line', x: [-far, far], y: [0, 0], color: '--chart-axis' },
      { type: 'line', x: [0, 0], y: [-far, far], color: '--chart-axis' },
      { type: 'line', x: [0, axisA[0]], y: [0, axisA[1]], color: '--text-muted', dash: 1 },
      {
        type: 'line',
        x: east.subarray(0, player.at + 1),
        y: north.subarray(0, player.at + 1),
        color: '--c1',
      },
      {
        type: 'points',
        x: [east[player.at] ?? Number.NaN],
        y: [north[player.at] ?? Number.NaN],
        color: '--c1',
        size: 4,
      },
    ],
    title: titles.plan,
    showX: true,
  };
}

function timeSpec({ found, choice, player, zone, titles }: Looked): PlotSpec {
  const { t, cumulative, depths, free } = found;
  const own = (node: number) => profileTrack(cumulative, depths.length, node, choice.axis);
  // Below and above the zone by the sums: what its two borders do.
  const nodes = [...new Set([free, ...(found.zone === null ? [] : [found.zone.first, found.zone.last])])];
  const lines = nodes.map((node, i) => ({
    values: own(node),
    color: ['--c1', '--c2', '--c3'][i] as string,
    i,
  }));
  const [first, last] = [t[0] as number, t.at(-1) as number];
  const marks = [{ at: t[player.at] as number, color: '--text-strong' }];
  return {
    x: timeAxis(first, Math.max(first + 1, last), zone, 320),
    y: axisOf(
      lines.map(({ values }) => values.filter((value) => !Number.isNaN(value))),
      4,
      true,
    ),
    layers: lines.map(
      ({ values, color, i }): PlotLayer => ({
        type: 'line',
        x: t,
        y: values,
        color,
        dash: (i % 3) as 0 | 1 | 2,
      }),
    ),
    marks:
      found.zone === null
        ? marks
        : [...marks, { at: found.zone.since, color: '--lv3-edge', dash: 1, label: titles.zone }],
    title: titles.time,
    showX: true,
  };
}

/** Compass bearing and length of the free end's displacement at a moment; null where it is not known or none. */
export function freeEnd(found: Profiles, moment: number, azimuth: number) {
  const place = moment * found.depths.length + found.free;
  const [a, b] = [found.cumulative.a[place] as number, found.cumulative.b[place] as number];
  if (Number.isNaN(a + b) || Math.hypot(a, b) === 0) return null;
  const direction = (Math.atan2(b, a) * 180) / Math.PI;
  return { length: Math.hypot(a, b), bearing: tiltAzimuth(direction, azimuth) };
}
