/** A derived channel of the demo: a crack without what its temperature makes of it. */
import { kindById } from '../../catalogue/index.ts';
import { readViewer } from '../../server/accounts/viewer.ts';
import type { SiteEditor } from '../../server/sites/edit/editor.ts';
import { addFormula } from '../../server/sites/formulas/edit.ts';

const names = {
  'zh-chs': '裂缝开度（扣除温度）',
  en: 'Opening, temperature removed',
  ja: '開口幅（温度補正済み）',
} as const;

/** Makes it at the first station with a crack gauge, once. */
export async function makeDemoFormula(editor: SiteEditor): Promise<void> {
  const { db } = editor.storage;
  const known = await db.selectFrom('formulas').select('id').limit(1).executeTakeFirst();
  const sensor = await db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'rtus.station_id'])
    .where('sensors.kind', '=', kindById('crackRs485')?.code ?? -1)
    .orderBy('sensors.id')
    .executeTakeFirst();
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const viewer = user === undefined ? null : await readViewer(editor.storage, user.id);
  if (known !== undefined || sensor === undefined || viewer === null) return;
  const of = { row: 'crack', sourceId: sensor.id, element: 0 } as const;
  await addFormula(editor, { viewer, address: '127.0.0.1' }, sensor.station_id, {
    ...{ names: { ...names }, unit: 'mm', digits: 2, age: 7200, reason: '温度影响 0.012 mm/°C' },
    text: 'a - 0.012 * (b - 15)',
    inputs: [
      { letter: 'a', ...of, channel: 'opening' },
      { letter: 'b', ...of, channel: 'temperature' },
    ],
  });
}
