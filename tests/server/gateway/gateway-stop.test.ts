/** A gateway that stops waits for what it is writing of its RTUs, however slow the storage is. */
import { expect, it } from 'vitest';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { bdSeq, connectNode, double, openSite, until } from './gateway-fixture.ts';

it('has written what RTUs report, also where the storage was still at it', async () => {
  const site = await openSite({ GW1: [9] });
  try {
    let isWriting = false;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Storage = {
      ...site.storage,
      write: async (work) => {
        // Of all writes the one of foreign metrics is held up.
        const named = work.toString().includes('foreign_metrics');
        if (named) {
          isWriting = true;
          await held;
        }
        return site.storage.write(work);
      },
    };
    const gateway = await site.gateway({ storage: slow, flushTime: 20 });
    const node = await connectNode(gateway.port ?? 0, 'GW1', await gateway.issueCredential('GW1'));
    await node.send('NBIRTH', { timestamp: 1, metrics: [bdSeq(0n), double('Theirs', 12)] });
    await until(() => isWriting);
    node.cut();
    const stopped = gateway.stop();
    setTimeout(release, 100);
    await stopped;
    const kept = await site.storage.db.selectFrom('foreign_metrics').selectAll().execute();
    expect(kept).toHaveLength(1);
  } finally {
    await site.close();
  }
});
