import * as contract from '../../../contract/processes.ts';
import { appendAudit } from '../../audit/audit.ts';
import type { By } from '../../audit/by.ts';
import { bodyHash } from '../../delivery/body-hash.ts';
import { takeConfirmation } from '../../delivery/confirm.ts';
import { everyCompany } from '../../sites/edit/scope.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

const actions = {
  move: 'processes.move',
  drain: 'processes.drain',
  resume: 'processes.resume',
} as const;

/** Processes over one database: how they stand, and what is moved between them. The platform's alone. */
export function processHandlers({ storage, processes, now }: Services): readonly Binding[] {
  /** The password's use, the act and its entry in the audit are one write. */
  async function act(by: By, confirmation: string | undefined, asked: contract.ProcessAct) {
    everyCompany(by.viewer);
    const { userId, accountName } = by.viewer;
    await storage.write(async (db) => {
      await takeConfirmation(db, by, { confirmation, hash: bodyHash(asked), now: now() });
      await processes.act(db, asked);
      await appendAudit(db, {
        ...{ at: now(), userId, accountName, address: by.address },
        ...{ action: actions[asked.processAct], subject: `process:${asked.process}` },
        ...{ result: 'ok', detail: asked.work ?? '' },
      });
    });
    await processes.done(asked);
    return {};
  }
  return [
    bind(contract.processes, async ({ viewer }) => {
      everyCompany(viewer);
      return processes.read();
    }),
    bind(contract.processRtus, async ({ viewer, params }) => {
      everyCompany(viewer);
      return processes.rtusOf(viewer, params.process);
    }),
    bind(contract.moveWork, (by) => {
      const { confirmation, work } = by.body;
      return act(by, confirmation, { processAct: 'move', process: by.params.process, work });
    }),
    bind(contract.drainProcess, (by) =>
      act(by, by.body.confirmation, { processAct: 'drain', process: by.params.process }),
    ),
    bind(contract.resumeProcess, (by) =>
      act(by, by.body.confirmation, { processAct: 'resume', process: by.params.process }),
    ),
  ];
}
