/** How many days the batteries still last, the shortest first; longer cycles for those that would not. */
import { args, fleet, number, plan, table, words } from 'groundwatch';

const { days, enough, factor } = args(
  {
    days: number({
      min: 2,
      max: 90,
      default: 14,
      title: { 'zh-chs': '统计天数', en: 'Days looked at', ja: '集計日数' },
    }),
    enough: number({
      min: 1,
      max: 365,
      default: 30,
      unit: 'd',
      title: { 'zh-chs': '须维持天数', en: 'Days that it must last', ja: '必要な残り日数' },
    }),
    factor: number({
      min: 2,
      max: 12,
      step: 1,
      default: 2,
      title: { 'zh-chs': '周期放大倍数', en: 'Longer cycles by', ja: '周期の倍率' },
    }),
  },
  {
    title: { 'zh-chs': '电池剩余天数排查', en: 'Battery triage', ja: '電池残量の点検' },
    description: {
      'zh-chs':
        '按近期放电速度估算剩余天数并排序；不足者建议延长周期，报警中、正在加密采集或有警报器的测站除外。',
      en: 'Estimates remaining days from the recent discharge, shortest first; proposes longer cycles where they are too few, but not at stations in alarm, that collect fast or have a siren.',
      ja: '最近の放電速度から残り日数を推定し、短い順に並べます。不足する端末には周期の延長を提案します（警報中、高頻度計測中、サイレンのある観測局を除く）。',
    },
  },
);

const all = await fleet.stations();
const stations = all.filter(({ sn }) => sn !== null);
for (const station of all)
  if (station.sn === null)
    plan.skip(station, words({ 'zh-chs': '没有 RTU', en: 'it has no RTU', ja: '端末がありません' }));
const day = 86_400_000;
const start = Date.now() - days * day;
/** The lowest charge of a day: the charge at noon, under sun, says nothing about what is left at night. */
const lowest = (from: number) =>
  fleet.history(stations, 'rtu', 'batteryCharge', { from, to: from + day, statistic: 'min' });
const [first, last, reported] = await Promise.all([
  lowest(start),
  lowest(Date.now() - day),
  fleet.reported(stations, 'rtu'),
]);
const found = reported.flatMap((one, index) => {
  const [a, b] = [first[index], last[index]];
  if (!one.ok) {
    plan.skip(one.station, one.reason.text);
    return [];
  }
  const before = a?.ok === true ? a.values.batteryCharge : null;
  const now = b?.ok === true ? b.values.batteryCharge : null;
  if (before === null || now === null) {
    plan.skip(
      one.station,
      words({
        'zh-chs': '电量记录不足，无法估算',
        en: 'its charge is not known over these days',
        ja: '電池残量の記録が不足しています',
      }),
    );
    return [];
  }
  const perDay = (before - now) / (days - 1);
  // One that charges, or holds, lasts.
  return [{ ...one, charge: now, perDay, remaining: perDay > 0 ? now / perDay : null }];
});
found.sort((a, b) => (a.remaining ?? Infinity) - (b.remaining ?? Infinity));
table(
  found.map(({ station, charge, perDay, remaining }) => ({
    station: station.code,
    charge,
    perDay: Number(perDay.toFixed(2)),
    days:
      remaining === null ? words({ 'zh-chs': '可维持', en: 'lasts', ja: '維持可能' }) : Math.floor(remaining),
    voltage: station.batteryVoltage,
  })),
  {
    station: { 'zh-chs': '测站', en: 'Station', ja: '観測局' },
    charge: { 'zh-chs': '剩余电量 (%)', en: 'Remaining charge (%)', ja: '電池残量 (%)' },
    perDay: { 'zh-chs': '每日消耗 (%)', en: 'Per day (%)', ja: '1 日の消費 (%)' },
    days: { 'zh-chs': '剩余天数', en: 'Days left', ja: '残り日数' },
    voltage: { 'zh-chs': '电池电压 (V)', en: 'Battery voltage (V)', ja: '電池電圧 (V)' },
  },
);
for (const { station, values, remaining } of found) {
  if (remaining === null || remaining >= enough) continue;
  const { sendCycle, collectionCycle } = values;
  // The factor keeps the collection cycle a divisor of the send cycle.
  const by = Math.min(factor, Math.floor(64_800 / sendCycle));
  const left = Math.floor(remaining);
  if (station.deviceAlarm || values.fastCollect)
    plan.skip(
      station,
      words({
        'zh-chs': `报警中或正在加密采集；剩余 ${left} 天`,
        en: `in alarm or collecting fast; ${left} days left`,
        ja: `警報中または高頻度計測中、残り ${left} 日`,
      }),
    );
  else if (station.sensor('horn') !== undefined)
    plan.skip(
      station,
      words({
        'zh-chs': `有警报器，不延长周期；剩余 ${left} 天`,
        en: `it has a siren, which a longer cycle would reach later; ${left} days left`,
        ja: `サイレンがあるため周期を延ばしません、残り ${left} 日`,
      }),
    );
  else if (by < 2)
    plan.skip(
      station,
      words({
        'zh-chs': '上报周期已为最长',
        en: 'its cycle is the longest already',
        ja: '送信周期はすでに最長です',
      }),
    );
  else
    plan.set(
      station,
      'rtu',
      { sendCycle: sendCycle * by, collectionCycle: collectionCycle * by },
      { reason: words({ 'zh-chs': `剩余 ${left} 天`, en: `${left} days left`, ja: `残り ${left} 日` }) },
    );
}
