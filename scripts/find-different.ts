/** Devices whose parameters differ from those of a station that is the standard, or from what most devices have. */
import { args, choice, flag, fleet, log, parameters, plan, stations, table, text, words } from 'groundwatch';

const { group, fields, standard, propose } = args(
  {
    group: choice({
      choices: ['rtu', 'mems', 'rt3000', 'crack', 'rain', 'moisture', 'rt1010', 'basic'],
      default: 'rtu',
      title: { 'zh-chs': '参数组', en: 'Parameter group', ja: 'パラメータグループ' },
    }),
    fields: text({
      default: 'sendCycle, collectionCycle, lowBattery, timeSync',
      title: { 'zh-chs': '参数', en: 'Parameters', ja: 'パラメータ' },
      description: {
        'zh-chs': '以逗号分隔；留空则比较该组的通用参数。属于单台设备的参数（标定、安装、标识）须写明名称。',
        en: 'Separated by commas; empty: all that devices may share. What belongs to one device (calibration, installation, identity) must be named.',
        ja: 'コンマで区切ります。空欄の場合は共通パラメータを比較します。機器固有のもの（校正・設置・識別）は名前を指定してください。',
      },
    }),
    standard: stations({
      default: [],
      title: { 'zh-chs': '标准测站', en: 'Station that is the standard', ja: '基準とする観測局' },
      description: {
        'zh-chs': '不选则以最常见的值为准。',
        en: 'None: the most common value counts.',
        ja: '選ばない場合は最も多い値を基準とします。',
      },
    }),
    propose: flag({
      default: false,
      title: { 'zh-chs': '提出设置建议', en: 'Propose to set them', ja: '設定を提案する' },
    }),
  },
  {
    title: { 'zh-chs': '查找参数不一致的设备', en: 'Find devices that differ', ja: '設定が異なる機器を探す' },
    description: {
      'zh-chs':
        '在同类设备之间，列出参数与标准测站或半数以上设备不一致者，可生成改回的计划；报警中的测站不更改。',
      en: 'Lists devices whose parameters differ from those of a standard station, or from what more than half of their kind have; proposes to bring them back if asked, but not at stations in alarm.',
      ja: '同じ種類の機器のうち、基準の観測局または過半数の機器と設定が異なるものを一覧にします。必要に応じて変更を提案します（警報中の観測局を除く）。',
    },
  },
);

const all = await fleet.stations();
const known = parameters(group).filter(({ reported }) => reported);
const named = fields
  .split(/[,，、]/)
  .map((field) => field.trim())
  .filter((field) => field !== '');
const unknown = named.filter((name) => !known.some(({ id }) => id === name));
if (unknown.length > 0)
  throw new Error(
    words({
      'zh-chs': `${group} 组没有参数：${unknown.join('、')}。可用：${known.map(({ id }) => id).join('、')}`,
      en: `${group} has no parameter ${unknown.join(', ')}. It has: ${known.map(({ id }) => id).join(', ')}`,
      ja: `${group} にパラメータ ${unknown.join('、')} はありません。使用できるもの：${known.map(({ id }) => id).join('、')}`,
    }),
  );
const strangers = standard.filter((code) => !all.some((station) => station.code === code));
if (strangers.length > 0)
  throw new Error(
    words({
      'zh-chs': `没有测站：${strangers.join('、')}`,
      en: `no station ${strangers.join(', ')}`,
      ja: `観測局がありません：${strangers.join('、')}`,
    }),
  );
const wanted = known.filter(({ id, own, stranding }) =>
  named.length > 0 ? named.includes(id) : own === null && !stranding,
);
const isRtu = group === 'rtu';
const sensors = all.flatMap((station) => station.sensors);
const answers = await fleet.reported(isRtu ? all : sensors, group);
/** Of one kind each: the same parameter of another kind has another meaning, and another unit. */
const kinds = new Map<string, Extract<(typeof answers)[number], { ok: true }>[]>();
const silent: string[] = [];
for (const [index, one] of answers.entries()) {
  const kind = isRtu ? 'rtu' : (sensors[index]?.kind ?? '');
  if (one.ok) kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  // A sensor without the group is none that is asked for.
  else if (one.reason.id !== 'noGroup') silent.push(`${one.station.code}: ${one.reason.text}`);
}
type One = Extract<(typeof answers)[number], { ok: true }>;
const found: Record<string, unknown>[] = [];
const differing = new Map<One, [string, never][]>();
const undecided: string[] = [];
let count = 0;
for (const [kind, reported] of kinds) {
  count += reported.length;
  for (const { id } of wanted) {
    const held = (one: One): unknown => Object.entries(one.values).find(([name]) => name === id)?.[1];
    const votes = new Map<string, number>();
    for (const one of reported) {
      const value = JSON.stringify(held(one));
      if (value === undefined || (standard.length > 0 && !standard.includes(one.station.code))) continue;
      votes.set(value, (votes.get(value) ?? 0) + 1);
    }
    const cast = [...votes.values()].reduce((sum, each) => sum + each, 0);
    const [expected, most] = [...votes].sort((a, b) => b[1] - a[1])[0] ?? [];
    if (expected === undefined || most === undefined) {
      if (standard.length > 0) undecided.push(`${id} (${kind})`);
      continue;
    }
    // Standard stations that disagree, or no half that agrees, are no standard.
    if (standard.length > 0 ? votes.size > 1 : 2 * most <= cast) {
      undecided.push(`${id} (${kind})`);
      continue;
    }
    for (const one of reported) {
      const value = held(one);
      if (value === undefined || JSON.stringify(value) === expected) continue;
      const proposal = JSON.parse(expected) as never;
      differing.set(one, [...(differing.get(one) ?? []), [id, proposal]]);
      found.push({ station: one.station.code, slot: one.slot, kind, field: id, value, expected: proposal });
    }
  }
}
table(found, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
  kind: { 'zh-chs': '类型', en: 'Kind', ja: '種別' },
  field: { 'zh-chs': '参数', en: 'Parameter', ja: 'パラメータ' },
  value: { 'zh-chs': '当前值', en: 'Value', ja: '現在値' },
  expected: { 'zh-chs': '标准值', en: 'Standard', ja: '基準値' },
});
log(
  words({
    'zh-chs': `${count} 台设备中有 ${differing.size} 台不一致`,
    en: `${differing.size} of ${count} devices differ`,
    ja: `${count} 台中 ${differing.size} 台が異なります`,
  }),
);
if (undecided.length > 0)
  log(
    words({
      'zh-chs': `没有公认的值：${undecided.join('、')}`,
      en: `no value that most agree on: ${undecided.join(', ')}`,
      ja: `基準となる値がありません：${undecided.join('、')}`,
    }),
  );
if (silent.length > 0)
  log(words({ 'zh-chs': '未比较', en: 'not compared', ja: '比較していません' }), silent.join('; '));
if (propose)
  for (const [{ station, slot }, edits] of differing) {
    if (station.deviceAlarm) {
      plan.skip({ station, slot }, words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' }));
      continue;
    }
    const options = {
      own: named as never,
      reason: words({ 'zh-chs': '与标准不一致', en: 'differs from the standard', ja: '基準と異なる' }),
    };
    const isStranding = ([field]: [string, never]) =>
      known.some(({ id, stranding }) => id === field && stranding);
    const safe = edits.filter((edit) => !isStranding(edit));
    if (safe.length > 0) plan.set({ station, slot }, group, Object.fromEntries(safe), options);
    // What can cut a device off goes alone, one after the other.
    for (const edit of edits.filter(isStranding))
      plan.set({ station, slot }, group, Object.fromEntries([edit]), { ...options, after: 'verified' });
  }
