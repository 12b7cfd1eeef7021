/** Bugs that are put in to see that the oracle finds them, each with a life that brings it out. */
import { trackedMessage } from '../../../src/server/delivery/envelope.ts';
import { classOf, type OrderRow } from '../../../src/server/delivery/row.ts';
import { auditStep, type Stepped } from '../../../src/server/delivery/store.ts';
import type { DeliveryEvent } from '../../../src/server/delivery/transition.ts';
import type { ScheduleStep } from './schedule.ts';
import type { Plant, World } from './world.ts';

/** Writes a state past the table, with its audit entry: as a wrong table would. */
async function force(world: World, row: OrderRow, event: DeliveryEvent, to: string, more: object = {}) {
  const at = world.clock.now;
  await world.storage.write(async (db) => {
    await db
      .updateTable('orders')
      .set({ ...more, state: to, ended_at: at })
      .where('id', '=', row.id)
      .execute();
    await auditStep(db, row, { event, from: row.state, to, at }, {});
  });
}

const tracked = 0;
const plain = 1;
const act = (node: 0 | 1): ScheduleStep => ({ do: 'act', node, name: 'reportNow' });
const wake = (node: 0 | 1): ScheduleStep => ({ do: 'wake', node, loss: null });
const lost: ScheduleStep = { do: 'weather', down: 'lost', up: 'through' };

export const plants: Readonly<
  Record<
    string,
    { readonly plant: Plant; readonly breaks: string; readonly schedule: readonly ScheduleStep[] }
  >
> = {
  'publish before persist': {
    breaks: 'I2',
    schedule: [act(tracked), wake(tracked)],
    plant: {
      server: (_world, { store, gateway }) => {
        const send = store.send.bind(store);
        store.send = async (id, node) => {
          const row = await store.byId(id);
          const message = row === undefined ? null : trackedMessage({ ...row, seq: 1 }, 0);
          if (message !== null) await gateway.command('GW1', null, message);
          return send(id, node);
        };
      },
    },
  },
  'success on publish': {
    breaks: 'I5',
    schedule: [lost, act(tracked), wake(tracked), { do: 'sleep', node: tracked }],
    plant: {
      server: (world, { store, gateway }) => {
        const command = gateway.command.bind(gateway);
        (gateway as { command: typeof command }).command = async (sn, device, metrics) => {
          await command(sn, device, metrics);
          const [row] = await store.inFlight();
          if (row !== undefined) await force(world, row, 'answeredOk', 'succeeded');
        };
      },
    },
  },
  'expire in flight': {
    breaks: 'I5',
    schedule: [
      { do: 'weather', down: 'through', up: 'late' },
      act(tracked),
      wake(tracked),
      { do: 'pass', s: 90_000 },
    ],
    plant: {
      server: (world, { store }) => {
        const step = store.step.bind(store);
        store.step = async (id, event, change, fits): Promise<Stepped | null> => {
          const row = await store.byId(id);
          if (event !== 'silence' || row === undefined || row.state !== 'sending')
            return step(id, event, change, fits);
          await force(world, row, 'expire', 'expired');
          return { row, refused: null };
        };
      },
    },
  },
  'retry of a plain action': {
    breaks: 'I4',
    schedule: [lost, act(plain), wake(plain), { do: 'pass', s: 45 }],
    plant: {
      server: (world, { store }) => {
        const step = store.step.bind(store);
        store.step = async (id, event, change, fits): Promise<Stepped | null> => {
          const row = await store.byId(id);
          if (event !== 'silence' || row?.state !== 'sending' || classOf(row) !== 'plainAction')
            return step(id, event, change, fits);
          await force(world, row, 'silence', 'queued');
          return { row, refused: null };
        };
        const send = store.send.bind(store);
        store.send = async (id, node) => {
          await world.storage.write((db) =>
            db.updateTable('orders').set({ attempts: 0 }).where('id', '=', id).execute(),
          );
          await world.storage.write((db) =>
            db.deleteFrom('order_attempts').where('order_id', '=', id).execute(),
          );
          return send(id, node);
        };
      },
    },
  },
};
