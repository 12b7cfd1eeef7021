/** How many days the batteries still last, the shortest first; longer cycles for those that would not. */
import { args, fleet, number, plan, table } from 'groundwatch';

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
      'zh-chs': '按近期放电速度估算剩余天数并排序；不足者建议延长周期，报警中的测站除外。',
      en: 'Estimates remaining days from the recent discharge, shortest first; proposes longer cycles where they are too few, but not at stations in alarm.',
      ja: '最近の放電速度から残り日数を推定し、短い順に並べます。不足する端末には周期の延長を提案します（警報中の観測局を除く）。',
    },
  },
);

const stations = (await fleet.stations()).filter(({ sn }) => sn !== null);
const day = 86_400_000;
const start = Date.now() - days * day;
/** The lowest charge of a day: what the sun gives at noon tells nothing of what is left at night. */
const lowest = (from: number) =>
  fleet.history(stations, 'rtu', 'batteryCharge', { from, to: from + day, statistic: 'min' });
const [first, last, told] = await Promise.all([
  lowest(start),
  lowest(Date.now() - day),
  fleet.reported(stations, 'rtu'),
]);
const found = told.flatMap((one, index) => {
  const [a, b] = [first[index], last[index]];
  if (!one.ok || !a?.ok || !b?.ok) return [];
  const [before, now] = [a.values.batteryCharge, b.values.batteryCharge];
  if (before === null || now === null) return [];
  const perDay = (before - now) / (days - 1);
  // One that charges, or holds, lasts.
  return [{ ...one, charge: now, perDay, remaining: perDay > 0 ? now / perDay : null }];
});
found.sort((a, b) => (a.remaining ?? Infinity) - (b.remaining ?? Infinity));
table(
  found.map(({ station, charge, perDay, remaining }) => ({
    station: station.code,
    'charge %': charge,
    '% per day': Number(perDay.toFixed(2)),
    days: remaining === null ? 'lasts' : Math.floor(remaining),
    V: station.batteryVoltage,
  })),
);
for (const { station, values, remaining } of found) {
  if (remaining === null || remaining >= enough) continue;
  const { sendCycle, collectionCycle } = values;
  // The factor keeps the collection cycle a divisor of the send cycle.
  const by = Math.min(factor, Math.floor(64_800 / sendCycle));
  if (station.level > 0) plan.skip(station, `in alarm; ${Math.floor(remaining)} days left`);
  else if (by < 2) plan.skip(station, 'its cycle is the longest already');
  else
    plan.set(
      station,
      'rtu',
      { sendCycle: sendCycle * by, collectionCycle: collectionCycle * by },
      { reason: `${Math.floor(remaining)} days left` },
    );
}
