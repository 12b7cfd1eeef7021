/** Fast collection at stations in alarm and their neighbours, which ends by itself. */
import { args, fleet, log, number, plan, type Station, words } from 'groundwatch';

const { radius, minutes, lowest } = args(
  {
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
      title: { 'zh-chs': '加密采集时长', en: 'Duration of fast collection', ja: '高頻度計測の継続時間' },
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
      ja: '警報地点周辺の高頻度計測',
    },
    description: {
      'zh-chs':
        '对报警测站及半径内的测站启动加密采集，到时由设备自行恢复；已在加密采集的测站保持不变，电池电压低的测站不参与。',
      en: 'Starts fast collection at stations in alarm and those within a radius; each device ends it after its time. Stations that collect fast already are left as they are, weak batteries are left out.',
      ja: '警報中の観測局と半径内の観測局で高頻度計測を開始し、所定の時間後に機器が自動で終了します。すでに高頻度計測中の観測局はそのままとし、電池電圧の低い観測局は除きます。',
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
const alarms = all.filter((station) => station.deviceAlarm);
const near = all.flatMap((station) => {
  const alarm = alarms.includes(station) ? station : alarms.find((one) => distance(one, station) <= radius);
  return alarm === undefined ? [] : [{ station, alarm }];
});
const reported = await fleet.reported(
  near.map(({ station }) => station),
  'rtu',
);
const latest = await fleet.latest(
  near.map(({ station }) => station),
  'rtu',
);
const started: Station[] = [];
for (const [index, { station, alarm }] of near.entries()) {
  const one = reported[index];
  const status = latest[index]?.readings[0]?.values;
  const km = distance(alarm, station).toFixed(1);
  const reason =
    alarm === station
      ? words({ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' })
      : words({
          'zh-chs': `距 ${alarm.code} ${km} km`,
          en: `${km} km from ${alarm.code}`,
          ja: `${alarm.code} から ${km} km`,
        });
  if (station.sn === null)
    plan.skip(station, words({ 'zh-chs': '没有 RTU', en: 'it has no RTU', ja: '端末がありません' }));
  // Whether it collects fast must be known: a start with a duration would end what was on without one.
  else if (one === undefined || !one.ok) plan.skip(station, one?.reason.text ?? '–');
  else if (one.values.fastCollect || status?.fastCollect === true)
    plan.skip(
      station,
      words({
        'zh-chs': '已在加密采集，保持不变',
        en: 'collects fast already: left as it is',
        ja: 'すでに高頻度計測中のため、そのままにします',
      }),
    );
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
    // The device ends it by itself: a stop from here could end what the device, or somebody else, began meanwhile.
    plan.send(station, 'startFastCollect', { duration: minutes }, { reason });
    started.push(station);
  }
}
log(
  words({
    'zh-chs': `报警中的测站 ${alarms.length} 个`,
    en: `${alarms.length} stations in alarm`,
    ja: `警報中の観測局：${alarms.length} 局`,
  }),
);
// All at once: it is wanted now. What would begin after the time that was asked for begins no more.
const cycles = started.map(({ sendCycle }) => Math.ceil(1.5 * sendCycle));
plan.rollout({ batches: ['100%'], order: 'wake', timeout: Math.max(minutes * 60, ...cycles) });
