import Type from 'typebox';
import { area, defineCommand, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';
import { comparisons } from '../src/domain/lenses/events.ts';
import { type LensId, lenses } from '../src/domain/lenses/index.ts';
import { profileAxes } from '../src/domain/lenses/profile.ts';
import { rainLineIds } from '../src/domain/lenses/rain-events.ts';
import { vibrationLimitIds } from '../src/domain/lenses/vibration.ts';

/** Opens a lens of the station whose page is open, with the range and the quantity that are shown. */
const lens = (id: LensId) =>
  defineCommand({
    icon: 'line-chart',
    permission: 'station:data:view',
    places: ['station', 'chart'],
    listKeys: [lenses[id].key],
    when: ({ stations }) => (stations.open === null ? 'command.elsewhere' : true),
    execute({ stations, navigation }) {
      if (stations.open === null) return;
      const query = new URLSearchParams(navigation.address.split('?')[1] ?? '');
      const kept = ['range', 'from', 'to', 'series'].flatMap((name) => {
        const value = query.get(name);
        return value === null ? [] : [[name, value]];
      });
      const end = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
      navigation.open(`/station/${stations.open}/analysis/${id}${end}`);
    },
  });

/** The analysis page of a station. */
export const analysis = area('analysis', {
  failure: lens('failure'),
  tangent: lens('tangent'),
  rain: lens('rain'),
  profile: lens('profile'),
  vibration: lens('vibration'),
  temperature: lens('temperature'),
  rate: lens('rate'),
  gaps: lens('gaps'),
  neighbours: lens('neighbours'),
  events: lens('events'),
  /** Chooses the quantity that the lenses look at, as `<sensor>.<row>.<channel>[.<element>]`. */
  series: onScreen({
    icon: 'activity',
    permission: 'station:data:view',
    places: ['station', 'chart'],
    arguments: Type.Object({ series: screenArgument('argument.channel', Type.String({ maxLength: 80 })) }),
  }),
  /** Chooses how long the window is that a rate is taken from, hours. */
  window: onScreen({
    icon: 'clock',
    places: ['chart'],
    arguments: Type.Object({
      window: choiceArgument('argument.window', 'analysis.window', ['6', '12', '24', '72', '168']),
    }),
  }),
  /** Chooses the regression that a rate is taken by. */
  method: onScreen({
    icon: 'line-chart',
    places: ['chart'],
    arguments: Type.Object({
      method: choiceArgument('argument.method', 'analysis.method', ['theilSen', 'lowess']),
    }),
  }),
  /** Chooses the steady stage by hand, UTC ms; without moments it is found again. */
  steadyStage: onScreen({
    icon: 'locate',
    places: ['chart'],
    arguments: Type.Object({
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      to: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Chooses the window that a failure forecast is fitted to, UTC ms; without moments it is found again. */
  fitWindow: onScreen({
    icon: 'locate',
    places: ['chart'],
    listKeys: ['f'],
    arguments: Type.Object({
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      to: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Moves an end of that window by a fortieth of the range. */
  moveFit: onScreen({
    icon: 'sliders',
    isPassing: true,
    places: ['chart'],
    listKeys: [
      { key: '[', args: { end: 'from', step: 'previous' } },
      { key: ']', args: { end: 'from', step: 'next' } },
      { key: '{', args: { end: 'to', step: 'previous' } },
      { key: '}', args: { end: 'to', step: 'next' } },
    ],
    arguments: Type.Object({
      end: choiceArgument('argument.end', 'analysis.failure.end', ['from', 'to']),
      step: choiceArgument('argument.step', 'analysis.step', ['previous', 'next']),
    }),
  }),
  /** Chooses the published line that events of rain are held against. */
  rainLine: onScreen({
    icon: 'rain',
    places: ['chart'],
    arguments: Type.Object({
      line: choiceArgument('argument.rainLine', 'analysis.rainLine', [...rainLineIds, 'own']),
    }),
  }),
  /** Asks for the own line of the station or its project. */
  ownLine: onScreen({ icon: 'pencil', permission: 'station:baseline:edit', places: ['chart'] }),
  /** Chooses the component of a profile that is drawn. */
  profileAxis: onScreen({
    icon: 'sliders',
    places: ['chart'],
    arguments: Type.Object({ axis: choiceArgument('argument.axis', 'analysis.profile.axis', profileAxes) }),
  }),
  /** Shows a profile's increments or their sums. */
  profileShow: onScreen({
    icon: 'layers',
    places: ['chart'],
    arguments: Type.Object({
      show: choiceArgument('argument.show', 'analysis.profile.show', ['cumulative', 'incremental']),
    }),
  }),
  /** Chooses the end that displacements of a profile are added up from. */
  profileEnd: onScreen({
    icon: 'sliders',
    places: ['chart'],
    arguments: Type.Object({
      end: choiceArgument('argument.end', 'analysis.profile.end', ['mounted', 'bottom', 'top']),
    }),
  }),
  /** Counts displacements from the profile that is shown, from that of a moment, or again as the device does (`at` 0). */
  profileZero: onScreen({
    icon: 'locate',
    places: ['chart'],
    listKeys: ['0'],
    arguments: Type.Object({ at: Type.Optional(Type.Integer({ minimum: 0 })) }),
  }),
  /** Shows the profile of the reading before or after. */
  profileStep: onScreen({
    icon: 'clock',
    isPassing: true,
    isUnlisted: true,
    listKeys: [
      { key: ',', args: { step: 'previous' } },
      { key: '.', args: { step: 'next' } },
    ],
    arguments: Type.Object({ step: choiceArgument('argument.step', 'analysis.step', ['previous', 'next']) }),
  }),
  /** Plays the profiles from the one that is shown, or holds. */
  profilePlay: onScreen({ icon: 'play', places: ['chart'], listKeys: ['p'] }),
  /** Keeps the shown profile among those that are drawn, or takes it out. */
  profileKeep: onScreen({ icon: 'pin', places: ['chart'], listKeys: ['d'] }),
  /** Chooses whose sensors are held against each other. */
  neighboursScope: onScreen({
    icon: 'layers',
    places: ['chart'],
    arguments: Type.Object({
      scope: choiceArgument('argument.scope', 'analysis.neighbours.scope', ['station', 'project']),
    }),
  }),
  /** Shows them as a map of heat or as small curves. */
  neighboursView: onScreen({
    icon: 'layers',
    places: ['chart'],
    arguments: Type.Object({
      view: choiceArgument('argument.view', 'analysis.neighbours.view', ['heat', 'multiples']),
    }),
  }),
  /** Chooses what the range is held against. */
  compareWith: onScreen({
    icon: 'line-chart',
    places: ['chart'],
    arguments: Type.Object({
      comparison: choiceArgument('argument.comparison', 'analysis.events.with', comparisons),
    }),
  }),
  /** Adds an event by hand, UTC ms; without a moment those are gone. */
  eventAt: onScreen({
    icon: 'pin',
    isUnlisted: true,
    places: ['chart'],
    arguments: Type.Object({ at: Type.Optional(Type.Integer({ minimum: 0 })) }),
  }),
  /** Chooses the limit that peak velocities are held against. */
  vibrationLimit: onScreen({
    icon: 'activity',
    places: ['chart'],
    arguments: Type.Object({
      limit: choiceArgument('argument.limit', 'analysis.vibration.limit', vibrationLimitIds),
    }),
  }),
  /** Shows a record, by its time, UTC ms. */
  vibrationRecord: onScreen({
    icon: 'activity',
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({ t: screenArgument('argument.capture', Type.Integer({ minimum: 0 })) }),
  }),
  /** Puts a cursor on a sample of the record; without one on its peak. */
  vibrationCursor: onScreen({
    icon: 'activity',
    places: ['chart'],
    listKeys: [
      { key: 'a', args: { cursor: 'a' } },
      { key: 'b', args: { cursor: 'b' } },
    ],
    arguments: Type.Object({
      cursor: choiceArgument('argument.cursor', 'waveform.cursor', ['a', 'b']),
      sample: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Answers anew, with the newest readings. */
  refit: onScreen({ icon: 'refresh', places: ['chart'], listKeys: ['r'] }),
  /** Ends the calculation that is under way. */
  cancel: onScreen({ icon: 'x', places: ['chart'] }),
  /** Saves what the lens shows as a file. */
  exportFile: onScreen({
    icon: 'download',
    permission: 'station:data:view',
    places: ['chart'],
    arguments: Type.Object({ format: choiceArgument('argument.format', 'waveform.format', ['csv', 'xlsx']) }),
  }),
});
