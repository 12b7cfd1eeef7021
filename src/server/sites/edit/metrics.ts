import { Refusal } from '../../../base/errors.ts';
import { type MappedMetric, type MetricAlias, maxAliases } from '../../../contract/metrics.ts';
import { aliasTarget, hasElements } from '../../gateway/foreign/metric-alias.ts';
import type { By, Db, SiteEditor } from './editor.ts';
import { ownRtu } from './scope.ts';

/** The mapping of an RTU, as it stands. */
export async function readAliases(db: Db, rtuId: number): Promise<MetricAlias[]> {
  return db
    .selectFrom('metric_aliases')
    .select(['device', 'metric', 'slot', 'element', 'channel', 'unit', 'scale'])
    .where('rtu_id', '=', rtuId)
    .orderBy('device')
    .orderBy('metric')
    .execute();
}

const reported = ({ device, metric }: Pick<MetricAlias, 'device' | 'metric'>) =>
  device === '' ? metric : `${device}/${metric}`;

/** Says what one of an RTU's own metrics stands for. @throws Refusal */
export function mapMetric(
  editor: SiteEditor,
  by: By,
  rtuId: number,
  { element = 0, ...mapped }: MappedMetric,
): Promise<object> {
  const alias = { ...mapped, element };
  return editor.change(by, 'sites.metric.map', async (db) => {
    const { sn } = await ownRtu(db, by.viewer, rtuId);
    await checkAlias(db, rtuId, alias);
    const others = await db
      .selectFrom('metric_aliases')
      .select(['device', 'metric', 'slot', 'element', 'channel'])
      .where('rtu_id', '=', rtuId)
      .execute();
    const isSame = (other: Pick<MetricAlias, 'device' | 'metric'>) =>
      other.device === alias.device && other.metric === alias.metric;
    // Two metrics of one channel would overwrite each other.
    const rival = others.find(
      (other) =>
        !isSame(other) &&
        other.slot === alias.slot &&
        other.element === element &&
        other.channel === alias.channel,
    );
    if (rival !== undefined) throw new Refusal(422, 'sites.taken', { value: reported(rival) }, 'channel');
    if (!others.some(isSame) && others.length >= maxAliases)
      throw new Refusal(422, 'sites.metric.tooMany', { most: maxAliases }, 'metric');
    const { device, metric, ...ours } = alias;
    await db
      .insertInto('metric_aliases')
      .values({ rtu_id: rtuId, device, metric, ...ours })
      .onConflict((conflict) => conflict.columns(['rtu_id', 'device', 'metric']).doUpdateSet(ours))
      .execute();
    const place = `${alias.slot ?? 'rtu'}${element === 0 ? '' : `/${element}`}`;
    const detail = `${sn} ${reported(alias)} → ${place}/${alias.channel} × ${alias.scale} ${alias.unit ?? ''}`;
    return { subject: `rtu:${rtuId}`, detail: detail.trim(), answer: {} };
  });
}

/** @throws Refusal 422 naming the field that cannot be */
async function checkAlias(
  db: Db,
  rtuId: number,
  { slot, element, channel, unit, scale }: MetricAlias,
): Promise<void> {
  if (scale === 0) throw new Refusal(422, 'sites.metric.scale', {}, 'scale');
  let kind: number | null = null;
  if (slot !== null) {
    const sensor = await db
      .selectFrom('sensors')
      .select('kind')
      .where('rtu_id', '=', rtuId)
      .where('slot', '=', slot)
      .where('retired_at', 'is', null)
      .executeTakeFirst();
    if (sensor === undefined) throw new Refusal(422, 'sites.metric.slot', { slot }, 'slot');
    kind = sensor.kind;
  }
  if (element > 0 && !hasElements(kind))
    throw new Refusal(422, 'sites.metric.element', { slot: slot ?? '–' }, 'element');
  const target = aliasTarget(kind, element, channel);
  if (target === null) throw new Refusal(422, 'sites.metric.channel', { channel }, 'channel');
  if (target.converter(unit) === null)
    throw new Refusal(422, 'sites.metric.unit', { unit: unit ?? '', channel: target.unit ?? '–' }, 'unit');
}

/** Takes a mapping back. @throws Refusal */
export function unmapMetric(
  editor: SiteEditor,
  by: By,
  rtuId: number,
  theirs: Pick<MetricAlias, 'device' | 'metric'>,
): Promise<object> {
  return editor.change(by, 'sites.metric.unmap', async (db) => {
    const { sn } = await ownRtu(db, by.viewer, rtuId);
    const { numDeletedRows } = await db
      .deleteFrom('metric_aliases')
      .where('rtu_id', '=', rtuId)
      .where('device', '=', theirs.device)
      .where('metric', '=', theirs.metric)
      .executeTakeFirst();
    if (numDeletedRows === 0n)
      throw new Refusal(422, 'sites.metric.unmapped', { metric: reported(theirs) }, 'metric');
    return { subject: `rtu:${rtuId}`, detail: `${sn} ${reported(theirs)}`, answer: {} };
  });
}
