/** Thresholds of tilt, cracks and water level from what the sensors did in the last month: mean ± 3 σ. */
import {
  args,
  fleet,
  type HistoryChannels,
  log,
  number,
  plan,
  project,
  type Sensor,
  table,
  words,
} from 'groundwatch';

const { scope, days, sigmas, least } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: '事業' } }),
    days: number({
      min: 1,
      max: 90,
      default: 30,
      title: { 'zh-chs': '统计天数', en: 'Days', ja: '集計日数' },
    }),
    sigmas: number({
      min: 1,
      max: 6,
      default: 3,
      unit: 'σ',
      title: { 'zh-chs': '标准差倍数', en: 'Standard deviations', ja: '標準偏差の倍数' },
    }),
    least: number({
      min: 10,
      max: 10_000,
      default: 200,
      title: { 'zh-chs': '最少读数', en: 'Least number of readings', ja: '最少読み値数' },
      description: {
        'zh-chs': '读数少于该值的传感器不作建议。',
        en: 'A sensor with fewer is left out by name.',
        ja: '読み値がこれより少ないセンサーは提案から外します。',
      },
    }),
  },
  {
    title: { 'zh-chs': '按 3σ 设定阈值', en: 'Thresholds from 3 σ', ja: '3σ によるしきい値' },
    description: {
      'zh-chs': '以近一个月读数的均值 ± 3σ 建议倾角阈值、裂缝报警值和水位报警值；结果限制在参数范围之内。',
      en: 'Proposes tilt thresholds, crack and water level alarms of mean ± 3 σ of the last month, within the bounds of each parameter.',
      ja: '直近 1 か月の読み値の平均 ± 3σ から、傾斜しきい値・亀裂警報値・水位警報値を提案します。値は設定範囲内に収めます。',
    },
  },
);

const from = Date.now() - days * 86_400_000;
const rows: Record<string, unknown>[] = [];

/** Proposes for each sensor of a kind how far mean ± σ lies from 0, in the channel where it is farthest. */
async function each<K extends Exclude<keyof HistoryChannels, 'rtu'>>(
  kind: K,
  channels: readonly HistoryChannels[K][],
  propose: (sensor: Sensor, reach: number) => void,
): Promise<void> {
  const stations = await fleet.stations({ project: scope, kind });
  const over = (statistic: 'mean' | 'sd' | 'count') =>
    fleet.history(stations, kind, channels, { from, statistic });
  const [means, spreads, counts] = await Promise.all([over('mean'), over('sd'), over('count')]);
  for (const [index, mean] of means.entries()) {
    const [spread, count] = [spreads[index], counts[index]];
    const sensor = mean.slot === null ? undefined : mean.station.sensor(mean.slot);
    if (sensor === undefined || !mean.ok || !spread?.ok || !count?.ok) continue;
    const readings = Math.min(...channels.map((channel) => count.values[channel] ?? 0));
    if (readings < least) {
      plan.skip(
        sensor,
        words({
          'zh-chs': `${days} 天内仅 ${readings} 个读数，至少需要 ${least} 个`,
          en: `${readings} readings in ${days} days; ${least} are needed`,
          ja: `${days} 日間の読み値は ${readings} 個です（${least} 個以上必要）`,
        }),
      );
      continue;
    }
    const reach = Math.max(
      ...channels.map(
        (channel) => Math.abs(mean.values[channel] ?? 0) + sigmas * (spread.values[channel] ?? 0),
      ),
    );
    propose(sensor, reach);
    rows.push({ station: sensor.station.code, slot: sensor.slot, kind, readings, reach });
  }
}
const within = (value: number, min: number, max: number, digits: number) =>
  Math.min(max, Math.max(min, Number(value.toFixed(digits))));
const reason = {
  reason: words({
    'zh-chs': `${days} 天均值 ± ${sigmas}σ`,
    en: `mean ± ${sigmas} σ of ${days} days`,
    ja: `${days} 日間の平均 ± ${sigmas}σ`,
  }),
};
const tilt = (group: 'mems' | 'rt3000') => (sensor: Sensor, reach: number) =>
  plan.set(sensor, group, { threshold: within(reach, 0.01, 90, 3), condition: 'above' }, reason);
const crack = (sensor: Sensor, reach: number) =>
  plan.set(sensor, 'crack', { alarmValue: within(reach, 0.1, 2000, 1) }, reason);
const level = (sensor: Sensor, reach: number) =>
  plan.set(sensor, 'basic', { alarmValue: within(reach, 0, 100_000, 3) }, reason);
for (const kind of ['onboard', 'rt1030'] as const) await each(kind, ['x', 'y'], tilt('mems'));
for (const kind of ['rt3000', 'rt3000Crack'] as const) await each(kind, ['x', 'y'], tilt('rt3000'));
for (const kind of ['crackAdc', 'crackRs485', 'rt3000Crack'] as const) await each(kind, ['opening'], crack);
await each('waterLevel', ['level'], level);
table(rows, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
  kind: { 'zh-chs': '传感器类型', en: 'Sensor kind', ja: 'センサー種別' },
  readings: { 'zh-chs': '读数个数', en: 'Readings', ja: '読み値数' },
  reach: { 'zh-chs': '阈值', en: 'Threshold', ja: 'しきい値' },
});
log(
  words({
    'zh-chs': `建议阈值 ${rows.length} 个`,
    en: `${rows.length} thresholds proposed`,
    ja: `しきい値の提案：${rows.length} 件`,
  }),
);
