/** What was done becomes a script: printed over the real commands, widened to stations that are like those. */

import { beforeEach, describe, expect, it } from 'vitest';
import { commands as orders } from '../../../../commands/commands/index.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import { plans } from '../../../../commands/plans/index.ts';
import { preferences } from '../../../../commands/preferences/index.ts';
import { remarks } from '../../../../commands/remarks.ts';
import { stations } from '../../../../commands/stations/index.ts';
import { kindById } from '../../../../src/catalogue/index.ts';
import type { Command } from '../../../../src/command/command.ts';
import type { ScriptStep } from '../../../../src/command/script.ts';
import { type KnownStation, printRecorded } from '../../../../src/console/state/recording/print.ts';
import {
  begin,
  forgetRecorded,
  keepGiven,
  recorded,
  takeBack,
} from '../../../../src/console/state/recording/recorder.ts';
import { generalise, type Surroundings } from '../../../../src/console/state/recording/selection.ts';

const code = (id: string) => kindById(id)?.code ?? 0;
const known = new Map<number, KnownStation>([
  [1, { code: 'YN-0001', kinds: new Map([[0, code('crackAdc')]]) }],
  [2, { code: 'YN-0002', kinds: new Map([[1, code('crackAdc')]]) }],
  [3, { code: 'it\'s "3"', kinds: new Map([0, 1].map((slot) => [slot, code('crackAdc')])) }],
]);
const words: Parameters<typeof printRecorded>[2] = {
  heading: 'Recorded\nnow',
  title: ({ id }) => id,
  why: (reason) => reason,
  left: (as, what) => `${as}: ${what}`,
  remark: (station, at, text) => `remark ${station} ${at}: ${text}`,
};
const does = <A>(command: Command<A>, args: object = {}, refused: string | null = null) =>
  begin(command as Command, args)(refused);
const printed = () => printRecorded(recorded(), known, words);
const comments = () =>
  printed()
    .split('\n')
    .slice(1)
    .filter((line) => line.startsWith('// ') && !line.startsWith('// recorded at'));
const set = (
  stationId: number,
  edits: Extract<ScriptStep, { type: 'set' }>['edits'],
  reason = '',
): ScriptStep => ({
  type: 'set',
  stationId,
  slot: null,
  group: 'rtu',
  edits,
  reason,
});
const crack = (stationId: number, slot: number): ScriptStep => ({
  ...set(stationId, { alarmValue: 5 }),
  ...{ slot, group: 'crack' },
});
const send = (stationId: number, action: string, args = {}, reason = ''): ScriptStep => ({
  type: 'send',
  stationId,
  slot: null,
  action,
  args,
  reason,
});
const cycle = (stationId: number, value: number, end: Parameters<typeof keepGiven>[2] = {}) =>
  keepGiven(parameters.set, [set(stationId, { sendCycle: value })], end);
const around: Surroundings = {
  of: (station) =>
    ({ 'YN-0001': { project: 'yn', kind: 'crackAdc' }, 'YN-0002': { project: 'yn', kind: 'rain' } })[station],
  list: { project: 'gs', state: ['lv4'] },
};
beforeEach(forgetRecorded);

describe('a script of what was done', () => {
  it('sets, by a sentence and by a panel, are one loop where they are alike', () => {
    cycle(1, 600);
    cycle(2, 600);
    expect(printed()).toBe(`// Recorded now
import { fleet, plan } from 'groundwatch';

// recorded at "YN-0001", "YN-0002"
for (const station of await fleet.stations({ codes: ['YN-0001', 'YN-0002'] })) {
  plan.set(station, 'rtu', { sendCycle: 600 });
}
`);
  });
  it('of a field that was set and set again the last value stays, and it is said', () => {
    cycle(1, 600);
    cycle(2, 1200);
    cycle(1, 900);
    cycle(1, 900);
    cycle(1, 1200);
    expect(printed()).toContain('{ sendCycle: 1200 }');
    expect(printed().match(/plan\.set/g)).toHaveLength(1);
    expect(comments()).toEqual(['// last: YN-0001 sendCycle: 600 → 900 → 1200']);
    expect(generalise(printed(), 'everywhere', around)).toContain("{ kind: ['crackAdc', 'rain'] }");
  });
  it('sensors are named by their kind, and by their slot where there are several', () => {
    keepGiven(parameters.set, [crack(1, 0)]);
    keepGiven(parameters.set, [crack(2, 1)]);
    keepGiven(parameters.set, [crack(3, 1)]);
    const text = printed();
    expect(text).toContain('// recorded at "YN-0001" (crackAdc)\n');
    expect(text).toContain(`  for (const sensor of station.sensors.filter(({ kind }) => kind === 'crackAdc'))
    plan.set(sensor, 'crack', { alarmValue: 5 });`);
    expect(text).toContain(`'it\\'s "3"'`);
    expect(text).toContain("kind === 'crackAdc' && slot === 1");
  });
  it('commands are proposed with what was typed for them, readings are read, a station that was opened is looked at', () => {
    keepGiven(orders.send, [send(1, 'syncClock')]);
    keepGiven(orders.send, [send(1, 'startFastCollect', { duration: 60 })]);
    keepGiven(orders.send, [send(1, 'startFastCollect', { duration: 90 }, "it's raining")]);
    keepGiven(orders.send, [send(1, 'restart', {}, 'stuck')]);
    does(stations.readAll, { stationId: 2 });
    does(stations.open, { stationId: 3 });
    const text = printed();
    expect(text).toContain("plan.send(station, 'syncClock');");
    expect(text).toContain("plan.send(station, 'startFastCollect', { duration: 60 });");
    expect(text).toContain(
      "plan.send(station, 'startFastCollect', { duration: 90 }, { reason: 'it\\'s raining' });",
    );
    expect(text).toContain("plan.send(station, 'restart', {}, { reason: 'stuck' });");
    expect(text).toContain("await fleet.read(station, 'rtu')");
    expect(text).toContain('log(station, station.state);');
  });
  it('the reasons that people gave go along', () => {
    keepGiven(parameters.set, [set(1, { sendCycle: 600 }, 'rain')]);
    keepGiven(parameters.set, [set(1, { lowBattery: 11 }, 'cold')]);
    expect(printed()).toContain(
      "plan.set(station, 'rtu', { sendCycle: 600, lowBattery: 11 }, { reason: 'rain; cold' });",
    );
  });
  it('what was refused or taken back is no line of it, and is said', () => {
    cycle(1, 600, { refused: 'Wrong\npassword' });
    cycle(2, 900, { made: 'command-1' });
    keepGiven(orders.send, [send(1, 'restart')], { made: 'command-2' });
    takeBack('command-1');
    does(stations.readAll, { stationId: 3 }, 'offline');
    const text = printed();
    expect(text).not.toMatch(/^ +plan\.set/m);
    expect(text).toContain("  plan.send(station, 'restart');");
    expect(comments().slice(0, 3)).toEqual([
      "// refused: YN-0001 plan.set(station, 'rtu', { sendCycle: 600 }); Wrong password",
      "// takenBack: YN-0002 plan.set(station, 'rtu', { sendCycle: 900 });",
      `// refused: it's "3" for (const one of await fleet.read(station, 'rtu')) log(station, one.ok ? one.values : one.reason.text); offline`,
    ]);
  });
  it('remarks stand in it as what they are', () => {
    keepGiven(remarks.add, [{ type: 'remark', stationId: 1, text: 'a crack\n at the toe', at: 5 }], {
      made: 'remark 1',
    });
    keepGiven(remarks.add, [{ type: 'remark', stationId: 2, text: 'nothing', at: 6 }], {
      made: 'remark 2',
    });
    takeBack('remark 2');
    expect(comments()).toEqual(['// remark YN-0001 5: a crack at the toe']);
  });
  it('secrets are never kept; what has no line is said, with its reason', () => {
    keepGiven(parameters.set, [set(1, { center1Key: 'hush-hush' })]);
    does(plans.approve);
    does(preferences.theme, { theme: 'dracula' });
    expect(JSON.stringify(recorded())).not.toContain('hush');
    expect(comments()).toEqual([
      '// not: center1Key (secret)',
      '// not: plans.approve (plan)',
      '// not: preferences.theme',
    ]);
  });
  it('does not outlive the session, and takes in nothing that ends after it', () => {
    cycle(1, 600);
    const keep = begin(stations.readAll, { stationId: 1 });
    forgetRecorded();
    keep(null);
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
    keepGiven(parameters.set, [crack(3, 1)]);
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
