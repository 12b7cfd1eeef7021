/** Denser reports for the tilt stations of one project while rain lasts. */
import { args, fleet, log, number, plan, project, words } from 'groundwatch';

const { of, cycle, lowest } = args(
  {
    of: project({ title: { 'zh-chs': '项目', en: 'Project', ja: 'プロジェクト' } }),
    cycle: number({
      min: 60,
      max: 64_800,
      step: 60,
      unit: 's',
      default: 600,
      title: { 'zh-chs': '上报周期', en: 'Send cycle', ja: '送信周期' },
    }),
    lowest: number({
      min: 3,
      max: 14,
      unit: 'V',
      default: 11.8,
      title: { 'zh-chs': '最低电池电压', en: 'Lowest battery voltage', ja: '最低電池電圧' },
      description: {
        'zh-chs': '低于该电压的测站不加密上报。',
        en: 'Stations below it are left as they are.',
        ja: 'これを下回る観測局は変更しません。',
      },
    }),
  },
  {
    title: { 'zh-chs': '降雨期间加密上报', en: 'Denser reports in rain', ja: '降雨中の短周期送信' },
    description: {
      'zh-chs': '读取项目内倾角测站的周期，提出更短的上报周期；电池电压低的测站不更改。雨后请回滚该计划。',
      en: 'Reads the cycles of a project’s tilt stations and proposes shorter ones; weak batteries are left as they are. Roll the plan back when the rain is over.',
      ja: 'プロジェクト内の傾斜観測局の周期を読み取り、短い送信周期を提案します。電池電圧の低い観測局は変更しません。雨の後は計画をロールバックしてください。',
    },
  },
);

/** The longest cycle that divides another one and is no longer than it was. */
const divisor = (cycle: number, most: number): number => {
  for (let parts = Math.max(1, Math.ceil(cycle / most)); parts < cycle / 60; parts++)
    if (cycle % parts === 0) return cycle / parts;
  return 60;
};
const kind = ['onboard', 'rt1030', 'rt3000', 'rt3000Crack'] as const;
const stations = await fleet.stations({ project: of, kind });
log(
  words({
    'zh-chs': `正在读取 ${stations.length} 个测站`,
    en: `reading ${stations.length} stations`,
    ja: `${stations.length} 局から読み取り中`,
  }),
);
for (const one of await fleet.read(stations, 'rtu')) {
  const { station } = one;
  if (!one.ok) plan.skip(station, one.reason.text);
  else if (station.batteryVoltage !== null && station.batteryVoltage < lowest)
    plan.skip(
      station,
      words({
        'zh-chs': `电池电压 ${station.batteryVoltage} V`,
        en: `battery ${station.batteryVoltage} V`,
        ja: `電池電圧 ${station.batteryVoltage} V`,
      }),
    );
  else if (one.values.sendCycle > cycle)
    plan.set(station, 'rtu', {
      sendCycle: cycle,
      collectionCycle: divisor(cycle, one.values.collectionCycle),
      fastCollectCycle: Math.min(one.values.fastCollectCycle, cycle - 10),
    });
}
plan.rollout({ batches: [1, 5, '20%'], stopAt: [4, 10], order: 'wake' });
