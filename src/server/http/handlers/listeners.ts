import * as contract from '../../../contract/listeners.ts';
import { appendAudit } from '../../audit/audit.ts';
import { bodyHash } from '../../delivery/body-hash.ts';
import { takeConfirmation } from '../../delivery/confirm.ts';
import { everyCompany } from '../../sites/edit/scope.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Ways in to the server: how they stand, and the restart of one. The platform's alone. */
export function listenerHandlers({ storage, listeners, now }: Services): readonly Binding[] {
  return [
    bind(contract.listeners, async ({ viewer }) => {
      everyCompany(viewer);
      return listeners.read();
    }),
    bind(contract.restartListener, async (by) => {
      everyCompany(by.viewer);
      const { userId, accountName } = by.viewer;
      const { listener } = by.params;
      const { confirmation } = by.body;
      listeners.mayRestart(listener);
      const hash = bodyHash({ restartListener: listener });
      await storage.write((db) => takeConfirmation(db, by, { confirmation, hash, now: now() }));
      const opened = await listeners.restart(listener);
      const failed = opened.state === 'failed';
      await storage.write((db) =>
        appendAudit(db, {
          ...{ at: now(), userId, accountName, address: by.address },
          ...{ action: 'listeners.restart', subject: `listener:${listener}` },
          ...{ result: failed ? 'failed' : 'ok', detail: opened.problem ?? '' },
        }),
      );
      return { listener: opened };
    }),
  ];
}
