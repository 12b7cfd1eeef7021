/** Sounds the test of one siren after another, and only by day where it stands. */
import { args, fleet, log, number, plan, project, words } from 'groundwatch';

const { scope, begin, end, gap } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: '事業' } }),
    begin: number({
      min: 0,
      max: 23,
      step: 1,
      default: 9,
      unit: 'h',
      title: { 'zh-chs': '最早（当地时）', en: 'From (local)', ja: '開始（現地時刻）' },
    }),
    end: number({
      min: 1,
      max: 24,
      step: 1,
      default: 17,
      unit: 'h',
      title: { 'zh-chs': '最晚（当地时）', en: 'Until (local)', ja: '終了（現地時刻）' },
    }),
    gap: number({
      min: 10,
      max: 600,
      default: 60,
      unit: 's',
      title: { 'zh-chs': '间隔', en: 'Pause between two', ja: '間隔' },
    }),
  },
  {
    title: { 'zh-chs': '警报器巡检', en: 'Siren test round', ja: 'サイレンの巡回試験' },
    description: {
      'zh-chs': '逐台试响警报器，仅在当地白天进行；夜间的测站列出原因。',
      en: 'Tests siren after siren, by day in the time zone of the site alone; where it is night, the station is left out by name.',
      ja: 'サイレンを 1 台ずつ試験します。現地の日中に限り、夜間の観測局は理由とともに除外します。',
    },
  },
);

const stations = await fleet.stations({ project: scope, kind: 'horn' });
for (const station of stations) {
  const local = new Date(Date.now() + station.utcOffset * 60_000);
  const hour = local.getUTCHours();
  if (hour < begin || hour >= end) {
    const time = local.toISOString().slice(11, 16);
    plan.skip(
      station,
      words({ 'zh-chs': `当地时间 ${time}`, en: `it is ${time} there`, ja: `現地は ${time} です` }),
    );
    continue;
  }
  const sirens = station.sensors.filter(({ kind }) => kind === 'horn');
  const reason = words({ 'zh-chs': '巡回试响', en: 'test round', ja: '巡回試験' });
  for (const [index, siren] of sirens.entries())
    plan.send(siren, 'testHorn', {}, { reason, ...(index === 0 ? {} : { after: { delay: gap } }) });
}
log(
  words({
    'zh-chs': `有警报器的测站 ${stations.length} 个`,
    en: `${stations.length} stations with sirens`,
    ja: `サイレンのある観測局：${stations.length} 局`,
  }),
);
plan.rollout({ batches: [1], concurrency: 1, order: 'given' });
