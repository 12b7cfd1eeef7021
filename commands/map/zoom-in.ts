import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows less of the map, closer; `at`: closer round a place, e.g. a cluster that is to open. */
export const zoomIn = defineScreenCommand({
  id: 'map.zoomIn',
  title: 'command.map.zoomIn',
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
});
