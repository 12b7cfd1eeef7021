import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Plan } from '../../src/contract/plans/plans.ts';
import type { RunDetail } from '../../src/contract/workflows.ts';
import { newKey, password, startDeliveryProduct } from '../support/delivery/product.ts';
import type { Bench } from './bench.ts';

const stations = 1150;
const devices = 1000;
const concurrency = 10;
const trips = 40;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const script = (lowBattery: number) => `import { fleet, plan } from 'groundwatch';
const stations = await fleet.stations();
const answers = await fleet.reported(stations, 'rtu');
stations.forEach((station, index) => {
  if (answers[index]?.ok) plan.set(station, 'rtu', { lowBattery: ${lowBattery} });
});
plan.rollout({ concurrency: ${concurrency}, order: 'given' });
`;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length / 2] ?? Number.NaN;

type Confirmed = { readonly confirmation: string };
type Ordered = { readonly order: { readonly id: string } };

/** Resolves with the next message of a process. @throws where it ends before */
const answered = (child: ChildProcess) =>
  Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the page ended with ${code}`);
    }),
  ]);

/** P17: a script over a thousand stations to its diff on the screen, and from the password to the last device. */
export const bench: Bench = {
  id: 'P17',
  title: 'a plan over 1,000 stations',
  async run() {
    const product = await startDeliveryProduct({ stations });
    const anchor = Math.floor(Date.now() / 60_000) * 60_000;
    const program = fileURLToPath(new URL('awake-fleet.ts', import.meta.url));
    const port = String(product.running.mqttPort);
    const fleet = spawn(
      process.execPath,
      ['--import', 'tsx', program, String(anchor), String(stations), String(devices), port],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let page: ChildProcess | undefined;
    try {
      const token = await product.login('maintainer');
      const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
        const reply = await product.ask<T>(method, path, token, body);
        if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.msg}`);
        return reply.data;
      };
      await once(fleet.stdout, 'data');
      const { db } = product.running.storage;
      for (let reported = 0; reported < devices; await pause(200))
        reported = (await db.selectFrom('parameters').select('rtu_id').where('slot', '=', -1).execute())
          .length;

      page = fork(new URL('plan-page.ts', import.meta.url), [product.running.address, token], {
        execArgv: ['--import', 'tsx'],
      });
      await answered(page);

      const shownBy = page;
      const applyTo = async (lowBattery: number) => {
        const begun = performance.now();
        const started = await ask<{ run: RunDetail }>('POST', '/rest/workflows/runs', {
          script: script(lowBattery),
          args: {},
          title: 'P17',
        });
        let run = started.run;
        while (run.planId === null) {
          if (run.problem !== null) throw new Error(JSON.stringify(run.problem));
          await pause(20);
          run = (await ask<{ run: RunDetail }>('GET', `/rest/workflows/runs/${run.id}`)).run;
        }
        const planned = performance.now() - begun;
        const isShown = answered(shownBy);
        shownBy.send({ planId: run.planId, value: String(lowBattery) });
        await isShown;
        const shown = performance.now() - begun;

        const { plan } = await ask<{ plan: Plan }>('GET', `/rest/plans/${run.planId}`);
        const body = { planId: plan.id, revision: plan.revision, reason: 'bench' };
        const { confirmation } = await ask<Confirmed>('POST', '/rest/user/confirm', {
          password,
          body,
        });
        const approved = performance.now();
        const before = process.cpuUsage();
        await ask('POST', `/rest/plans/${plan.id}/approve`, {
          revision: plan.revision,
          reason: 'bench',
          confirmation,
        });
        const state = () =>
          db.selectFrom('plans').select('state').where('id', '=', plan.id).executeTakeFirstOrThrow();
        while ((await state()).state === 'applying') await pause(50);
        const applied = performance.now() - approved;
        const { user, system } = process.cpuUsage(before);
        const verified = await db
          .selectFrom('plan_devices')
          .select('rtu_id')
          .where('plan_id', '=', plan.id)
          .where('outcome', '=', 'passed')
          .execute();
        return {
          planned,
          shown,
          applied,
          verified: verified.length,
          items: plan.items.length,
          processor: (user + system) / 1000,
        };
      };
      // A server has been up for months: what its first plan takes, while its code is compiled, stands in the note.
      const first = await applyTo(11.1);
      // One round trip of a device that nothing else is asked of: password → order → on the device → read back.
      const taken: number[] = [];
      const confirmed: number[] = [];
      const [one] = await db
        .selectFrom('parameters')
        .select('rtu_id')
        .where('slot', '=', -1)
        .limit(1)
        .execute();
      for (let trip = 0; trip < trips; trip += 1) {
        const begun = performance.now();
        const target = { rtuId: one?.rtu_id ?? 0, slot: null };
        const edits = { lowBattery: trip % 2 === 0 ? 11.3 : 11.4 };
        const content = { type: 'set', group: 'rtu', edits, version: trip + 1 } as const;
        const body = { key: newKey(), target, content, reason: 'bench', surface: 'button' };
        const { confirmation } = await ask<Confirmed>('POST', '/rest/user/confirm', { password, body });
        confirmed.push(performance.now() - begun);
        const { order } = await ask<Ordered>('POST', '/rest/orders', { ...body, confirmation });
        while ((await product.orderOf(order.id))?.verification !== 'verified') await pause(2);
        taken.push(performance.now() - begun);
      }
      const trip = median(taken);

      const warm = await applyTo(11.2);
      return [
        {
          what: `apply to ${warm.verified} devices that are awake, ${concurrency} at once, against their round trips`,
          ours: warm.applied,
          reference: (trip * warm.items) / concurrency,
          unit: 'ms',
          goal: 1.3,
          note: `round trip ${trip.toFixed(1)} ms, ${median(confirmed).toFixed(1)} of them the password's; ${(warm.processor / warm.verified).toFixed(1)} ms of processor a device; script → plan ${warm.planned.toFixed(0)} ms, → diff on screen ${warm.shown.toFixed(0)} ms; the first plan of this server ${first.applied.toFixed(0)} ms`,
        },
      ];
    } finally {
      if (page?.exitCode === null) {
        const closed = once(page, 'exit');
        page.disconnect();
        await closed;
      }
      fleet.kill('SIGTERM');
      await once(fleet, 'exit');
      await product.stop();
    }
  },
};
