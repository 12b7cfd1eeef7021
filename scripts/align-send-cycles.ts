/** Brings the send cycle of many RTUs to one value: reads each, proposes a set where it differs. */
import { args, fleet, log, number, plan, progress, project, table } from 'groundwatch';

const { scope, sendCycle } = args(
  {
    scope: project({ title: { 'zh-chs': '项目', en: 'Project', ja: '事業' } }),
    sendCycle: number({
      min: 60,
      max: 86_400,
      step: 60,
      unit: 's',
      default: 3600,
      title: { 'zh-chs': '发送周期', en: 'Send cycle', ja: '送信周期' },
    }),
  },
  {
    title: { 'zh-chs': '统一发送周期', en: 'Align send cycles', ja: '送信周期をそろえる' },
    description: {
      'zh-chs': '读取项目内各 RTU 的发送周期，对不一致者提出设置建议。',
      en: 'Reads the send cycle of every RTU of a project and proposes a set where it differs.',
      ja: '事業内の各 RTU の送信周期を読み取り、異なるものに設定を提案します。',
    },
  },
);

const stations = await fleet.stations({ project: scope });
const told = await fleet.reported(stations, 'rtu');
const found: { station: string; sendCycle: number }[] = [];
let done = 0;
for (const one of told) {
  const { station } = one;
  if (!one.ok) {
    plan.skip(station, one.reason.text);
    log(`${station.code}: ${one.reason.text}`);
  } else if (one.values.sendCycle === sendCycle) {
    log(`${station.code}: ${sendCycle} s already`);
  } else {
    found.push({ station: station.code, sendCycle: one.values.sendCycle });
    plan.set(station, 'rtu', { sendCycle });
    log(`${station.code}: ${one.values.sendCycle} → ${sendCycle} s`);
  }
  done += 1;
  progress(done, told.length, station.code);
}
table(found);
