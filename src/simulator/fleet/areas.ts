import type { Zone } from '../signals/calendar.ts';
import type { Climate } from '../signals/weather.ts';

export type SiteType = 'slope' | 'dam' | 'bridge' | 'blasting' | 'tunnel' | 'other';

/** A region with real towns near which simulated stations stand; positions are WGS-84 degrees. */
export interface Region {
  /** Sparkplug group and code of the project. */
  readonly project: string;
  readonly projectName: string;
  /** Prefix of its stations' codes. */
  readonly prefix: string;
  readonly company: 0 | 1 | 2;
  readonly climate: Climate;
  readonly sites: readonly SiteType[];
  readonly towns: readonly (readonly [name: string, latitude: number, longitude: number])[];
}

const climate = (
  zone: Zone,
  meanTemperature: number,
  seasonSwing: number,
  daySwing: number,
  dryChance: number,
  wetChance: number,
  eventSize: number,
): Climate => ({ zone, meanTemperature, seasonSwing, daySwing, dryChance, wetChance, eventSize });
const cn = 'Asia/Shanghai';
const jp = 'Asia/Tokyo';

export const companies = [
  { name: '云岭地质灾害监测中心', language: 'zh-chs' },
  { name: '赣晋爆破安全监测公司', language: 'zh-chs' },
  { name: '東和斜面計測', language: 'ja' },
] as const;

/** Fourteen areas; climates are rough means of the region. */
export const areas: readonly Region[] = [
  {
    project: 'yn-zhaotong',
    projectName: '昭通滑坡群监测',
    prefix: 'YN',
    company: 0,
    climate: climate(cn, 12, 8, 4.5, 0.1, 0.5, 10),
    sites: ['slope', 'slope', 'slope', 'other'],
    towns: [
      ['巧家大寨', 27.05, 102.98],
      ['鲁甸龙头山', 27.1, 103.36],
      ['彝良洛泽河', 27.55, 104.05],
      ['镇雄塘房', 27.5, 104.83],
      ['盐津牛寨', 28.07, 104.28],
      ['大关玉碗', 27.78, 103.93],
    ],
  },
  {
    project: 'sc-yaan',
    projectName: '雅安边坡与库岸监测',
    prefix: 'SC',
    company: 0,
    climate: climate(cn, 15.5, 9, 3.5, 0.16, 0.62, 11),
    sites: ['slope', 'slope', 'dam', 'other'],
    towns: [
      ['汉源富林', 29.37, 102.66],
      ['石棉安顺场', 29.27, 102.3],
      ['宝兴灵关', 30.2, 102.8],
      ['芦山龙门', 30.25, 102.98],
      ['荥经龙苍沟', 29.63, 102.84],
      ['天全始阳', 30.03, 102.82],
    ],
  },
  {
    project: 'gz-shuicheng',
    projectName: '水城高边坡监测',
    prefix: 'GZ',
    company: 0,
    climate: climate(cn, 13, 8.5, 4, 0.15, 0.55, 11),
    sites: ['slope', 'slope', 'tunnel', 'bridge'],
    towns: [
      ['水城鸡场', 26.25, 104.66],
      ['盘州红果', 25.71, 104.47],
      ['六枝郎岱', 26.1, 105.33],
      ['纳雍鬃岭', 26.72, 105.24],
      ['晴隆光照', 25.95, 105.23],
    ],
  },
  {
    project: 'cq-wushan',
    projectName: '三峡库区巫山奉节段',
    prefix: 'CQ',
    company: 0,
    climate: climate(cn, 17.5, 10, 4, 0.14, 0.5, 12),
    sites: ['slope', 'dam', 'dam', 'bridge'],
    towns: [
      ['巫山曲尺', 31.05, 109.76],
      ['巫山大溪', 30.99, 109.61],
      ['奉节草堂', 31.06, 109.6],
      ['奉节安坪', 30.97, 109.33],
      ['云阳故陵', 30.9, 108.93],
    ],
  },
  {
    project: 'gs-zhouqu',
    projectName: '舟曲泥石流滑坡监测',
    prefix: 'GS',
    company: 0,
    climate: climate(cn, 13, 10, 5.5, 0.06, 0.4, 7),
    sites: ['slope', 'slope', 'other', 'other'],
    towns: [
      ['舟曲南峪', 33.72, 104.43],
      ['舟曲立节', 33.85, 104.16],
      ['宕昌官亭', 33.9, 104.52],
      ['武都两水', 33.42, 104.87],
      ['文县碧口', 32.75, 105.25],
    ],
  },
  {
    project: 'jx-dexing',
    projectName: '德兴露天矿爆破监测',
    prefix: 'JX',
    company: 1,
    climate: climate(cn, 17.5, 11.5, 4.5, 0.22, 0.5, 14),
    sites: ['blasting', 'blasting', 'slope', 'dam'],
    towns: [
      ['德兴泗洲', 28.99, 117.72],
      ['德兴花桥', 28.81, 117.55],
      ['铅山永平', 28.2, 117.78],
      ['弋阳旭光', 28.42, 117.4],
    ],
  },
  {
    project: 'sx-luliang',
    projectName: '吕梁采石场爆破监测',
    prefix: 'SX',
    company: 1,
    climate: climate(cn, 9.5, 14, 6, 0.05, 0.35, 8),
    sites: ['blasting', 'blasting', 'slope', 'tunnel'],
    towns: [
      ['交口双池', 36.83, 111.43],
      ['中阳金罗', 37.37, 111.16],
      ['柳林金家庄', 37.46, 110.97],
      ['方山大武', 37.72, 111.17],
    ],
  },
  {
    project: 'hb-yichang',
    projectName: '宜昌磷矿与高边坡监测',
    prefix: 'HB',
    company: 1,
    climate: climate(cn, 16, 11, 4.5, 0.16, 0.5, 12),
    sites: ['blasting', 'blasting', 'slope', 'tunnel'],
    towns: [
      ['夷陵樟村坪', 31.28, 111.22],
      ['兴山水月寺', 31.25, 111.05],
      ['远安嫘祖', 31.2, 111.53],
      ['秭归沙镇溪', 30.97, 110.6],
    ],
  },
  {
    project: 'jp-nagano',
    projectName: '長野県北部地すべり観測',
    prefix: 'NG',
    company: 2,
    climate: climate(jp, 11.5, 12, 5.5, 0.2, 0.42, 9),
    sites: ['slope', 'slope', 'dam', 'bridge'],
    towns: [
      ['小谷', 36.77, 137.9],
      ['白馬', 36.7, 137.86],
      ['信濃町', 36.8, 138.2],
      ['飯山', 36.85, 138.36],
      ['松代', 36.56, 138.2],
    ],
  },
  {
    project: 'jp-niigata',
    projectName: '上越地すべり観測',
    prefix: 'NI',
    company: 2,
    climate: climate(jp, 13.5, 11.5, 4, 0.34, 0.42, 11),
    sites: ['slope', 'slope', 'bridge', 'tunnel'],
    towns: [
      ['板倉', 37.03, 138.32],
      ['松之山', 37.09, 138.61],
      ['能生谷', 37.03, 138.03],
      ['山古志', 37.33, 138.89],
      ['安塚', 37.1, 138.46],
    ],
  },
  {
    project: 'jp-kochi',
    projectName: '高知嶺北斜面監視',
    prefix: 'KC',
    company: 2,
    climate: climate(jp, 16, 10.5, 5, 0.18, 0.5, 20),
    sites: ['slope', 'slope', 'dam', 'other'],
    towns: [
      ['大豊', 33.77, 133.67],
      ['本山', 33.76, 133.59],
      ['土佐町', 33.74, 133.53],
      ['大川', 33.78, 133.46],
      ['いの本川', 33.76, 133.35],
    ],
  },
  {
    project: 'jp-shizuoka',
    projectName: '静岡斜面・橋梁監視',
    prefix: 'SZ',
    company: 2,
    climate: climate(jp, 15.5, 10.5, 4.5, 0.2, 0.45, 17),
    sites: ['slope', 'bridge', 'bridge', 'tunnel'],
    towns: [
      ['由比', 35.17, 138.54],
      ['梅ヶ島', 35.3, 138.34],
      ['川根本町', 35.05, 138.1],
      ['井川', 35.21, 138.23],
      ['水窪', 35.15, 137.87],
    ],
  },
  {
    project: 'jp-aso',
    projectName: '阿蘇斜面災害監視',
    prefix: 'AS',
    company: 2,
    climate: climate(jp, 13.5, 11, 5, 0.2, 0.55, 19),
    sites: ['slope', 'slope', 'bridge', 'other'],
    towns: [
      ['南阿蘇立野', 32.88, 130.97],
      ['阿蘇一の宮', 32.94, 131.12],
      ['高森', 32.82, 131.12],
      ['産山', 32.99, 131.21],
    ],
  },
  {
    project: 'jp-totsukawa',
    projectName: '十津川深層崩壊監視',
    prefix: 'TK',
    company: 2,
    climate: climate(jp, 13.5, 11, 5, 0.2, 0.52, 22),
    sites: ['slope', 'slope', 'dam', 'tunnel'],
    towns: [
      ['十津川平谷', 33.96, 135.77],
      ['十津川長殿', 34.13, 135.76],
      ['野迫川', 34.16, 135.63],
      ['天川', 34.24, 135.85],
      ['上北山', 34.12, 136.0],
    ],
  },
];

/** Day boundary of daily rain, minutes after local midnight: 08:00 in China, 00:00 in Japan (src/catalogue/README.md#formulas). */
export const dayBoundary = (zone: Zone): number => (zone === 'Asia/Shanghai' ? 8 * 60 : 0);
