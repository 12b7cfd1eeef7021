/**
 * Simulated RTUs that stay connected, in a process of their own: `awake-fleet.ts ANCHOR STATIONS COUNT MQTT_PORT`, and
 * `PART PARTS` where several processes divide them.
 */
import { Device } from '../../src/simulator/device/device.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';

const [anchor = 0, stations = 0, count = 0, port = 0, part = 0, parts = 1] = process.argv
  .slice(2)
  .map(Number);
const rtus = planFleet({ seed: 5, anchor, stations })
  .projects.flatMap((project) => project.stations)
  .map(({ rtu }) => rtu)
  .filter(({ installState, temper }) => installState === 'installed' && temper.silentSince === null)
  .slice(0, count)
  .filter((_, index) => index % parts === part);
const devices = rtus.map(
  (rtu) =>
    new Device(
      { ...rtu, temper: { ...rtu.temper, awake: true, breaks: 0 } },
      { url: `mqtt://127.0.0.1:${port}`, password: `secret-of-${rtu.sn}` },
    ),
);
for (let from = 0; from < devices.length; from += 20)
  await Promise.all(devices.slice(from, from + 20).map((device) => device.connect()));
console.log(`awake ${devices.length}`);
process.once('SIGTERM', () => {
  void Promise.all(devices.map((device) => device.stop())).then(() => process.exit(0));
});
