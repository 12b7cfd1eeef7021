import type { SearchItem } from '../../../src/console/shell/palette/search/index.ts';

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

/** Stations as the palette lists them: name, number, reading, serial number. The same ones every time. */
export function benchItems(count: number): readonly SearchItem[] {
  return Array.from({ length: count }, (_, i) => {
    const [county, countyReading] = places[i % places.length] ?? places[0];
    const [town, townReading] = places[Math.imul(i, 7) % places.length] ?? places[0];
    const [kind, kindReading] = kinds[Math.imul(i, 5) % kinds.length] ?? kinds[0];
    return {
      key: `station:${i}`,
      fields: [
        { kind: 'title', text: `${county}${town}${kind}${i}号` },
        { kind: 'code', text: `YN-${String(i).padStart(5, '0')}` },
        { kind: 'reading', text: `${countyReading} ${townReading} ${kindReading} ${i} hao` },
        { kind: 'alias', text: `GW${(i * 7919) % 1_000_003}` },
      ],
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
