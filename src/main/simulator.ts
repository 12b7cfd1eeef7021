/** `npm run simulator`: the demo's fleet against any broker, by MQTT_URL. Prints each RTU's credential once. */
import { planFleet } from '../simulator/fleet/index.ts';
import { startFleet } from '../simulator/run.ts';
import { credentialOf, openDemoFile } from './demo/demo-file.ts';
import { DemoMemory } from './demo/demo-memory.ts';

const folder = process.env['DATA_DIR'] ?? '.demo';
const { file } = openDemoFile(folder, Number(process.env['DEMO_STATIONS'] ?? 300));
const url = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';
const rtus = planFleet(file).projects.flatMap((project) => project.stations.map((station) => station.rtu));
const memory = new DemoMemory(folder);
const fleet = startFleet(rtus, {
  url,
  password: credentialOf(file),
  load: (sn) => memory.load(sn),
  store: (sn, saved) => memory.store(sn, saved),
});
console.log(`${fleet.devices.length} simulated RTUs on ${url}`);

const stop = () => {
  void fleet.stop().then(() => {
    memory.flush();
    process.exit(0);
  });
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
