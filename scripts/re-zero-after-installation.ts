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
/** Readings that say whether a sensor is at rest. */
const least = 10;
const reason = words({ 'zh-chs': '新安装', en: 'installed anew', ja: '新規設置' });
/** Sensors that were looked at; each call gives objects of its own. */
const seen = new Set<number>();
/** Channels with the σ at which they are at rest. */
type Rest<K extends keyof HistoryChannels> = readonly (readonly [
  channel: HistoryChannels[K],
  rest: number,
])[];
async function zero<K extends Exclude<keyof HistoryChannels, 'rtu'>>(
  kind: K,
  rest: Rest<K>,
  prepare: (sensor: Sensor) => void,
): Promise<void> {
  const own = await fleet.stations({ codes, kind });
  const channels = rest.map(([channel]) => channel);
  const over = (statistic: 'sd' | 'count') => fleet.history(own, kind, channels, { from, statistic });
  const [spreads, counts] = await Promise.all([over('sd'), over('count')]);
  for (const [index, one] of spreads.entries()) {
    const sensor = one.slot === null ? undefined : one.station.sensor(one.slot);
    if (sensor === undefined) continue;
    seen.add(sensor.id);
    const count = counts[index];
    if (one.station.deviceAlarm) {
      plan.skip(sensor, words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' }));
      continue;
    }
    if (!one.ok || count?.ok !== true) {
      plan.skip(sensor, one.ok ? '–' : one.reason.text);
      continue;
    }
    const few = rest.some(
      ([channel]) => (count.values[channel] ?? 0) < least || one.values[channel] === null,
    );
    const moving = rest.filter(([channel, most]) => (one.values[channel] ?? 0) > most);
    if (few)
      plan.skip(
        sensor,
        words({
          'zh-chs': `${hours} h 内读数不足 ${least} 个`,
          en: `fewer than ${least} readings in ${hours} h`,
          ja: `${hours} 時間の読み値が ${least} 個未満です`,
        }),
      );
    else if (moving.length > 0) {
      const sigma = moving
        .map(([channel]) => `${channel} σ ${Number(one.values[channel]).toFixed(3)}`)
        .join(', ');
      plan.skip(
        sensor,
        words({
          'zh-chs': `尚未稳定：${sigma}`,
          en: `not at rest: ${sigma}`,
          ja: `安定していません：${sigma}`,
        }),
      );
    } else {
      prepare(sensor);
      plan.send(sensor, 'setZero', {}, { after: 'verified', reason });
    }
  }
}
// The zero mode belongs to one sensor; here it is meant, by name, for those that were chosen.
const tilt = (group: 'mems' | 'rt3000') => (sensor: Sensor) => {
  if (remounted) plan.set(sensor, 'mount', { remountedAt: Date.now() }, { own: ['remountedAt'] });
  plan.set(
    sensor,
    group,
    { zeroMode: 'relative' },
    { own: ['zeroMode'], ...(remounted ? { after: 'verified' } : {}) },
  );
};
const axes = [
  ['x', restTilt],
  ['y', restTilt],
] as const;
await zero('onboard', axes, tilt('mems'));
await zero('rt1030', axes, tilt('mems'));
await zero('rt3000', axes, tilt('rt3000'));
// One zero for both: neither may move.
await zero('rt3000Crack', [...axes, ['opening', restCrack]], tilt('rt3000'));
for (const kind of ['crackAdc', 'crackRs485'] as const)
  await zero(kind, [['opening', restCrack]], (sensor) =>
    plan.set(sensor, 'crack', { zeroMode: 'relative' }, { own: ['zeroMode'] }),
  );
for (const station of await fleet.stations({ codes }))
  for (const sensor of station.sensors)
    if (!seen.has(sensor.id) && sensor.kind !== 'none' && sensor.kind !== 'reserved')
      plan.skip(
        sensor,
        words({
          'zh-chs': `插槽 ${sensor.slot} 的 ${sensor.kind} 不是倾角或裂缝传感器`,
          en: `slot ${sensor.slot}, ${sensor.kind}, is no tilt sensor or crack gauge`,
          ja: `スロット ${sensor.slot} の ${sensor.kind} は傾斜計・亀裂計ではありません`,
        }),
      );
plan.rollout({ batches: [1, '20%'], stopAt: [2, 5] });
