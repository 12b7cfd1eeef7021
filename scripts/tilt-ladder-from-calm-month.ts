/** One tilt rule for a project: the same ladder for every station, with the limits of each sensor from its calm month. */
import { args, fleet, log, number, plan, project, type RuleOverride, table, text, words } from 'groundwatch';

const { scope, name, days, sigmas, least, floor } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: 'プロジェクト' } }),
    name: text({
      default: '',
      maxLength: 80,
      title: { 'zh-chs': '规则名称', en: 'Name of the rule', ja: 'ルール名' },
      description: {
        'zh-chs': '留空：按项目命名。已有同名规则时，更改该规则。',
        en: 'Empty: named after the project. A rule of this name is changed.',
        ja: '空欄の場合はプロジェクト名を使います。同じ名前のルールがあれば変更します。',
      },
    }),
    days: number({
      min: 7,
      max: 90,
      default: 30,
      title: { 'zh-chs': '平静期天数', en: 'Calm days', ja: '平穏期の日数' },
    }),
    sigmas: number({
      min: 3,
      max: 12,
      default: 5,
      unit: 'σ',
      title: { 'zh-chs': '蓝色级别倍数', en: 'Blue from', ja: '青の倍数' },
    }),
    least: number({
      min: 10,
      max: 10_000,
      default: 200,
      title: { 'zh-chs': '最少读数', en: 'Least number of readings', ja: '最少読み値数' },
    }),
    floor: number({
      min: 0.001,
      max: 5,
      default: 0.02,
      unit: '°',
      title: { 'zh-chs': '蓝色最小限值', en: 'Least limit of blue', ja: '青の最小しきい値' },
    }),
  },
  {
    title: {
      'zh-chs': '按平静期设定倾斜规则',
      en: 'Tilt rule from a calm month',
      ja: '平穏期による傾斜ルール',
    },
    description: {
      'zh-chs':
        '为项目的全部测站建议一条报警规则：1 小时倾斜变化的四级条件，限值按各传感器平静期的噪声确定。规则在批准计划后生效。',
      en: 'Proposes one alarm rule for all stations of a project: four levels of the tilt change in an hour, with the limits of each sensor from its noise in calm days. It judges from the approval of the plan on.',
      ja: 'プロジェクトの全観測局に対し、1 時間の傾斜変化による 4 段階の警報ルールを提案します。しきい値は各センサーの平穏期のノイズから求めます。計画の承認後に有効になります。',
    },
  },
);

const kinds = ['onboard', 'rt1030', 'rt3000', 'rt3000Crack'] as const;
/** How many times the limit of blue each level is. */
const factors = { blue: 1, yellow: 2, orange: 4, red: 8 } as const;
const levels = ['blue', 'yellow', 'orange', 'red'] as const;
const from = Date.now() - days * 86_400_000;
const rounded = (value: number) => Math.ceil(value * 1000 - 1e-9) / 1000;
/** What is left below three quarters of a limit. */
const release = (limit: number) => Math.floor(limit * 750) / 1000;

const rows: Record<string, unknown>[] = [];
const overrides: RuleOverride[] = [];
const used = new Set<(typeof kinds)[number]>();
for (const kind of kinds) {
  const stations = await fleet.stations({ project: scope, kind });
  if (stations.length === 0) continue;
  const over = (statistic: 'sd' | 'count') => fleet.history(stations, kind, ['x', 'y'], { from, statistic });
  const [spreads, counts] = await Promise.all([over('sd'), over('count')]);
  for (const sensor of stations.flatMap((station) => station.sensors.filter((one) => one.kind === kind))) {
    used.add(kind);
    const of = (answers: typeof spreads) =>
      answers.find((one) => one.station.id === sensor.station.id && one.slot === sensor.slot);
    const [spread, count] = [of(spreads), of(counts)];
    const readings = count?.ok === true ? Math.min(count.values.x ?? 0, count.values.y ?? 0) : 0;
    if (spread?.ok !== true || readings < least) {
      rows.push({ station: sensor.station.code, slot: sensor.slot, readings, sd: null, limit: null });
      continue;
    }
    const sd = Math.max(spread.values.x ?? 0, spread.values.y ?? 0);
    // The difference of two readings scatters by the root of 2 more than a reading.
    const limit = rounded(Math.max(floor, sigmas * Math.SQRT2 * sd));
    rows.push({ station: sensor.station.code, slot: sensor.slot, readings, sd, limit });
    if (limit === rounded(floor)) continue;
    overrides.push({
      sensor,
      limits: levels.flatMap((level) =>
        [0, 1].map((at) => {
          const own = rounded(limit * factors[level]);
          return { level, at, limit: own, release: release(own) };
        }),
      ),
    });
  }
}
if (used.size > 0)
  plan.rule(
    {
      name:
        name === ''
          ? words({ 'zh-chs': `${scope} 倾斜变化`, en: `${scope} tilt change`, ja: `${scope} 傾斜変化` })
          : name,
      scope: { projects: [scope], kinds: [...used] },
      ladder: levels.map((level) => {
        const above = rounded(floor * factors[level]);
        const axis = (channel: 'x' | 'y') =>
          ({
            quantity: 'change',
            args: { window: 1 },
            row: 'tilt',
            channel,
            either: true,
            above,
            release: release(above),
          }) as const;
        return {
          level,
          when: { any: [axis('x'), axis('y')] },
          hold: { readings: 2 },
          releaseHold: { readings: 3 },
        };
      }),
      patience: 1440,
      blindLevel: 'blue',
      overrides,
    },
    {
      reason: words({
        'zh-chs': `${days} 天平静期噪声的 ${sigmas}σ，不低于 ${floor}°`,
        en: `${sigmas} σ of the noise of ${days} calm days, at least ${floor}°`,
        ja: `平穏期 ${days} 日間のノイズの ${sigmas}σ（${floor}° 以上）`,
      }),
    },
  );
table(rows, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  slot: { 'zh-chs': '插槽', en: 'Slot', ja: 'スロット' },
  readings: { 'zh-chs': '读数个数', en: 'Readings', ja: '読み値数' },
  sd: { 'zh-chs': '标准差 (°)', en: 'Standard deviation (°)', ja: '標準偏差 (°)' },
  limit: { 'zh-chs': '蓝色限值 (°)', en: 'Limit of blue (°)', ja: '青のしきい値 (°)' },
});
log(
  words({
    'zh-chs': `单独限值的传感器 ${overrides.length} 个，其余 ${rows.length - overrides.length} 个使用规则的限值`,
    en: `${overrides.length} sensors with limits of their own; ${rows.length - overrides.length} use those of the ladder`,
    ja: `個別のしきい値：${overrides.length} 個、ルールのしきい値を使うセンサー：${rows.length - overrides.length} 個`,
  }),
);
