/** Moves RTUs to another data centre: one centre after another, each verified before the next. */
import { args, fleet, log, number, plan, project, table, text, words } from 'groundwatch';

const { scope, from, to, port } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: 'プロジェクト' } }),
    from: text({
      maxLength: 253,
      title: { 'zh-chs': '原主机', en: 'Host that it leaves', ja: '移行元ホスト' },
    }),
    to: text({ maxLength: 253, title: { 'zh-chs': '新主机', en: 'New host', ja: '移行先ホスト' } }),
    port: number({
      min: 1,
      max: 65_535,
      step: 1,
      default: 1883,
      title: { 'zh-chs': '端口', en: 'Port', ja: 'ポート' },
    }),
  },
  {
    title: { 'zh-chs': '数据中心迁移', en: 'Centre migration', ja: 'データセンターの移行' },
    description: {
      'zh-chs': '逐个中心更换主机，前一个确认后才更换下一个；仅有一个中心的 RTU 不更改，以免失联。',
      en: 'Changes the host of one centre after another, each once the one before is verified. An RTU with a single centre is left as it is: it could be lost.',
      ja: 'センターを 1 つずつ切り替え、確認できてから次へ進みます。センターが 1 つだけの端末は、通信が途絶えるおそれがあるため変更しません。',
    },
  },
);

if (from.trim() === '' || to.trim() === '' || from.trim() === to.trim())
  throw new Error(
    words({
      'zh-chs': '原主机与新主机须不同且不为空',
      en: 'the host that is left and the new one must be given, and differ',
      ja: '移行元と移行先のホストは、それぞれ入力し、異なるものにしてください',
    }),
  );
const isFrom = (host: string) => host.trim().toLowerCase() === from.trim().toLowerCase();
const numbers = [1, 2, 3, 4, 5, 6] as const;
const rows: Record<string, unknown>[] = [];
for (const one of await fleet.reported(await fleet.stations({ project: scope }), 'rtu')) {
  const { station } = one;
  if (!one.ok) {
    plan.skip(station, one.reason.text);
    continue;
  }
  const { values } = one;
  const enabled = numbers.filter((n) => values[`center${n}Enabled`]);
  const moving = enabled.filter((n) => isFrom(values[`center${n}Host`]));
  rows.push({ station: station.code, enabled: enabled.length, moving: moving.join(', ') });
  if (moving.length === 0) continue;
  if (station.deviceAlarm) {
    plan.skip(station, words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' }));
    continue;
  }
  if (enabled.length === 1) {
    plan.skip(
      station,
      words({
        'zh-chs': '仅有一个中心：请先启用第二个',
        en: 'its only centre: enable a second one first',
        ja: 'センターが 1 つだけです。先に 2 つ目を有効にしてください',
      }),
    );
    continue;
  }
  for (const [index, n] of moving.entries()) {
    const reason = words({ 'zh-chs': `中心 ${n}`, en: `centre ${n}`, ja: `センター ${n}` });
    plan.set(
      station,
      'rtu',
      { [`center${n}Host`]: to.trim(), [`center${n}Port`]: port },
      index === 0 ? { reason } : { after: 'verified', reason },
    );
  }
}
table(rows, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  enabled: { 'zh-chs': '已启用中心数', en: 'Enabled centres', ja: '有効なセンター数' },
  moving: { 'zh-chs': '待迁移的中心', en: 'Centres to move', ja: '移行するセンター' },
});
log(`${from} → ${to}:${port}`);
plan.rollout({ batches: [1, 1, 5, '20%'], concurrency: 1, stopAt: [1, 5], order: 'wake' });
