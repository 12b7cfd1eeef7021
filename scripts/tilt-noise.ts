/** How much each tilt sensor scattered lately, worst first. It proposes nothing. */
import { args, fleet, log, number, stations, table, words } from 'groundwatch';

const { codes, days } = args(
  {
    codes: stations({
      default: [],
      title: { 'zh-chs': '测站', en: 'Stations', ja: '観測局' },
      description: {
        'zh-chs': '不选则为全部测站。',
        en: 'None: all of them.',
        ja: '選ばなければ全観測局です。',
      },
    }),
    days: number({
      min: 1,
      max: 90,
      default: 7,
      title: { 'zh-chs': '天数', en: 'Days', ja: '日数' },
    }),
  },
  {
    title: { 'zh-chs': '倾角噪声', en: 'Noise of tilt', ja: '傾斜のばらつき' },
    description: {
      'zh-chs': '按标准差列出各倾角传感器近期的噪声，最大者在前；不提出任何更改。',
      en: 'Lists the recent noise of every tilt sensor by its standard deviation, worst first. It proposes nothing.',
      ja: '傾斜センサーの最近のばらつきを標準偏差の大きい順に一覧にします。変更は提案しません。',
    },
  },
);

const chosen = codes.length > 0 ? { codes } : {};
const from = Date.now() - days * 86_400_000;
const rows: { station: string; slot: number | null; kind: string; x: number | null; y: number | null }[] = [];
const silent: string[] = [];
for (const kind of ['onboard', 'rt1030', 'rt3000', 'rt3000Crack'] as const) {
  const those = await fleet.stations({ kind, ...chosen });
  for (const one of await fleet.history(those, kind, ['x', 'y'], { from, statistic: 'sd' })) {
    const { code } = one.station;
    if (one.ok && (one.values.x !== null || one.values.y !== null))
      rows.push({ station: code, slot: one.slot, kind, x: one.values.x, y: one.values.y });
    else silent.push(`${code}/${one.slot ?? '–'} (${kind})`);
  }
}
table(
  rows.sort((a, b) => Math.max(b.x ?? 0, b.y ?? 0) - Math.max(a.x ?? 0, a.y ?? 0)),
  {
    station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
    slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
    kind: { 'zh-chs': '传感器类型', en: 'Sensor kind', ja: 'センサー種別' },
    x: { 'zh-chs': 'X 标准差 (°)', en: 'σ of X (°)', ja: 'X の標準偏差 (°)' },
    y: { 'zh-chs': 'Y 标准差 (°)', en: 'σ of Y (°)', ja: 'Y の標準偏差 (°)' },
  },
);
if (silent.length > 0)
  log(
    words({
      'zh-chs': `${days} 天内读数不足：${silent.join('、')}`,
      en: `too few readings in ${days} days: ${silent.join(', ')}`,
      ja: `${days} 日間の読み値が不足：${silent.join('、')}`,
    }),
  );
