import Type from 'typebox';
import { area, defineCommand, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';
import { type LensId, lenses } from '../src/domain/lenses/index.ts';
import { rainLineIds } from '../src/domain/lenses/rain-events.ts';

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
  temperature: lens('temperature'),
  rate: lens('rate'),
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
  /** Chooses the published line that events of rain are held against. */
  rainLine: onScreen({
    icon: 'rain',
    places: ['chart'],
    arguments: Type.Object({
      line: choiceArgument('argument.rainLine', 'analysis.rainLine', rainLineIds),
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
