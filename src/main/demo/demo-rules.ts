/** The rules of the demo: they judge its last month, so that it shows alarms as they stand after a night. */
import { kindByCode } from '../../catalogue/index.ts';
import type { DefinedLevel, Definition } from '../../domain/alarms/definition.ts';
import { ruleFor } from '../../domain/alarms/definition.ts';
import type { LevelCondition, Term } from '../../domain/alarms/rule.ts';
import { syncInstances } from '../../server/alarms/instances.ts';
import { noFacts, targetsOf } from '../../server/alarms/rules/targets.ts';
import type { Board } from '../../server/sites/board.ts';
import { toJson } from '../../server/storage/json.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { ruleNames } from '../../simulator/fleet/names.ts';
import { storyDays } from './demo-fill.ts';

const day = 86_400_000;
/** So many days back are judged: those of which there are readings. */
const usualDays = { sensors: storyDays, contact: 7 };

/** Seconds; whatever sends more often does so since a short time before the demo began. */
const usualCycle = 600;

type Level = DefinedLevel['level'];
const above = (limit: number, release: number, either = false): LevelCondition => ({
  type: 'limit',
  term: 0,
  side: 'above',
  limit,
  release,
  ...(either ? { either: true } : {}),
});
const below = (limit: number, release: number): LevelCondition => ({
  type: 'limit',
  term: 0,
  side: 'below',
  limit,
  release,
});
const ladder = (
  levels: readonly (readonly [Level, LevelCondition])[],
  readings = 2,
): readonly DefinedLevel[] =>
  levels.map(([level, condition]) => ({
    level,
    condition,
    hold: { readings },
    releaseHold: { readings: readings + 1 },
  }));

const rule = (
  of: Definition['of'],
  term: Term,
  levels: readonly DefinedLevel[],
  kinds: readonly number[] = [],
): Definition => ({
  of,
  enabled: true,
  terms: [term],
  ladder: levels,
  patience: null,
  blindLevel: 'blue',
  scope: { projects: [], kinds, stations: [], except: [], mounts: [], labels: [] },
  overrides: [],
});

/** Sensor kinds that have a row. */
const kindsWith = (row: string): readonly number[] =>
  Array.from({ length: 32 }, (_, code) => code).filter((code) =>
    kindByCode(code)?.rows.some((own) => own === row),
  );

/** By the names that `ruleNames` has. Limits are examples. */
const definitions: Readonly<Record<keyof typeof ruleNames, Definition>> = {
  tilt: rule(
    'sensor',
    { quantity: 'change', args: { window: 24 }, source: { row: 'tilt', channel: 'x' } },
    ladder([
      ['blue', above(0.03, 0.02, true)],
      ['yellow', above(0.06, 0.045, true)],
      ['orange', above(0.12, 0.09, true)],
      ['red', above(0.25, 0.2, true)],
    ]),
    kindsWith('tilt'),
  ),
  crack: rule(
    'sensor',
    { quantity: 'change', args: { window: 24 }, source: { row: 'crack', channel: 'opening' } },
    ladder([
      ['blue', above(0.25, 0.15, true)],
      ['yellow', above(0.5, 0.35, true)],
      ['orange', above(1, 0.7, true)],
    ]),
    kindsWith('crack'),
  ),
  rain: rule(
    'sensor',
    { quantity: 'rainSum', args: { window: 24 }, source: { row: 'rain' } },
    ladder(
      [
        ['blue', above(30, 20)],
        ['yellow', above(50, 35)],
        ['orange', above(80, 60)],
      ],
      1,
    ),
    kindsWith('rain'),
  ),
  silence: rule(
    'rtu',
    { quantity: 'silence', args: {} },
    ladder(
      [
        ['blue', above(8, 1.5)],
        ['yellow', above(48, 1.5)],
      ],
      1,
    ),
  ),
  battery: rule('rtu', { quantity: 'batteryVoltage', args: {} }, ladder([['blue', below(11.4, 11.8)]], 3)),
};

/**
 * Writes the rules of every company that has none, from a month before `anchor` on or as `days` says. Answers whether any was
 * written. Devices that report faster since shortly before `anchor` are judged by that cycle from `now` on only.
 */
export async function writeDemoRules(
  storage: Storage,
  board: Board,
  anchor: number,
  now: number,
  days = usualDays,
): Promise<boolean> {
  const all = board.sites({ companyId: null });
  const companies = [...new Set(all.map(({ project }) => project.companyId))];
  return storage.write(async (db) => {
    const any = await db.selectFrom('alarm_rules').select('id').executeTakeFirst();
    if (any !== undefined) return false;
    for (const companyId of companies)
      for (const [key, definition] of Object.entries(definitions)) {
        const sites = all.filter(({ project }) => project.companyId === companyId);
        const targets = targetsOf(definition, sites, noFacts);
        if (targets.length === 0) continue;
        const from = anchor - (definition.of === 'rtu' ? days.contact : days.sensors) * day;
        const isJapanese = sites[0]?.project.timeZone === 'Asia/Tokyo';
        const name = ruleNames[key as keyof typeof ruleNames][isJapanese ? 'ja' : 'zh'];
        const { id } = await db
          .insertInto('alarm_rules')
          .values({ company_id: companyId, version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow();
        await db
          .insertInto('alarm_rule_versions')
          .values({
            rule_id: id,
            version: 1,
            from_t: from,
            name,
            definition: toJson(definition),
            reason: name,
            user_id: null,
            account_name: 'maintainer',
          })
          .execute();
        const isFast = ({ rtuId }: { readonly rtuId: number }) =>
          sites.some(({ rtu }) => rtu?.id === rtuId && rtu.send_cycle < usualCycle);
        const early = key === 'silence' ? targets.filter((target) => !isFast(target)) : targets;
        await syncInstances(db, id, early, (target) => ruleFor(definition, target, from), from);
        if (early.length < targets.length)
          await syncInstances(db, id, targets, (target) => ruleFor(definition, target, now), now);
      }
    return true;
  });
}
