/** What the people of a demo have written and named, in Chinese: its first company is there. */
export const workNames = {
  /** Days before now, and what was seen then. */
  remarks: [
    { daysAgo: 6.1, text: '巡查：坡脚排水沟有少量淤积，已清理，裂缝标记无变化。' },
    { daysAgo: 3.7, text: '降雨后复查，坡面局部有细小冲沟，未见新裂缝。' },
    { daysAgo: 1.4, text: '更换蓄电池并清洁太阳能板，电压恢复正常。' },
    { daysAgo: 0.3, text: '与村委会核对撤离路线和联系人，联系电话已更新。' },
  ],
  folder: '重点巡查',
  inner: '本周复查',
  filter: '报警中的测站',
  dashboard: '值班大屏',
  note: '每日 08:00 与 20:00 交接班；橙色及以上报警先电话核实，再按预案处置。',
  baseline: '安装完成并稳定后取初始值',
  script: '失联测站清单',
  copy: '本公司位移速率排行',
  signed: '技术负责人',
  schedules: {
    report: '每周监测周报',
    export: '每日报警导出',
    script: '每日速率排行',
    backTest: '每月规则回溯检验',
  },
  standard: 'RTU 供电与补发标准',
  proposal: {
    title: '值班例会：失联清单改为 12 小时',
    from: 'default: 6,',
    to: 'default: 12,',
  },
  plans: {
    done: '统一低电压阈值（第一批）',
    stopped: '统一低电压阈值（第二批）',
    running: '统一低电压阈值（分批推进）',
    draft: '统一补发上限',
    why: '冬季日照不足，提前告警',
    backWhy: '第一批告警过多，先恢复原值',
  },
} as const;

/** The module that scripts get all from, quoted. */
const library = `'groundwatch'`;

/** A script that somebody of the demo has written. */
export const ownScript = `/** 列出超过指定小时没有数据的测站。 */
import { args, fleet, log, number } from ${library};

const { hours } = args({
  hours: number({ min: 1, max: 720, default: 6, unit: 'h', title: { 'zh-chs': '失联小时数', en: 'Hours of silence', ja: '通信途絶の時間' } }),
});

const border = Date.now() - hours * 3_600_000;
const stations = await fleet.stations();
const silent = stations.filter(({ lastContactAt }) => lastContactAt === null || lastContactAt < border);
for (const { code, name } of silent) log(\`\${code} \${name}\`);
log(\`共 \${silent.length} / \${stations.length} 个测站\`);
`;
