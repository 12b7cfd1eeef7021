/** Zeroes tilt sensors and crack gauges that were installed anew, once they have come to rest. */
import {
  args,
  flag,
  fleet,
  type HistoryChannels,
  number,
  plan,
  type Sensor,
  stations,
  words,
} from 'groundwatch';

const { codes, hours, restTilt, restCrack, remounted } = args(
  {
    codes: stations({
      title: { 'zh-chs': '新安装的测站', en: 'Newly installed stations', ja: '新しく設置した観測局' },
    }),
    hours: number({
      min: 1,
      max: 168,
      default: 24,
      unit: 'h',
      title: { 'zh-chs': '稳定期', en: 'Time at rest', ja: '安定期間' },
    }),
    restTilt: number({
      min: 0.001,
      max: 1,
      default: 0.02,
      unit: '°',
      title: { 'zh-chs': '倾角稳定限值 (σ)', en: 'Tilt at rest (σ)', ja: '傾斜の安定限度 (σ)' },
    }),
    restCrack: number({
      min: 0.01,
      max: 10,
      default: 0.3,
      unit: 'mm',
      title: { 'zh-chs': '裂缝稳定限值 (σ)', en: 'Crack at rest (σ)', ja: '亀裂の安定限度 (σ)' },
    }),
    remounted: flag({
      default: false,
      title: { 'zh-chs': '记为重新安装', en: 'Note as remounted', ja: '再設置として記録' },
      description: {
        'zh-chs': '自现在起采用新的基准；此前的读数不变。',
        en: 'A new datum begins now; earlier readings stay as they are.',
        ja: '現在から新しい基準とします。過去の読み値は変わりません。',
      },
    }),
  },
  {
    title: { 'zh-chs': '安装后置零', en: 'Re-zero after installation', ja: '設置後のゼロ点設定' },
    description: {
      'zh-chs': '对新安装并已稳定的倾角与裂缝传感器，先设为相对零点，确认后置零；尚未稳定者列出原因。',
      en: 'For tilt sensors and crack gauges that have come to rest: the relative zero mode first, then the zero once that is verified. Others are left out by name.',
      ja: '設置後に安定した傾斜計・亀裂計を相対ゼロに切り替え、確認後にゼロ点を設定します。安定していないものは理由とともに除外します。',
    },
  },
);

const from = Date.now() - hours * 3_600_000;
const reason = words({ 'zh-chs': '新安装', en: 'installed anew', ja: '新規設置' });
async function zero<K extends Exclude<keyof HistoryChannels, 'rtu'>>(
  kind: K,
  channels: readonly HistoryChannels[K][],
  rest: number,
  prepare: (sensor: Sensor) => void,
): Promise<void> {
  const own = await fleet.stations({ codes, kind });
  for (const one of await fleet.history(own, kind, channels, { from, statistic: 'sd' })) {
    const sensor = one.slot === null ? undefined : one.station.sensor(one.slot);
    if (sensor === undefined || !one.ok) continue;
    const spread = channels.map((channel) => one.values[channel]);
    if (spread.some((sd) => sd === null))
      plan.skip(
        sensor,
        words({
          'zh-chs': `${hours} h 内读数不足`,
          en: `too few readings in ${hours} h`,
          ja: `${hours} 時間の読み値が不足しています`,
        }),
      );
    else if (spread.some((sd) => sd !== null && sd > rest)) {
      const sigma = Math.max(...spread.map(Number)).toFixed(3);
      plan.skip(
        sensor,
        words({
          'zh-chs': `尚未稳定：σ ${sigma}`,
          en: `not at rest: σ ${sigma}`,
          ja: `安定していません：σ ${sigma}`,
        }),
      );
    } else {
      prepare(sensor);
      plan.send(sensor, 'setZero', {}, { after: 'verified', reason });
    }
  }
}
const tilt = (group: 'mems' | 'rt3000') => (sensor: Sensor) => {
  if (remounted) plan.set(sensor, 'mount', { remountedAt: Date.now() });
  plan.set(sensor, group, { zeroMode: 'relative' }, remounted ? { after: 'verified' } : {});
};
await zero('rt1030', ['x', 'y'], restTilt, tilt('mems'));
for (const kind of ['rt3000', 'rt3000Crack'] as const) await zero(kind, ['x', 'y'], restTilt, tilt('rt3000'));
for (const kind of ['crackAdc', 'crackRs485'] as const)
  await zero(kind, ['opening'], restCrack, (sensor) => plan.set(sensor, 'crack', { zeroMode: 'relative' }));
plan.rollout({ batches: [1, '20%'], stopAt: [2, 5] });
