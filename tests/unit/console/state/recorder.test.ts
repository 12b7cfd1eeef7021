/** What was done becomes a script: printed over the real commands, widened to stations that are like those. */
import { beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../../commands/index.ts';
import { kindById } from '../../../../src/catalogue/index.ts';
import { createRegistry } from '../../../../src/command/registry.ts';
import { forgetRecorded, record, recorded } from '../../../../src/console/state/recorder.ts';
import { type KnownStation, printRecorded } from '../../../../src/console/state/recording/print.ts';
import { generalise, type Surroundings } from '../../../../src/console/state/recording/selection.ts';

const registry = createRegistry(commands);
const code = (id: string) => kindById(id)?.code ?? 0;
const known = new Map<number, KnownStation>([
  [1, { code: 'YN-0001', kinds: new Map([[0, code('crackAdc')]]) }],
  [2, { code: 'YN-0002', kinds: new Map([[1, code('crackAdc')]]) }],
  [3, { code: 'it\'s "3"', kinds: new Map([0, 1].map((slot) => [slot, code('crackAdc')])) }],
]);
const words = {
  heading: 'Recorded\nnow',
  title: (id: string) => id,
  why: (reason: string) => reason,
};
const does = (id: string, args: object = {}, told: Parameters<typeof record>[2] = () => []) =>
  record(registry.get(id), args, told);
const printed = () => printRecorded(recorded(), known, words);
const cycle = (stationId: number, value: number) =>
  does('parameters.set', { stationId, group: 'rtu/rtu', field: 'sendCycle', value });
const around: Surroundings = {
  of: (station) =>
    ({ 'YN-0001': { project: 'yn', kind: 'crackAdc' }, 'YN-0002': { project: 'yn', kind: 'rain' } })[station],
  list: { project: 'gs', state: ['lv4'] },
};
beforeEach(forgetRecorded);

describe('a script of what was done', () => {
  it('sets, by a sentence and by a panel, are one loop where they are alike', () => {
    cycle(1, 600);
    does('parameters.apply', {}, () => [
      { type: 'set', stationId: 2, slot: null, group: 'rtu', edits: { sendCycle: 600 } },
    ]);
    expect(printed()).toBe(`// Recorded now
import { fleet, plan } from 'groundwatch';

// recorded at "YN-0001", "YN-0002"
for (const station of await fleet.stations({ codes: ['YN-0001', 'YN-0002'] })) {
  plan.set(station, 'rtu', { sendCycle: 600 });
}
`);
  });
  it('of a field that was set twice the last value stays', () => {
    cycle(1, 600);
    cycle(1, 1200);
    expect(printed()).toContain('{ sendCycle: 1200 }');
    expect(printed()).not.toContain('600');
  });
  it('sensors are named by their kind, and by their slot where there are several', () => {
    for (const [stationId, group] of [
      [1, '0/crack'],
      [2, '1/crack'],
    ] as const)
      does('parameters.set', { stationId, group, field: 'alarmValue', value: 5 });
    does('parameters.set', { stationId: 3, group: '1/crack', field: 'alarmValue', value: 5 });
    const text = printed();
    expect(text).toContain('// recorded at "YN-0001" (crackAdc)\n');
    expect(text).toContain(`  for (const sensor of station.sensors.filter(({ kind }) => kind === 'crackAdc'))
    plan.set(sensor, 'crack', { alarmValue: 5 });`);
    expect(text).toContain(`'it\\'s "3"'`);
    expect(text).toContain("kind === 'crackAdc' && slot === 1");
  });
  it('commands are proposed, readings are read, a station that was opened is looked at', () => {
    does('commands.send', { stationId: 1, device: 'rtu', command: 'syncClock' });
    does('commands.send', { stationId: 2, device: 'rtu', command: 'readAll' });
    does('stations.open', { stationId: 3 });
    expect(printed()).toContain("plan.send(station, 'syncClock');");
    expect(printed()).toContain("await fleet.read(station, 'rtu')");
    expect(printed()).toContain('log(station, station.state);');
  });
  it('secrets are never kept; what has no line is said, with its reason', () => {
    does('parameters.set', { stationId: 1, group: 'rtu/rtu', field: 'center1Key', value: 'hush-hush' });
    does('plans.approve');
    does('preferences.theme', { theme: 'dracula' });
    expect(JSON.stringify(recorded())).not.toContain('hush');
    expect(
      printed()
        .split('\n')
        .filter((line) => line.startsWith('// not recorded')),
    ).toEqual([
      '// not recorded: center1Key (secret)',
      '// not recorded: plans.approve (plan)',
      '// not recorded: preferences.theme',
    ]);
  });
  it('does not outlive the session', () => {
    cycle(1, 600);
    forgetRecorded();
    expect(recorded()).toEqual([]);
  });
});

describe('generalised', () => {
  const loop = (text: string) => /fleet\.stations\(.*?\)\)/.exec(text)?.[0];
  it('goes over the same kind, the list, and back', () => {
    cycle(1, 600);
    const text = printed();
    const project = generalise(text, 'project', around);
    expect(loop(project)).toBe("fleet.stations({ project: 'yn', kind: 'crackAdc' }))");
    const everywhere = generalise(project, 'everywhere', around);
    expect(loop(everywhere)).toBe("fleet.stations({ kind: 'crackAdc' }))");
    expect(loop(generalise(everywhere, 'list', around))).toBe(
      "fleet.stations({ project: 'gs', state: ['lv4'] }))",
    );
    expect(generalise(everywhere, 'these', around)).toBe(text);
  });
  it('a slot is meant at the recorded stations alone', () => {
    does('parameters.set', { stationId: 3, group: '1/crack', field: 'alarmValue', value: 5 });
    const text = printed();
    const wide = generalise(text, 'everywhere', around);
    expect(wide).toContain("filter(({ kind }) => kind === 'crackAdc'))");
    expect(generalise(wide, 'these', around)).toBe(text);
  });
  it('leaves what was written by hand', () => {
    cycle(1, 600);
    const edited = `${printed()}\n// mine\nlog(await fleet.stations({ text: 'x' }));\n`;
    expect(generalise(edited, 'everywhere', around)).toContain("log(await fleet.stations({ text: 'x' }));");
  });
});
