/** Delivery and plans over a broker, which kill themselves by SIGKILL at the nth passing of a fault point. */
import { Delivery } from '../../../src/server/delivery/delivery.ts';
import { Gateway } from '../../../src/server/gateway/gateway.ts';
import { PlanMarks } from '../../../src/server/plans/marks.ts';
import { PlanIssuer } from '../../../src/server/plans/rollout/issuer.ts';
import { openStorage } from '../../../src/server/storage/open.ts';

const [dataDir = '', port = '0', planId = '', point = '', nth = '1', databaseUrl = ''] =
  process.argv.slice(2);
let left = Number(nth);
const storage = await openStorage({ dataDir, ...(databaseUrl === '' ? {} : { databaseUrl }) });
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const gateway = new Gateway({
  storage,
  log: quiet,
  broker: { port: Number(port) },
  flushTime: 200,
  session: { reorderTime: 200, rebirth: { firstDelay: 0 } },
});
const delivery = new Delivery({
  storage,
  gateway,
  log: quiet,
  ackTime: 500,
  settleTime: 40,
  sweepTime: 100,
  againTime: 100,
  faults: (reached) => {
    if (reached === point && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
const issuer = new PlanIssuer({
  delivery,
  marks: new PlanMarks(),
  failed: (error) => console.error(error),
  againTime: 100,
});
process.on('disconnect', () => process.exit(0));
await gateway.start();
process.send?.({ port: gateway.port ?? 0 });
await issuer.start();
setInterval(async () => {
  const plan = await storage.db
    .selectFrom('plans')
    .select('ended_at')
    .where('id', '=', planId)
    .executeTakeFirst()
    // The test is over, and its database gone.
    .catch(() => undefined);
  // The test may have heard it, and gone.
  if (plan?.ended_at != null && process.connected) process.send?.({ over: true }, () => {});
  const ordered = await storage.db
    .selectFrom('orders')
    .select('id')
    .where('plan_id', '=', planId)
    .execute()
    .catch(() => []);
  if (process.connected) process.send?.({ ordered: ordered.length }, () => {});
}, 50);
