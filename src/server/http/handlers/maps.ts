import { Refusal } from '../../../base/errors.ts';
import { mapFile as mapFileCall } from '../../../contract/map/layers.ts';
import * as plans from '../../../contract/map/plans.ts';
import * as shapes from '../../../contract/map/shapes.ts';
import { addShape, removeShape, restoreShape, shapesFor } from '../../maps/shapes.ts';
import { addPlan, changePlan, placeDevice, plansOfStation, removePlan } from '../../maps/site-plans.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** What maps lie on, what is drawn on them, and plans of sites. */
export function mapHandlers({ mapFile, storage, board, now }: Services): readonly Binding[] {
  const room = { storage, board, now };
  return [
    bind(shapes.mapShapes, ({ viewer }) => shapesFor(room, viewer)),
    bind(shapes.addMapShape, (by) => addShape(room, by, by.body)),
    bind(shapes.removeMapShape, (by) => removeShape(room, by, by.params.shapeId)),
    bind(shapes.restoreMapShape, (by) => restoreShape(room, by, by.params.shapeId)),
    bind(plans.sitePlans, ({ viewer, params }) => plansOfStation(room, viewer, params.stationId)),
    bind(plans.addSitePlan, (by) => addPlan(room, by, by.params.stationId, by.body)),
    bind(plans.changeSitePlan, (by) =>
      changePlan(room, by, by.params.stationId, by.params.sitePlanId, by.body),
    ),
    bind(plans.removeSitePlan, (by) => removePlan(room, by, by.params.stationId, by.params.sitePlanId)),
    bind(plans.placeOnPlan, (by) =>
      placeDevice(room, by, by.params.stationId, by.params.sitePlanId, by.body),
    ),
    bind(mapFileCall, async ({ request, reply }) => {
      const { range, 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = request.headers;
      const part = await mapFile?.part({ range, ifNoneMatch, ifMatch });
      if (part === undefined || part === null) throw new Refusal(404, 'api.notFound', { what: 'map file' });
      void reply
        .code(part.status)
        .header('etag', part.etag)
        .header('accept-ranges', 'bytes')
        .header('x-content-type-options', 'nosniff');
      if (part.status === 416) void reply.header('content-range', `bytes */${part.size}`);
      if (part.status !== 206) return void (await reply.send());
      await reply
        .type('application/octet-stream')
        .header('content-range', `bytes ${part.from}-${part.to}/${part.size}`)
        .header('content-length', part.to - part.from + 1)
        .send(part.stream);
    }),
  ];
}
