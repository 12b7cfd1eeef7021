import { parseArgs } from 'node:util';
import { Refusal } from '../base/errors.ts';
import { type MessageId, toLanguage } from '../base/messages.ts';
import { words } from '../server/words.ts';

export type Say = (id: MessageId, params?: Refusal['params']) => string;

/** The command line of the tools. @throws TypeError for an option that there is not */
export function toolArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      language: { type: 'string', default: 'en' },
      project: { type: 'string' },
      station: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      also: { type: 'string' },
      rtu: { type: 'string' },
      ca: { type: 'string' },
      user: { type: 'string' },
    },
  });
}

/** Runs a tool and says what came of it, or how it is used (null). The exit code: 0, 1 refused, 2 used wrongly. */
export async function runTool(usage: MessageId, work: (say: Say) => Promise<string | null>): Promise<number> {
  let say: Say = words('en');
  try {
    say = words(toLanguage(toolArguments().values.language));
    const done = await work(say);
    if (done === null) console.error(say(usage));
    else console.log(done);
    return done === null ? 2 : 0;
  } catch (error) {
    if (error instanceof Refusal) console.error(say(error.messageId, error.params));
    else console.error(error instanceof Error ? error.message : String(error));
    return error instanceof TypeError ? 2 : 1;
  }
}
