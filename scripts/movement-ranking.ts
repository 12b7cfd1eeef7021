/** Sensors by how fast they move, and in how many days they fail where that goes on. It proposes nothing. */
import {
  args,
  fleet,
  log,
  type NoResult,
  number,
  progress,
  stations,
  table,
  type Words,
  words,
} from 'groundwatch';

const { codes, days, window } = args(
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
      min: 2,
      max: 90,
      default: 14,
      title: { 'zh-chs': '天数', en: 'Days', ja: '日数' },
    }),
    window: number({
      min: 1,
      max: 720,
      default: 24,
      unit: 'h',
      title: { 'zh-chs': '速率窗口', en: 'Window of the rate', ja: '速度の時間幅' },
    }),
  },
  {
    title: { 'zh-chs': '变形速率排序', en: 'Ranking by rate', ja: '変位速度の順位' },
    description: {
      'zh-chs': '按变形速率排列各传感器，对仍在移动的给出破坏时间的天数范围；不提出任何更改。',
      en: 'Ranks sensors by rate, with the range of days to failure of those that move. It proposes nothing.',
      ja: '変位速度の大きい順にセンサーを並べ、動いているものは破壊までの日数の範囲を示します。変更は提案しません。',
    },
  },
);

const measured = [
  ['crackAdc', 'opening', 'mm'],
  ['crackRs485', 'opening', 'mm'],
  ['rt3000Crack', 'opening', 'mm'],
  ['gnss', 'horizontal', 'mm'],
  ['onboard', 'tilt', '°'],
  ['rt1030', 'tilt', '°'],
  ['rt3000', 'tilt', '°'],
] as const;
const why: Readonly<Record<NoResult, Words>> = {
  few: { 'zh-chs': '读数不足', en: 'too few readings', ja: '読み値が不足' },
  fewSince: {
    'zh-chs': '加速以来读数不足',
    en: 'too few readings since the onset',
    ja: '加速開始後の読み値が不足',
  },
  short: { 'zh-chs': '时间太短', en: 'too short a time', ja: '期間が短い' },
  still: { 'zh-chs': '静止', en: 'does not move', ja: '静止' },
  steady: { 'zh-chs': '未加速', en: 'not accelerating', ja: '加速なし' },
  unlike: { 'zh-chs': '不似破坏前的加速', en: 'not as before a failure', ja: '破壊前の加速と異なる' },
  far: { 'zh-chs': '太远，无法预报', en: 'too far ahead to say', ja: '遠すぎて予測不可' },
};

type Row = {
  station: string;
  slot: number;
  kind: string;
  rate: number;
  low: number;
  high: number;
  earliest: number | null;
  latest: number | null;
  forecast: string;
};
const found: Readonly<Record<'mm' | '°', Row[]>> = { mm: [], '°': [] };
const from = Date.now() - days * 86_400_000;
const chosen = codes.length > 0 ? { codes } : {};
let silent = 0;
for (const [at, [kind, channel, unit]] of measured.entries()) {
  progress(at, measured.length);
  const those = await fleet.stations({ kind, ...chosen });
  const rates = await fleet.analyse(those, kind, channel, { lens: 'rate', from, window });
  const moving = rates.flatMap((one) => {
    if (one.ok && one.result !== null) return [{ ...one, rate: one.result }];
    silent += 1;
    return [];
  });
  // A rate whose range holds zero is none.
  const accelerating = moving.filter(({ rate }) => rate.low * rate.high > 0).map(({ station }) => station);
  const forecasts = await fleet.analyse([...new Set(accelerating)], kind, channel, { lens: 'failure', from });
  for (const { station, slot, rate } of moving) {
    const forecast = forecasts.find((one) => one.station === station && one.slot === slot);
    const result = forecast?.ok === true ? forecast.result : null;
    found[unit].push({
      ...{ station: station.code, slot, kind, rate: rate.rate, low: rate.low, high: rate.high },
      earliest: result?.days.low ?? null,
      latest: result?.days.high ?? null,
      forecast: forecast?.ok === true && forecast.why !== null ? words(why[forecast.why]) : '',
    });
  }
}
for (const unit of ['mm', '°'] as const)
  if (found[unit].length > 0)
    table(
      found[unit].sort((a, b) => Math.abs(b.rate) - Math.abs(a.rate)),
      {
        station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
        slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
        kind: { 'zh-chs': '传感器类型', en: 'Sensor kind', ja: 'センサー種別' },
        rate: { 'zh-chs': `速率 (${unit}/d)`, en: `Rate (${unit}/d)`, ja: `速度 (${unit}/d)` },
        low: { 'zh-chs': '下限', en: 'From', ja: '下限' },
        high: { 'zh-chs': '上限', en: 'To', ja: '上限' },
        earliest: { 'zh-chs': '最早破坏 (d)', en: 'Failure from (d)', ja: '破壊の最早 (d)' },
        latest: { 'zh-chs': '最迟破坏 (d)', en: 'Failure to (d)', ja: '破壊の最遅 (d)' },
        forecast: { 'zh-chs': '无预报原因', en: 'Why no forecast', ja: '予測がない理由' },
      },
      { as: 'bars', x: 'station', y: 'rate' },
    );
if (silent > 0)
  log(
    words({
      'zh-chs': `${silent} 个传感器在 ${days} 天内读数不足`,
      en: `sensors with too few readings in ${days} days: ${silent}`,
      ja: `${days} 日間の読み値が不足のセンサー：${silent}`,
    }),
  );
