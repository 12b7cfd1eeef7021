/** Limits of tilt, cracks and water level from what the sensors did in the last month: mean ± 3 σ of what each device judges. */
import {
  args,
  flag,
  fleet,
  type GroupParameters,
  type HistoryChannels,
  log,
  number,
  plan,
  project,
  type Sensor,
  table,
  words,
} from 'groundwatch';

const { scope, days, sigmas, least, raise } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: 'プロジェクト' } }),
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
    raise: flag({
      default: false,
      title: { 'zh-chs': '允许放宽阈值', en: 'May make limits less strict', ja: 'しきい値の緩和を許可' },
      description: {
        'zh-chs': '不勾选时，只收紧阈值；会放宽的传感器列出原因。报警中的测站始终不更改。',
        en: 'Otherwise limits only become stricter, and the others are left out by name. Stations in alarm are never changed.',
        ja: '選ばない場合はしきい値を厳しくする変更だけを提案し、緩和となるセンサーは理由とともに除外します。警報中の観測局は変更しません。',
      },
    }),
  },
  {
    title: { 'zh-chs': '按 3σ 设定阈值', en: 'Thresholds from 3 σ', ja: '3σ によるしきい値' },
    description: {
      'zh-chs':
        '按设备所判断的量（倾角条件、裂缝开度、水位），以读数的均值 ± 3σ 建议阈值；报警中的测站与会放宽的阈值不更改。',
      en: 'Proposes limits of mean ± 3 σ of the very quantity that each device judges: tilt by its condition, crack opening, water level. Stations in alarm, and limits that would become less strict, are left as they are.',
      ja: '機器が判定する量（条件に応じた傾斜・亀裂の開き・水位）の平均 ± 3σ からしきい値を提案します。警報中の観測局と、緩和となるしきい値は変更しません。',
    },
  },
);

const from = Date.now() - days * 86_400_000;
const rows: Record<string, unknown>[] = [];
type Kind = Exclude<keyof HistoryChannels, 'rtu'>;
type Group = 'mems' | 'rt3000' | 'crack' | 'basic';

/** What a device compares with a limit, by its reported parameters; or a text that says why this is not known. */
interface Judged<K extends Kind> {
  readonly channels: readonly HistoryChannels[K][];
  /** `beyond`: the size of the value; `above`, `below`: the value itself. */
  readonly test: 'beyond' | 'above' | 'below';
  readonly now: number | null;
  readonly bounds: readonly [min: number, max: number];
  readonly digits: number;
}

/** Proposes a limit for each sensor of a kind, where it can be determined and makes nothing worse. */
async function each<K extends Kind, G extends Group>(
  kind: K,
  group: G,
  all: readonly HistoryChannels[K][],
  judge: (values: GroupParameters[G]) => Judged<K> | string,
  propose: (sensor: Sensor, limit: number) => void,
): Promise<void> {
  const stations = await fleet.stations({ project: scope, kind });
  const sensors = stations.flatMap((station) => station.sensors.filter((sensor) => sensor.kind === kind));
  const over = async (statistic: 'mean' | 'sd' | 'count') => {
    const answers = await fleet.history(stations, kind, all, { from, statistic });
    return (sensor: Sensor) =>
      answers.find((one) => one.station.id === sensor.station.id && one.slot === sensor.slot);
  };
  const [reported, meanOf, spreadOf, countOf] = await Promise.all([
    fleet.reported(sensors, group),
    over('mean'),
    over('sd'),
    over('count'),
  ]);
  for (const [index, sensor] of sensors.entries()) {
    const one = reported[index];
    const [mean, spread, count] = [meanOf(sensor), spreadOf(sensor), countOf(sensor)];
    if (sensor.station.deviceAlarm) {
      plan.skip(sensor, words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' }));
      continue;
    }
    if (one === undefined || !one.ok) {
      plan.skip(sensor, one?.reason.text ?? '–');
      continue;
    }
    const judged = judge(one.values);
    if (typeof judged === 'string') {
      plan.skip(sensor, judged);
      continue;
    }
    if (!mean?.ok || !spread?.ok || !count?.ok) {
      plan.skip(sensor, mean === undefined || mean.ok ? '–' : mean.reason.text);
      continue;
    }
    const { channels, test, now, bounds, digits } = judged;
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
    const reaches = channels.map((channel) => {
      const [middle, sd] = [mean.values[channel] ?? 0, spread.values[channel] ?? 0];
      return test === 'below'
        ? middle - sigmas * sd
        : (test === 'beyond' ? Math.abs(middle) : middle) + sigmas * sd;
    });
    const reach = test === 'below' ? Math.min(...reaches) : Math.max(...reaches);
    const [min, max] = bounds;
    // Away from the readings, never towards them: rounding must not make it fire.
    const step = 10 ** -digits;
    const limit = Number(
      ((test === 'below' ? Math.floor(reach / step + 1e-9) : Math.ceil(reach / step - 1e-9)) * step).toFixed(
        digits,
      ),
    );
    if (limit < min || limit > max) {
      plan.skip(
        sensor,
        words({
          'zh-chs': `结果 ${limit} 超出参数范围 ${min}–${max}`,
          en: `${limit} is beyond the bounds ${min}–${max}`,
          ja: `${limit} は設定範囲 ${min}–${max} を外れます`,
        }),
      );
      continue;
    }
    const isLooser = now !== null && (test === 'below' ? limit < now : limit > now);
    if (isLooser && !raise) {
      plan.skip(
        sensor,
        words({
          'zh-chs': `将由 ${now} 放宽至 ${limit}`,
          en: `would be less strict: ${now} → ${limit}`,
          ja: `緩和になります：${now} → ${limit}`,
        }),
      );
      continue;
    }
    propose(sensor, limit);
    rows.push({ station: sensor.station.code, slot: sensor.slot, kind, readings, now, limit });
  }
}
const reason = {
  reason: words({
    'zh-chs': `${days} 天均值 ± ${sigmas}σ`,
    en: `mean ± ${sigmas} σ of ${days} days`,
    ja: `${days} 日間の平均 ± ${sigmas}σ`,
  }),
};
/** A tilt sensor judges its total tilt, or with `outside` each axis; a limit that is 0 is off. */
function tilt<K extends 'onboard' | 'rt1030' | 'rt3000' | 'rt3000Crack'>(
  values: GroupParameters['mems'] | GroupParameters['rt3000'],
): Judged<K> | string {
  const { condition, threshold } = values;
  if (condition === 'mutation')
    return words({
      'zh-chs': '判断条件为突变，与均值无关',
      en: 'it judges jumps, of which mean and σ say nothing',
      ja: '判定条件が急変のため、平均と σ では決められません',
    });
  if (threshold === 0)
    return words({ 'zh-chs': '阈值已关闭', en: 'its threshold is off', ja: 'しきい値は無効です' });
  const bounds = [0.01, 90] as const;
  if (condition === 'outside')
    return {
      channels: ['x', 'y'] as HistoryChannels[K][],
      test: 'beyond',
      now: threshold,
      bounds,
      digits: 3,
    };
  return { channels: ['tilt'] as HistoryChannels[K][], test: condition, now: threshold, bounds, digits: 3 };
}
const setTilt = (group: 'mems' | 'rt3000') => (sensor: Sensor, threshold: number) =>
  plan.set(sensor, group, { threshold }, reason);
for (const kind of ['onboard', 'rt1030'] as const)
  await each(kind, 'mems', ['x', 'y', 'tilt'], tilt<typeof kind>, setTilt('mems'));
for (const kind of ['rt3000', 'rt3000Crack'] as const)
  await each(kind, 'rt3000', ['x', 'y', 'tilt'], tilt<typeof kind>, setTilt('rt3000'));
for (const kind of ['crackAdc', 'crackRs485', 'rt3000Crack'] as const)
  await each(
    kind,
    'crack',
    ['opening'],
    ({ alarmValue, range }) => ({
      channels: ['opening'],
      test: 'beyond',
      now: alarmValue,
      bounds: [0.1, range],
      digits: 1,
    }),
    (sensor, alarmValue) => plan.set(sensor, 'crack', { alarmValue }, reason),
  );
await each(
  'waterLevel',
  'basic',
  ['level'],
  ({ alarmValue }) => ({
    channels: ['level'],
    test: 'above',
    now: alarmValue,
    bounds: [0, 100_000],
    digits: 3,
  }),
  (sensor, alarmValue) => plan.set(sensor, 'basic', { alarmValue }, reason),
);
table(rows, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
  kind: { 'zh-chs': '传感器类型', en: 'Sensor kind', ja: 'センサー種別' },
  readings: { 'zh-chs': '读数个数', en: 'Readings', ja: '読み値数' },
  now: { 'zh-chs': '当前阈值', en: 'Now', ja: '現在のしきい値' },
  limit: { 'zh-chs': '建议阈值', en: 'Proposed', ja: '提案するしきい値' },
});
const judgedKinds = ['onboard', 'rt1030', 'rt3000', 'rt3000Crack', 'crackAdc', 'crackRs485', 'waterLevel'];
const others = new Map<string, number>();
for (const { sensors } of await fleet.stations({ project: scope }))
  for (const { kind } of sensors)
    if (!judgedKinds.includes(kind)) others.set(kind, (others.get(kind) ?? 0) + 1);
log(
  words({
    'zh-chs': `建议阈值 ${rows.length} 个`,
    en: `${rows.length} thresholds proposed`,
    ja: `しきい値の提案：${rows.length} 件`,
  }),
);
if (others.size > 0) {
  const named = [...others].map(([kind, count]) => `${kind} × ${count}`).join(', ');
  log(
    words({
      'zh-chs': `未涉及的传感器：${named}`,
      en: `sensors of other kinds, not looked at: ${named}`,
      ja: `対象外のセンサー：${named}`,
    }),
  );
}
