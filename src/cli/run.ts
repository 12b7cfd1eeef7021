/** One running of the command line, from what was typed to the exit code. */
import { parseArgs } from 'node:util';
import { Refusal } from '../base/errors.ts';
import { type Language, toLanguage } from '../base/messages.ts';
import { words } from '../server/words.ts';
import { Asker, ServerRefusal } from './ask.ts';
import { type CommandLine, commands } from './commands.ts';
import { printable } from './print.ts';
import { readProfile } from './profile.ts';

const options = {
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  from: { type: 'string' },
  to: { type: 'string' },
  row: { type: 'string' },
  state: { type: 'string' },
  body: { type: 'string' },
  'no-wait': { type: 'boolean', default: false },
  only: { type: 'string' },
  title: { type: 'string' },
  delete: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  language: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Commands whose exit code 2 says that something differs: an error of theirs, of use too, is 1. */
const twoDiffers = ['diff', 'plan'];

/** What is round the command line. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Text for standard output and standard error. */
  readonly out: (text: string) => void;
  readonly error: (line: string) => void;
  /** A line that is typed unseen, or piped in. */
  readonly askSecret: (question: string) => Promise<string>;
  /** All of standard input. */
  readonly readInput: () => string;
}

/** The language of the terminal, where none is asked for. */
function languageOf({ LC_ALL, LC_MESSAGES, LANG }: Terminal['environment']): Language {
  const locale = LC_ALL ?? LC_MESSAGES ?? LANG ?? '';
  return locale.startsWith('zh') ? 'zh-chs' : locale.startsWith('ja') ? 'ja' : 'en';
}

async function perform(typed: readonly string[], around: Terminal): Promise<number> {
  const { environment, out, error } = around;
  const { values, positionals } = parseArgs({ args: [...typed], allowPositionals: true, options });
  const language = values.language === undefined ? languageOf(environment) : toLanguage(values.language);
  const say: CommandLine['say'] = words(language);
  const [name, ...given] = positionals;
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name];
  if (values.help || command === undefined) {
    if (values.help) out(`${say('cli.usage')}\n`);
    else error(say('cli.usage'));
    return values.help ? 0 : 2;
  }
  try {
    return await command({
      ...{ given, values, say, environment, out },
      ...{ askSecret: around.askSecret, readInput: around.readInput },
      asker: () => new Asker(readProfile(environment), language),
      askerOf: (profile) => new Asker(profile, language),
    });
  } catch (problem) {
    if (problem instanceof Refusal) error(say(problem.messageId, problem.params));
    else if (problem instanceof ServerRefusal) {
      const field = problem.field === undefined ? '' : ` (${problem.field})`;
      error(printable(problem.message) + field);
    } else throw problem;
    const isMisused = problem instanceof Refusal && problem.messageId === 'cli.usage';
    return isMisused && !twoDiffers.includes(name ?? '') ? 2 : 1;
  }
}

/** Runs a command. The exit code: 0 done, 1 refused or not come to a good end, 2 used wrongly; of `diff` and `plan` README.md. */
export async function runCommandLine(typed: readonly string[], around: Terminal): Promise<number> {
  try {
    return await perform(typed, around);
  } catch (problem) {
    around.error(problem instanceof Error ? problem.message : String(problem));
    return problem instanceof TypeError && 'code' in problem ? 2 : 1;
  }
}
