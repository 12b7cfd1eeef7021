/** Scripts from the command line: started, followed to their end, and never approved. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Refusal } from '../base/errors.ts';
import { script as oneScript } from '../contract/scripts.ts';
import {
  checkWorkflow,
  isRunEnded,
  type RunDetail,
  startWorkflow,
  workflowLog,
  workflowRun,
} from '../contract/workflows.ts';
import type { Asker } from './ask.ts';
import { printable } from './print.ts';

/** ms between two looks at a run. */
const every = 1000;
const page = 1000;
const ulid = /^[0-9A-Z]{26}$/;

/**
 * Arguments as they are typed, `name=value`, as the script declares them: numbers, flags, lists with commas between.
 * @throws Refusal for a name that the script does not declare, and for what is no number or flag
 */
export function startArguments(
  declared: readonly { readonly name: string; readonly type: string }[],
  typed: Readonly<Record<string, string>>,
): Record<string, number | string | boolean | string[]> {
  const made: Record<string, number | string | boolean | string[]> = {};
  for (const [name, value] of Object.entries(typed)) {
    const type = declared.find((one) => one.name === name)?.type;
    if (type === undefined) throw new Refusal(400, 'cli.noArgument', { name }, name);
    if (type === 'number') {
      if (value.trim() === '' || !Number.isFinite(Number(value)))
        throw new Refusal(400, 'cli.noNumber', { name, value }, name);
      made[name] = Number(value);
    } else if (type === 'flag') {
      if (value !== 'true' && value !== 'false') throw new Refusal(400, 'cli.noFlag', { name, value }, name);
      made[name] = value === 'true';
    } else if (type === 'stations') made[name] = value.split(',').map((one) => one.trim());
    else made[name] = value;
  }
  return made;
}

/** A file’s text, or a kept script by its id. */
async function textOf(asker: Asker, named: string) {
  if (!ulid.test(named)) return { script: readFileSync(named, 'utf8'), title: basename(named) };
  const { script } = await asker.ask(oneScript, { params: { scriptId: named } });
  return {
    script: script.text,
    title: script.name,
    source: { script: named, version: script.version },
  };
}

/** Starts a run. @throws Refusal, ServerRefusal */
export async function startRun(
  asker: Asker,
  named: string,
  typed: Readonly<Record<string, string>>,
): Promise<RunDetail> {
  const text = await textOf(asker, named);
  const { arguments: declared } = await asker.ask(checkWorkflow, { body: { script: text.script } });
  const args = startArguments(declared, typed);
  const { run } = await asker.ask(startWorkflow, { body: { ...text, args } });
  return run;
}

/** Follows a run to its end, and says each line of its log once. */
export async function followRun(
  asker: Asker,
  runId: string,
  say: (line: string) => void,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<RunDetail> {
  let said = 0;
  for (;;) {
    const { run } = await asker.ask(workflowRun, { params: { runId } });
    // Read behind the state: the last lines of a run that has ended are all there.
    for (;;) {
      const { lines } = await asker.ask(workflowLog, {
        params: { runId },
        query: { from: said, limit: page },
      });
      for (const { line, text } of lines) {
        say(printable(text));
        said = line + 1;
      }
      if (lines.length < page) break;
    }
    if (isRunEnded(run.state)) return run;
    await wait(every);
  }
}
