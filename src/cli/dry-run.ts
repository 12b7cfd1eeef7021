/** `rule dry-run FILE`: what the rule of a file would have raised over the stored past. Nothing is saved by it. */
import { readFileSync } from 'node:fs';
import { levels } from '../base/alarm-words.ts';
import { Refusal } from '../base/errors.ts';
import { type BackTestTarget, backTest } from '../contract/alarms/back-test.ts';
import { ruleScope } from '../contract/alarms/rules.ts';
import type { CommandLine } from './commands.ts';
import { filedOf } from './files/form.ts';
import { aligned, printable } from './print.ts';
import { momentOf } from './tables.ts';

/** Without `--from` the last so many days are looked at. */
const usualDays = 30;
const day = 86_400_000;

/** How often each level was reached from below: an alarm that rises counts for the level that it rises to. */
const reached = ({ events }: BackTestTarget): readonly number[] =>
  levels.map(
    (_level, index) =>
      events.filter(({ type, to }) => (type === 'raise' || type === 'rise') && to === index + 1).length,
  );

function definitionIn(file: string, say: CommandLine['say']) {
  try {
    const filed = filedOf('rule', readFileSync(file, 'utf8'));
    if (filed.type === 'rule') return filed.content;
    throw new Error('a rule is asked for');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(400, 'cli.files.bad', { file, problem: say(error.messageId, error.params) });
  }
}

/** @throws Refusal, ServerRefusal */
export async function rule(line: CommandLine): Promise<number> {
  const { given, values, say, out } = line;
  const [act, file] = given;
  if (act !== 'dry-run' || file === undefined || given.length !== 2) throw new Refusal(400, 'cli.usage');
  const { name, definition } = definitionIn(file, say);
  const now = Date.now();
  const to = momentOf(values.to, 'to', now) ?? now;
  const from = momentOf(values.from, 'from', now) ?? to - usualDays * day;
  const asker = line.asker();
  const { targets } = await asker.ask(ruleScope, { body: { definition } });
  const result = await asker.ask(backTest, { body: { definition, from, to } });
  if (values.format === 'json') {
    out(`${JSON.stringify({ name, ...result }, null, 2)}\n`);
    return 0;
  }
  const nameOf = new Map(
    targets.map(({ targetId, stationCode, stationName, slot }) => [
      targetId,
      [stationCode, stationName, slot === null ? 'rtu' : String(slot)],
    ]),
  );
  const rows = result.targets
    .map((target) => ({ target, counts: reached(target) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .map(({ target, counts }) => [
      ...(nameOf.get(target.targetId) ?? [String(target.targetId), '', '']),
      ...counts.map(String),
    ]);
  const heads = levels.map((level) => say(`level.cn.${level}`));
  if (rows.length > 0) out(`${aligned([[say('cli.station'), '', say('cli.slot'), ...heads], ...rows])}\n`);
  const total = levels.map((_level, at) =>
    result.targets.reduce((sum, target) => sum + (reached(target)[at] ?? 0), 0),
  );
  out(
    `${say('cli.dryRun', {
      ...{ name: printable(name), tested: result.targets.length, of: targets.length },
      ...{ readings: result.readings, alarms: total.reduce((sum, count) => sum + count, 0) },
      ...{ from: new Date(result.from).toISOString(), to: new Date(result.to).toISOString() },
    })}\n`,
  );
  if (result.stoppedBy !== null) out(`${say('cli.dryRunStopped')}\n`);
  return 0;
}
