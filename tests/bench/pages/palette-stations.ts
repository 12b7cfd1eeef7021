import type { StationSummary } from '../../../src/contract/sites/stations.ts';

const places = [
  ['云南', 'yun nan'],
  ['昭通', 'zhao tong'],
  ['盐津', 'yan jin'],
  ['大关', 'da guan'],
  ['永善', 'yong shan'],
  ['绥江', 'sui jiang'],
  ['镇雄', 'zhen xiong'],
  ['彝良', 'yi liang'],
  ['重庆', 'chong qing'],
  ['水富', 'shui fu'],
  ['鲁甸', 'lu dian'],
  ['巧家', 'qiao jia'],
  ['会泽', 'hui ze'],
  ['宣威', 'xuan wei'],
  ['富源', 'fu yuan'],
  ['罗平', 'luo ping'],
] as const;
const kinds = [
  ['滑坡', 'hua po'],
  ['边坡', 'bian po'],
  ['大坝', 'da ba'],
  ['隧道', 'sui dao'],
  ['桥梁', 'qiao liang'],
  ['尾矿库', 'wei kuang ku'],
] as const;

/** Stations with names, numbers, readings and serial numbers. The same ones every time. */
export function benchStations(count: number): readonly StationSummary[] {
  return Array.from({ length: count }, (_, i) => {
    const [county, countyReading] = places[i % places.length] ?? places[0];
    const [town, townReading] = places[Math.imul(i, 7) % places.length] ?? places[0];
    const [kind, kindReading] = kinds[Math.imul(i, 5) % kinds.length] ?? kinds[0];
    return {
      id: i + 1,
      projectId: 1,
      code: `YN-${String(i).padStart(5, '0')}`,
      name: `${county}${town}${kind}${i}号`,
      reading: `${countyReading} ${townReading} ${kindReading} ${i} hao`,
      site: 'landslide',
      latitude: 27,
      longitude: 104,
      timeZone: 'Asia/Shanghai',
      sn: `GW${(i * 7919) % 1_000_003}`,
      kinds: [],
      state: 'ok',
      link: 'connected',
      connected: true,
      sendCycle: 600,
      lastContactAt: Date.now(),
      nextContactAt: null,
      jitter: 0,
      late: false,
      deviceAlarm: false,
      fault: false,
      maintenance: null,
      installState: 1,
      batteryVoltage: 3.6,
      batteryCharge: null,
      batteryAt: null,
      primary: null,
      troubles: [],
      spark: [],
    };
  });
}

/** What is typed, one keystroke after another; each is begun anew. */
export const typed = [
  'yn-0123',
  'huapo',
  'zhao tong',
  '重庆隧道',
  'ynzt',
  '123号',
  'gw42',
  'yunnna',
  'bian po 77',
  'sui',
];
