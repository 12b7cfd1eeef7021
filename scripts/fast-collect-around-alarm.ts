/** Fast collection at stations in alarm and their neighbours, which ends by itself. */
import { args, choice, fleet, log, number, plan, type Station, words } from 'groundwatch';

const { level, radius, minutes, lowest } = args(
  {
    level: choice({
      choices: [
        { value: '1', title: { 'zh-chs': '蓝色及以上', en: 'Blue and above', ja: '青以上' } },
        { value: '2', title: { 'zh-chs': '黄色及以上', en: 'Yellow and above', ja: '黄以上' } },
        { value: '3', title: { 'zh-chs': '橙色及以上', en: 'Orange and above', ja: '橙以上' } },
        { value: '4', title: { 'zh-chs': '红色', en: 'Red', ja: '赤' } },
      ],
      default: '2',
      title: { 'zh-chs': '预警级别', en: 'Alarm level', ja: '警報レベル' },
    }),
    radius: number({
      min: 0,
      max: 100,
      default: 5,
      unit: 'km',
      title: { 'zh-chs': '半径', en: 'Radius', ja: '半径' },
    }),
    minutes: number({
      min: 10,
      max: 1440,
      default: 120,
      unit: 'min',
      title: { 'zh-chs': '加密采集时长', en: 'Duration of fast collection', ja: '高速収集の継続時間' },
    }),
    lowest: number({
      min: 3,
      max: 14,
      default: 11.8,
      unit: 'V',
      title: { 'zh-chs': '最低电池电压', en: 'Lowest battery voltage', ja: '最低電池電圧' },
    }),
  },
  {
    title: {
      'zh-chs': '报警点周边加密采集',
      en: 'Fast collection around alarms',
      ja: '警報地点周辺の高速収集',
    },
    description: {
      'zh-chs': '对报警测站及半径内的测站启动加密采集，到时自动恢复；电池电压低的测站不参与。',
      en: 'Starts fast collection at stations in alarm and those within a radius, and ends it after its time; weak batteries are left out.',
      ja: '警報中の観測局と半径内の観測局で高速収集を開始し、所定の時間後に自動で終了します。電池電圧の低い観測局は除きます。',
    },
  },
);

/** km between two stations, on a sphere. */
function distance(a: Station, b: Station): number {
  const rad = Math.PI / 180;
  const [dLat, dLon] = [(b.latitude - a.latitude) * rad, (b.longitude - a.longitude) * rad];
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(dLon / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(h));
}

const all = await fleet.stations();
const alarms = all.filter((station) => station.level >= Number(level));
for (const station of all) {
  const near = alarms.find((alarm) => distance(alarm, station) <= radius);
  if (near === undefined) continue;
  const km = distance(near, station).toFixed(1);
  const reason =
    near === station
      ? words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' })
      : words({
          'zh-chs': `距 ${near.code} ${km} km`,
          en: `${km} km from ${near.code}`,
          ja: `${near.code} から ${km} km`,
        });
  if (station.sn === null)
    plan.skip(station, words({ 'zh-chs': '没有 RTU', en: 'it has no RTU', ja: '端末がありません' }));
  else if (station.batteryVoltage !== null && station.batteryVoltage < lowest)
    plan.skip(
      station,
      words({
        'zh-chs': `电池电压 ${station.batteryVoltage} V`,
        en: `battery ${station.batteryVoltage} V`,
        ja: `電池電圧 ${station.batteryVoltage} V`,
      }),
    );
  else {
    plan.send(station, 'startFastCollect', { duration: minutes }, { reason });
    plan.send(
      station,
      'stopFastCollect',
      {},
      {
        after: { delay: minutes * 60 },
        reason: words({ 'zh-chs': '恢复原周期', en: 'back to its own cycles', ja: '元の周期に戻す' }),
      },
    );
  }
}
log(
  words({
    'zh-chs': `报警中的测站 ${alarms.length} 个`,
    en: `${alarms.length} stations in alarm`,
    ja: `警報中の観測局：${alarms.length} 局`,
  }),
);
plan.rollout({ order: 'wake' });
