import { pick } from '../random.ts';
import type { SiteType } from './areas.ts';

const words: Readonly<Record<'zh' | 'ja', Readonly<Record<SiteType, readonly string[]>>>> = {
  zh: {
    slope: ['滑坡', '边坡', '危岩体', '不稳定斜坡', '崩塌体'],
    dam: ['库岸', '大坝', '坝肩', '尾矿库'],
    bridge: ['大桥', '特大桥', '高架桥'],
    blasting: ['采场', '排土场', '爆破测点', '露天台阶'],
    tunnel: ['隧道口', '隧道洞身', '竖井'],
    other: ['泥石流沟', '沟口', '村委会', '气象点'],
  },
  ja: {
    slope: ['地すべり', '斜面', '急傾斜地', '切土法面'],
    dam: ['ダム湖岸', 'ダム堤体', '砂防堰堤'],
    bridge: ['大橋', '高架橋', '歩道橋'],
    blasting: ['採石場', '発破測点'],
    tunnel: ['トンネル坑口', 'トンネル坑内'],
    other: ['土石流渓流', '渓流口', '雨量観測点'],
  },
};

/** A station's name in its region's language, numbered within its town. */
export function stationName(
  seed: number,
  japanese: boolean,
  town: string,
  site: SiteType,
  number: number,
): string {
  const word = pick(seed, 31, words[japanese ? 'ja' : 'zh'][site]);
  return japanese ? `${town}${word} No.${number}` : `${town}${word}${number}号`;
}

/** Names of the alarm rules of a demo, in the languages of its regions. */
export const ruleNames = {
  tilt: { zh: '倾角24小时变化', ja: '傾斜角24時間変化' },
  crack: { zh: '裂缝24小时变化', ja: '亀裂24時間変化' },
  rain: { zh: '24小时累计雨量', ja: '24時間雨量' },
  silence: { zh: '设备失联', ja: '通信途絶' },
  battery: { zh: '电池电压低', ja: 'バッテリー電圧低下' },
} as const;

/** Names of what a demo has set up for notification, in Chinese: its first company is there. */
export const notifyNames = {
  rota: '边坡值班',
  first: '主班',
  second: '副班',
  office: '项目办公室',
  urgent: '橙色与红色',
  usual: '蓝色与黄色',
} as const;

/** What people of a demo wrote with alarms, in the languages of its regions. */
export const alarmNotes = {
  acknowledge: {
    zh: ['', '已通知巡查员', '', '与现场电话确认中', '', '已查看曲线，继续观察'],
    ja: ['', '巡回員に連絡済み', '', '現地に電話で確認中', '', 'グラフを確認、経過観察'],
  },
  shelve: {
    zh: ['通信模块已订购，周五更换', '现场检修，恢复前暂停提醒'],
    ja: ['通信モジュール手配済み、金曜に交換', '現地点検中のため通知を一時停止'],
  },
  true: {
    zh: ['现场巡查确认，后缘裂缝加宽', '与雨情相符，已加密巡查'],
    ja: ['現地巡回で確認、頭部亀裂の拡大あり', '降雨と一致、巡回頻度を上げた'],
  },
  false: {
    zh: ['牲畜碰撞支架，已加护栏', '除草作业碰到传感器'],
    ja: ['家畜が支柱に接触、柵を設置', '草刈り作業で接触'],
  },
  maintenance: {
    zh: ['检修时重新紧固支架'],
    ja: ['点検時に支柱を締め直し'],
  },
} as const;

/** Sources besides RTUs. */
export const sourceNames = { gateway: '渗压计网关', logger: '雨量记录仪' } as const;
