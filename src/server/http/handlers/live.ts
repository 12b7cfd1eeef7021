import { stream } from '../../../contract/live.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** The live stream: server-sent events until the session ends or the reader goes. */
export function liveHandlers({ hub, sessions }: Services): readonly Binding[] {
  return [
    bind(stream, async ({ viewer, token, request, reply }) => {
      hub.refuseFull(viewer);
      const last = request.headers['last-event-id'];
      reply.hijack();
      hub.open(viewer, reply.raw, typeof last === 'string' ? last : undefined, async () =>
        token === null ? null : sessions.viewer(token),
      );
    }),
  ];
}
