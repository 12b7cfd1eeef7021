/** How much each tilt sensor scattered lately, worst first. It proposes nothing. */
import { args, fleet, number, stations, table } from 'groundwatch';

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

const chosen = await fleet.stations({ kind: 'rt3000', ...(codes.length > 0 ? { codes } : {}) });
const from = Date.now() - days * 86_400_000;
const found = await fleet.history(chosen, 'rt3000', ['x', 'y'], { from, statistic: 'sd' });
table(
  found
    .flatMap((one) =>
      one.ok ? [{ station: one.station.code, slot: one.slot, x: one.values.x, y: one.values.y }] : [],
    )
    .sort((a, b) => Math.max(b.x ?? 0, b.y ?? 0) - Math.max(a.x ?? 0, a.y ?? 0)),
  {
    station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
    slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
    x: { 'zh-chs': 'X 标准差 (°)', en: 'σ of X (°)', ja: 'X の標準偏差 (°)' },
    y: { 'zh-chs': 'Y 标准差 (°)', en: 'σ of Y (°)', ja: 'Y の標準偏差 (°)' },
  },
);
