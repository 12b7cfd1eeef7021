/** The hour at which a rain gauge's day begins: 8 in China, 0 in Japan. */
import { args, choice, fleet, log, plan, words } from 'groundwatch';

const { edition } = args(
  {
    edition: choice({
      choices: [
        {
          value: 'zone',
          title: {
            'zh-chs': '按测站时区',
            en: "By the station's time zone",
            ja: '観測局のタイムゾーンによる',
          },
        },
        { value: 'cn', title: { 'zh-chs': '中国（8 时）', en: 'China (8:00)', ja: '中国（8 時）' } },
        { value: 'jp', title: { 'zh-chs': '日本（0 时）', en: 'Japan (0:00)', ja: '日本（0 時）' } },
      ],
      default: 'zone',
      title: { 'zh-chs': '日界', en: 'Day boundary', ja: '日界' },
    }),
  },
  {
    title: { 'zh-chs': '雨量日界', en: 'Start of the rain day', ja: '雨量の日界' },
    description: {
      'zh-chs': '使雨量计的日界与所在国家的惯例一致：中国 8 时，日本 0 时。',
      en: "Brings the day of rain gauges to the country's practice: 8:00 in China, 0:00 in Japan.",
      ja: '雨量計の日界を各国の慣行に合わせます（中国は 8 時、日本は 0 時）。',
    },
  },
);

const countryOf: Readonly<Record<string, 'cn' | 'jp'>> = {
  'Asia/Tokyo': 'jp',
  'Asia/Shanghai': 'cn',
  'Asia/Chongqing': 'cn',
  'Asia/Harbin': 'cn',
  'Asia/Urumqi': 'cn',
};
const stations = await fleet.stations({ kind: 'rain' });
const gauges = stations.flatMap(({ sensors }) => sensors.filter(({ kind }) => kind === 'rain'));
for (const one of await fleet.reported(gauges, 'rain')) {
  const { station, slot } = one;
  const country = edition === 'zone' ? countryOf[station.timeZone] : edition;
  const dayStart = country === 'jp' ? 0 : 8;
  if (!one.ok) plan.skip({ station, slot }, one.reason.text);
  else if (country === undefined)
    plan.skip(
      { station, slot },
      words({
        'zh-chs': `时区 ${station.timeZone} 不属于中国或日本`,
        en: `${station.timeZone} is neither China nor Japan`,
        ja: `${station.timeZone} は中国・日本のタイムゾーンではありません`,
      }),
    );
  // Its sums begin anew with another day: not while they count.
  else if (station.deviceAlarm)
    plan.skip({ station, slot }, words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' }));
  else if (one.values.dayStart !== dayStart) plan.set({ station, slot }, 'rain', { dayStart });
}
log(
  words({
    'zh-chs': `雨量计 ${gauges.length} 台`,
    en: `${gauges.length} rain gauges`,
    ja: `雨量計：${gauges.length} 台`,
  }),
);
