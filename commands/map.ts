import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

const Degrees = (most: number) => Type.Number({ minimum: -most, maximum: most });

/** The map of stations. */
export const map = area('map', {
  /** Shows all stations on the map. */
  fit: onScreen({
    icon: 'maximize',
    places: ['map'],
  }),
  /** Goes back to the station whose map it is. */
  home: onScreen({
    icon: 'locate',
    places: ['map'],
  }),
  /** Lays the map on another base layer, which is kept; the same again tries one that did not load. */
  base: onScreen({
    icon: 'layers',
    places: ['map'],
    arguments: Type.Object({ layer: screenArgument('argument.mapLayer', Type.String({ maxLength: 20 })) }),
  }),
  /** Shows less of the map, closer; `at`: closer round a place, e.g. a cluster that is to open. */
  zoomIn: onScreen({
    icon: 'zoom-in',
    places: ['map'],
    arguments: Type.Object({
      at: Type.Optional(
        Type.Object({
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          zoom: Type.Number({ minimum: 0, maximum: 24 }),
        }),
      ),
    }),
  }),
  /** Shows more of the map. */
  zoomOut: onScreen({
    icon: 'zoom-out',
    places: ['map'],
  }),
  /** Begins to measure lengths and areas, or ends it. */
  measure: onScreen({
    icon: 'ruler',
    places: ['map'],
  }),
  /** Sets a point of what is measured: in the middle of the map, or `at`. */
  measurePoint: onScreen({
    icon: 'plus',
    isPassing: true,
    places: ['map'],
    arguments: Type.Object({
      at: Type.Optional(Type.Object({ longitude: Degrees(180), latitude: Degrees(90) })),
    }),
  }),
  /** Takes back the last point. */
  measureBack: onScreen({
    icon: 'undo',
    isPassing: true,
    places: ['map'],
  }),
  /** Copies a link to the place that the map shows. */
  copyLink: onScreen({
    icon: 'link',
    places: ['map'],
  }),
});
