/** How the clocks of RTUs stand, and what brings those that are wrong right. */
import { args, fleet, log, number, plan, table, words } from 'groundwatch';

const { limit } = args(
  {
    limit: number({
      min: 1,
      max: 600,
      default: 60,
      unit: 's',
      title: { 'zh-chs': '允许偏差', en: 'Allowed deviation', ja: '許容誤差' },
    }),
  },
  {
    title: { 'zh-chs': '时钟检查与校时', en: 'Clock audit', ja: '時計の点検と同期' },
    description: {
      'zh-chs': '列出各 RTU 的时钟偏差、自动校时开关与时区；对有误者提出校时或更改设置。',
      en: 'Lists clock deviation, clock synchronisation and time zone of every RTU; proposes to synchronise or set those that are wrong.',
      ja: '端末ごとに時計の誤差、自動時刻同期、タイムゾーンを一覧にし、誤りがあれば同期または設定を提案します。',
    },
  },
);

const all = await fleet.stations();
const stations = all.filter(({ sn }) => sn !== null);
for (const station of all)
  if (station.sn === null)
    plan.skip(station, words({ 'zh-chs': '没有 RTU', en: 'it has no RTU', ja: '端末がありません' }));
const reported = await fleet.reported(stations, 'rtu');
const rows: Record<string, unknown>[] = [];
for (const [index, { readings }] of (await fleet.latest(stations, 'rtu')).entries()) {
  const [one, newest] = [reported[index], readings[0]];
  if (one === undefined) continue;
  const { station } = one;
  if (!one.ok) {
    plan.skip(station, one.reason.text);
    continue;
  }
  // A report may lie a cycle in the device before it is sent; none can come before it was made.
  const late = newest === undefined ? 0 : (newest.receivedAt - newest.at) / 1000;
  const deviation = late < 0 ? -late : late > station.sendCycle + limit ? -late : 0;
  const fault = newest?.values.runStatus?.includes('clock') ?? false;
  const { timeSync, timeZone } = one.values;
  rows.push({ station: station.code, deviation: Math.round(deviation), fault, timeSync, timeZone });
  if (!timeSync || timeZone !== station.utcOffset)
    plan.set(
      station,
      'rtu',
      {
        ...(timeSync ? {} : { timeSync: true }),
        ...(timeZone === station.utcOffset ? {} : { timeZone: station.utcOffset }),
      },
      // Each gets that of the place where it stands.
      { own: ['timeZone'] },
    );
  if (fault || Math.abs(deviation) > limit)
    plan.send(
      station,
      'syncClock',
      {},
      {
        reason: fault
          ? words({ 'zh-chs': '时钟故障', en: 'clock in fault', ja: '時計の異常' })
          : `${Math.round(deviation)} s`,
      },
    );
}
rows.sort((a, b) => Math.abs(Number(b.deviation)) - Math.abs(Number(a.deviation)));
table(rows, {
  station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
  deviation: { 'zh-chs': '偏差 (s)', en: 'Deviation (s)', ja: '誤差 (s)' },
  fault: { 'zh-chs': '时钟故障', en: 'Clock in fault', ja: '時計の異常' },
  timeSync: { 'zh-chs': '自动校时', en: 'Clock synchronisation', ja: '自動時刻同期' },
  timeZone: { 'zh-chs': '时区 (min)', en: 'Time zone (min)', ja: 'タイムゾーン (min)' },
});
log(
  words({
    'zh-chs': `已检查时钟 ${rows.length} 个`,
    en: `${rows.length} clocks looked at`,
    ja: `点検した時計：${rows.length} 台`,
  }),
);
