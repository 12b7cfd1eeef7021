/** Devices whose parameters differ from those of a station that is the standard, or from what most devices have. */
import { args, choice, flag, fleet, log, plan, stations, table, text, words } from 'groundwatch';

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
        'zh-chs': '以逗号分隔；留空则比较该组的全部参数。',
        en: 'Separated by commas; empty: all of the group.',
        ja: 'コンマで区切ります。空欄の場合はグループ内のすべてを比較します。',
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
      'zh-chs': '列出参数与标准测站或多数设备不一致的设备，可生成改回的计划。',
      en: 'Lists the devices whose parameters differ from a standard station or from most others; proposes to bring them back if asked.',
      ja: '基準の観測局、または多数の機器と設定が異なる機器を一覧にします。必要に応じて変更を提案します。',
    },
  },
);

const all = await fleet.stations();
const devices = group === 'rtu' ? all : all.flatMap(({ sensors }) => sensors);
const told = (await fleet.reported(devices, group)).filter((one) => one.ok);
const named = fields.split(',').map((field) => field.trim());
const wanted = Object.keys(told[0]?.values ?? {}).filter((field) => fields === '' || named.includes(field));
const found: Record<string, unknown>[] = [];
const differing = new Map<(typeof told)[number], [string, never][]>();
for (const field of wanted) {
  const held = (one: (typeof told)[number]): unknown =>
    Object.entries(one.values).find(([name]) => name === field)?.[1];
  const votes = new Map<string, number>();
  for (const one of told) {
    const text = JSON.stringify(held(one));
    if (text === undefined || (standard.length > 0 && !standard.includes(one.station.code))) continue;
    votes.set(text, (votes.get(text) ?? 0) + 1);
  }
  const expected = [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
  for (const one of told) {
    const value = held(one);
    if (expected === undefined || value === undefined || JSON.stringify(value) === expected) continue;
    const wish = JSON.parse(expected) as never;
    differing.set(one, [...(differing.get(one) ?? []), [field, wish]]);
    found.push({ station: one.station.code, slot: one.slot, field, value, expected: wish });
  }
}
table(found, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
  field: { 'zh-chs': '参数', en: 'Parameter', ja: 'パラメータ' },
  value: { 'zh-chs': '当前值', en: 'Value', ja: '現在値' },
  expected: { 'zh-chs': '标准值', en: 'Standard', ja: '基準値' },
});
log(
  words({
    'zh-chs': `${told.length} 台设备中有 ${differing.size} 台不一致`,
    en: `${differing.size} of ${told.length} devices differ`,
    ja: `${told.length} 台中 ${differing.size} 台が異なります`,
  }),
);
if (propose)
  for (const [{ station, slot }, edits] of differing)
    plan.set({ station, slot }, group, Object.fromEntries(edits), {
      reason: words({ 'zh-chs': '与标准不一致', en: 'differs from the standard', ja: '基準と異なる' }),
    });
