/** Sounds the test of one siren after another, and only by day where it stands. */
import { args, fleet, log, number, plan, project, words } from 'groundwatch';

const { scope, begin, end, gap } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: 'プロジェクト' } }),
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
      'zh-chs': '逐台试响警报器，相邻两台留有间隔，仅在当地白天进行；报警中及轮到时为夜间的测站列出原因。',
      en: 'Tests siren after siren with a pause between them, by day in the time zone of the site alone. Stations in alarm, and those whose turn would come at night, are left out by name.',
      ja: 'サイレンを間隔をおいて 1 台ずつ試験します。現地の日中に限り、警報中の観測局と、順番が夜間になる観測局は理由とともに除外します。',
    },
  },
);

if (begin >= end)
  throw new Error(
    words({
      'zh-chs': '最早时刻须早于最晚时刻',
      en: 'the first hour must be before the last',
      ja: '開始時刻は終了時刻より前にしてください',
    }),
  );
const stations = await fleet.stations({ project: scope, kind: 'horn' });
const reason = words({ 'zh-chs': '巡回试响', en: 'test round', ja: '巡回試験' });
/** Seconds of one test with its answer. */
const test = 30;
let turn = 0;
for (const station of stations) {
  const sirens = station.sensors.filter(({ kind }) => kind === 'horn');
  if (station.sn === null) {
    plan.skip(station, words({ 'zh-chs': '没有 RTU', en: 'it has no RTU', ja: '端末がありません' }));
    continue;
  }
  // A test that sounds during an alarm is taken for it, or takes it for a test.
  if (station.deviceAlarm) {
    plan.skip(station, words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' }));
    continue;
  }
  const length = sirens.length * (test + gap);
  const hours = [turn, turn + length].map(
    (seconds) => new Date(Date.now() + seconds * 1000 + station.utcOffset * 60_000),
  );
  if (hours.some((local) => local.getUTCHours() < begin || local.getUTCHours() >= end)) {
    const time = (hours[0] ?? new Date()).toISOString().slice(11, 16);
    plan.skip(
      station,
      words({
        'zh-chs': `轮到时当地时间 ${time}`,
        en: `it is ${time} there when its turn comes`,
        ja: `順番が来るときの現地時刻は ${time} です`,
      }),
    );
    continue;
  }
  turn += length;
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
plan.rollout({ batches: ['100%'], concurrency: 1, order: 'given', gap, stopAt: [3, 5] });
