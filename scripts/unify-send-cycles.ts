/** Brings the send cycle of the RTUs of a project to one value; the cycles that hang on it follow. */
import { args, flag, fleet, number, plan, progress, project, table, words } from 'groundwatch';

const { scope, sendCycle, fresh } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: 'プロジェクト' } }),
    sendCycle: number({
      min: 60,
      max: 64_800,
      step: 60,
      unit: 's',
      default: 3600,
      title: { 'zh-chs': '上报周期', en: 'Send cycle', ja: '送信周期' },
    }),
    fresh: flag({
      default: false,
      title: { 'zh-chs': '先从设备读取', en: 'Read from the devices first', ja: '先に機器から読み取る' },
      description: {
        'zh-chs': '休眠设备须等到下次唤醒；否则以设备最近一次上报的值为准。',
        en: 'Waits for sleeping devices to wake. Otherwise the last reported values are used.',
        ja: '休止中の機器は次の起動を待ちます。読み取らない場合は、最後に報告された値を使います。',
      },
    }),
  },
  {
    title: { 'zh-chs': '统一上报周期', en: 'Unify send cycles', ja: '送信周期をそろえる' },
    description: {
      'zh-chs': '找出项目内上报周期不一致的测站并提出设置建议，采集周期与加密采集周期随之调整。',
      en: 'Finds the RTUs of a project whose send cycle differs and proposes to set it; collection and fast collection follow.',
      ja: 'プロジェクト内で送信周期が異なる端末を見つけ、設定を提案します。収集周期と高速収集周期も合わせて変更します。',
    },
  },
);

/** The longest cycle that divides another one and is no longer than it was. */
const divisor = (cycle: number, most: number): number => {
  for (let parts = Math.max(1, Math.ceil(cycle / most)); parts < cycle / 60; parts++)
    if (cycle % parts === 0) return cycle / parts;
  return 60;
};
const stations = await fleet.stations({ project: scope });
const reported = await (fresh ? fleet.read(stations, 'rtu') : fleet.reported(stations, 'rtu'));
const found: { station: string; before: number; after: number }[] = [];
for (const [done, one] of reported.entries()) {
  const { station } = one;
  progress(done + 1, reported.length, station.code);
  if (!one.ok) plan.skip(station, one.reason.text);
  else if (one.values.sendCycle !== sendCycle) {
    const { collectionCycle, fastCollectCycle, fastCollect } = one.values;
    const isLonger = sendCycle > one.values.sendCycle;
    if (isLonger && (station.deviceAlarm || fastCollect))
      plan.skip(
        station,
        words({
          'zh-chs': '报警中或正在加密采集，不延长周期',
          en: 'in alarm or collecting fast: its cycle is not made longer',
          ja: '警報中または高頻度計測中のため、周期を延ばしません',
        }),
      );
    else if (isLonger && station.sensor('horn') !== undefined)
      plan.skip(
        station,
        words({
          'zh-chs': '有警报器，不延长周期，以免迟响',
          en: 'it has a siren, which a longer cycle would reach later',
          ja: 'サイレンがあり、周期を延ばすと鳴動が遅れます',
        }),
      );
    else {
      // Collections stay as dense as they were, or become denser: their cycle must divide the send cycle.
      const collection = divisor(sendCycle, collectionCycle);
      plan.set(station, 'rtu', {
        sendCycle,
        ...(collection === collectionCycle ? {} : { collectionCycle: collection }),
        ...(fastCollectCycle < sendCycle ? {} : { fastCollectCycle: sendCycle / 2 }),
      });
      found.push({ station: station.code, before: one.values.sendCycle, after: sendCycle });
    }
  }
}
table(found, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  before: { 'zh-chs': '原周期 (s)', en: 'Before (s)', ja: '変更前 (s)' },
  after: { 'zh-chs': '新周期 (s)', en: 'After (s)', ja: '変更後 (s)' },
});
plan.title(
  words({
    'zh-chs': `上报周期 ${sendCycle} s，${scope}`,
    en: `Send cycle ${sendCycle} s, ${scope}`,
    ja: `送信周期 ${sendCycle} s、${scope}`,
  }),
);
plan.rollout({ batches: [1, 5, '20%'], stopAt: [4, 10], order: 'wake' });
