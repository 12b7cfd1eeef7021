/**
 * What a script finds in its sandbox, as text: it is evaluated inside QuickJS before the script is. The one door to the
 * outside is taken into a closure and removed from the global object; JSON texts alone go through it.
 */
export const prelude = `(() => {
  const host = globalThis.__host;
  const start = JSON.parse(globalThis.__start);
  delete globalThis.__host;
  delete globalThis.__start;
  for (const name of ['performance', 'WeakRef', 'FinalizationRegistry', 'navigator', 'gc'])
    delete globalThis[name];
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { defineProperty, freeze, entries, hasOwn } = Object;

  class ScriptError extends Error {
    constructor({ id, params, text }) {
      super(text);
      this.name = 'ScriptError';
      this.id = id;
      this.params = params;
    }
  }
  const say = (message) => {
    let text;
    try {
      text = stringify(message);
    } catch (error) {
      throw new ScriptError({ id: 'shape', params: { call: message.op, problem: String(error.message) }, text: String(error.message) });
    }
    const answer = host(text);
    if (answer === 'full') return answer;
    if (answer !== '') throw new ScriptError(parse(answer));
  };

  let clock = start.at;
  const RealDate = Date;
  function ScriptDate(...given) {
    if (new.target === undefined) return new RealDate(clock).toString();
    return Reflect.construct(RealDate, given.length === 0 ? [clock] : given, new.target);
  }
  ScriptDate.prototype = RealDate.prototype;
  defineProperty(RealDate.prototype, 'constructor', { value: ScriptDate, writable: true, configurable: true });
  ScriptDate.now = () => clock;
  ScriptDate.parse = RealDate.parse;
  ScriptDate.UTC = RealDate.UTC;
  globalThis.Date = ScriptDate;
  // mulberry32: the same run draws the same numbers, however often it is gone through.
  let seed = start.seed | 0;
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

  const pending = new Map();
  let last = 0;
  const ask = (call, args) => {
    const site = new Error();
    const id = ++last;
    say({ op: 'call', id, call, args });
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject, site }));
  };
  const settle = (text) => {
    const { id, at, value, problem } = parse(text);
    const waiting = pending.get(id);
    if (waiting === undefined) return;
    pending.delete(id);
    clock = at;
    if (problem === undefined) return waiting.resolve(value);
    const error = new ScriptError(problem);
    error.stack = waiting.site.stack;
    waiting.reject(error);
  };

  const list = (one) => (isArray(one) ? one : [one]);
  class Sensor {
    constructor(station, facts) {
      Object.assign(this, facts);
      defineProperty(this, 'station', { value: station });
    }
    read(group) { return readOne(this, group); }
    reported(group) { return fleet.reported([this], group).then(([one]) => one); }
  }
  class Station {
    constructor({ sensors, ...facts }) {
      Object.assign(this, facts);
      this.sensors = sensors.map((sensor) => new Sensor(this, sensor));
    }
    sensor(which) { return this.sensors.find(({ slot, kind }) => slot === which || kind === which); }
    latest(kind) { return fleet.latest([this], kind).then(([one]) => one.readings); }
    read(group) { return readOne(this, group); }
    reported(group) { return fleet.reported([this], group).then(([one]) => one); }
  }
  const wrong = (call, problem) => new ScriptError({ id: 'shape', params: { call, problem }, text: call + ': ' + problem });
  const deviceOf = (given, call) => {
    if (given instanceof Station) return { station: given.id, slot: null };
    if (given instanceof Sensor) return { station: given.station.id, slot: given.slot };
    const station = given?.station instanceof Station ? given.station.id : given?.station;
    if (typeof station !== 'number') throw wrong(call, 'a station, a sensor or { station, slot } is expected');
    return { station, slot: given.slot ?? null };
  };
  /** The slot that a step is meant for: of a station, its only sensor that has the group or the action. */
  const aimed = (given, owners, name, call) => {
    const device = deviceOf(given, call);
    const station = given instanceof Station ? given : given?.station;
    if (device.slot !== null || !(station instanceof Station) || owners === undefined || owners.includes('rtu')) return device;
    const own = station.sensors.filter(({ kind }) => owners.includes(kind));
    if (own.length === 0) throw new ScriptError({ id: 'unknown', params: { name }, text: station.code + ' has nothing with ' + name });
    if (own.length > 1) throw wrong(call, station.code + ' has several sensors with ' + name + ': name the slot');
    return { station: device.station, slot: own[0].slot };
  };

  const readOne = async (device, group) => {
    const [one] = await fleet.read([device], group);
    if (one.ok) return one.values;
    throw new ScriptError({ id: 'read', params: { reason: one.reason.text }, text: one.reason.text });
  };
  const withDevices = (devices, answers) =>
    answers.map((answer, at) => {
      const given = devices[at];
      return { station: given instanceof Station ? given : given.station, ...answer };
    });
  // What is named several times is asked once, and its answer given as often as it was named.
  const each = (keys) => {
    const places = new Map();
    const first = [];
    const at = keys.map((key, index) => {
      if (!places.has(key)) {
        places.set(key, first.length);
        first.push(index);
      }
      return places.get(key);
    });
    return { first, spread: (answers) => (answers.length === first.length ? at.map((place) => answers[place]) : answers) };
  };
  const ofDevices = async (call, given, group) => {
    const devices = list(given);
    const named = devices.map((one) => deviceOf(one, 'fleet.' + call));
    const { first, spread } = each(named.map(({ station, slot }) => station + '/' + slot));
    return withDevices(devices, spread(await ask(call, { devices: first.map((at) => named[at]), group })));
  };
  const stationIds = (stations, call) => list(stations).map((one) => deviceOf(one, call).station);
  const time = (moment) => (moment instanceof RealDate ? moment.getTime() : typeof moment === 'string' ? RealDate.parse(moment) : moment);
  const fleet = freeze({
    async stations(filter = {}) {
      return (await ask('stations', filter)).map((facts) => new Station(facts));
    },
    async latest(stations, kind) {
      const ids = stationIds(stations, 'fleet.latest');
      const { first, spread } = each(ids);
      const answers = await ask('latest', { stations: first.map((at) => ids[at]), kind: kind ?? null });
      return withDevices(list(stations), spread(answers));
    },
    async read(devices, group) { return ofDevices('read', devices, group); },
    async reported(devices, group) { return ofDevices('reported', devices, group); },
    async history(stations, kind, channels, { from, to, statistic = 'mean' } = {}) {
      const given = list(stations);
      const ids = stationIds(given, 'fleet.history');
      const { first } = each(ids);
      const wanted = [...new Set(list(channels))];
      const answers = await ask('history', { stations: first.map((at) => ids[at]), kind, channels: wanted, from: time(from), to: time(to ?? clock), statistic });
      const byStation = new Map(ids.map((id) => [id, []]));
      for (const answer of answers) byStation.get(answer.station)?.push(answer);
      return ids.flatMap((id, at) => byStation.get(id).map((answer) => ({ ...answer, station: given[at] })));
    },
  });

  const propose = (step) => {
    say({ op: 'step', step });
    return Promise.resolve();
  };
  const plan = freeze({
    set(device, group, edits, { after = null, reason = '', own = [] } = {}) {
      const named = own.length === 0 ? {} : { own };
      return propose({ step: 'set', device: aimed(device, start.groups[group], group, 'plan.set'), group, edits, after, reason, ...named });
    },
    send(device, action, args = {}, { after = null, reason = '' } = {}) {
      return propose({ step: 'send', device: aimed(device, start.actions[action], action, 'plan.send'), action, args, after, reason });
    },
    skip(device, why) { return propose({ step: 'skip', device: deviceOf(device, 'plan.skip'), why }); },
    rollout(options) { return propose({ step: 'rollout', options }); },
    title(text) { return propose({ step: 'title', text }); },
  });

  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Station) return value.code + ' ' + value.name;
    if (value instanceof Sensor) return value.station.code + '/' + value.slot;
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (typeof value === 'object' && value !== null) {
      try {
        return stringify(value) ?? String(value);
      } catch {
        return String(value);
      }
    }
    return String(value);
  };
  // Lines that are not kept any more are counted here: a million ways to the host and back would take too long.
  let more = 0;
  let full = false;
  const log = (...given) => {
    if (full) more += 1;
    else full = say({ op: 'log', text: given.map(shown).join(' ') }) === 'full';
  };
  const cell = (value) => (value === null || ['number', 'boolean'].includes(typeof value) ? value : shown(value ?? '').slice(0, start.cell));
  const table = (rows, named = {}) => {
    const kept = list(rows).slice(0, start.rows);
    const columns = [...new Set(kept.flatMap((row) => Object.keys(row)))].slice(0, start.columns);
    const heads = columns.map((name) => (hasOwn(named, name) ? words(named[name]) : name).slice(0, start.cell));
    say({ op: 'table', columns, heads, rows: kept.map((row) => columns.map((name) => cell(row[name]))), total: list(rows).length });
  };
  const progress = (done, total, text = '') => say({ op: 'progress', done, total, text: shown(text) });

  const words = (texts) => {
    const known = Object.values(texts).filter((text) => typeof text === 'string');
    return shown(hasOwn(texts, start.language) ? texts[start.language] : (texts.en ?? known[0] ?? ''));
  };

  const parameters = (group) => {
    if (!hasOwn(start.parameters, group)) throw wrong('parameters', 'no group ' + group);
    return freeze(start.parameters[group].map((one) => freeze({ ...one })));
  };
  const kindOf = (type) => (is = {}) => ({ type, ...is });
  const choice = ({ choices = [], ...is }) => ({
    type: 'choice',
    choices: choices.map((one) => (typeof one === 'string' ? { value: one } : one)),
    ...is,
  });
  const args = (declared, about = {}) => {
    say({ op: 'args', declaration: { ...about, arguments: entries(declared).map(([name, is]) => ({ name, is })) } });
    // Only what is declared is wanted: nothing after this runs.
    while (start.declaring);
    return freeze({ ...start.args });
  };
  globalThis.console = freeze({ log, info: log, warn: log, error: log, debug: log, table });
  globalThis.__api = {
    fleet, plan, log, table, progress, words, args, choice, parameters, ScriptError,
    number: kindOf('number'), text: kindOf('text'), flag: kindOf('flag'), project: kindOf('project'), stations: kindOf('stations'),
  };
  settle.more = () => more;
  return settle;
})()`;

const names = [
  'fleet',
  'plan',
  'log',
  'table',
  'progress',
  'words',
  'args',
  'number',
  'text',
  'flag',
  'choice',
  'project',
  'stations',
  'parameters',
  'ScriptError',
];
/** The module "groundwatch": takes what the prelude left, once. */
export const groundwatch = `const api = globalThis.__api;
delete globalThis.__api;
${names.map((name) => `export const ${name} = api.${name};`).join('\n')}
`;
