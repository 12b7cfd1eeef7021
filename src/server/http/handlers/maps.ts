import { Refusal } from '../../../base/errors.ts';
import { mapFile as mapFileCall } from '../../../contract/map/layers.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** What maps lie on. */
export function mapHandlers({ mapFile }: Services): readonly Binding[] {
  return [
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
