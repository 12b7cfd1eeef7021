/** Of the product, what browser tests start: bundled, so that their processes need not read it from its sources. */
export { startServer } from '../../../src/main/compose.ts';
export { readSources, writeSite } from '../../../src/main/demo/demo-site.ts';
export { readSettings } from '../../../src/main/settings.ts';
export { createUser } from '../../../src/server/accounts/users.ts';
export { openStorage } from '../../../src/server/storage/open.ts';
export { planFleet } from '../../../src/simulator/fleet/index.ts';
export { past } from '../../../src/simulator/history.ts';
export { startFleet } from '../../../src/simulator/run.ts';
export { writeRule } from '../alarms.ts';
