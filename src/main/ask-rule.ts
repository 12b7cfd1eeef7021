import { createInterface } from 'node:readline';
import type { Refusal } from '../base/errors.ts';
import type { MessageId } from '../base/messages.ts';
import type { ConflictRule } from '../server/storage/storage.ts';

type Say = (id: MessageId, params?: Refusal['params']) => string;

const rules: readonly ConflictRule[] = ['keep', 'replace', 'fail'];

/**
 * Asks on the terminal which value stays where the file and the storage differ, until one of the rules is typed; its
 * first letter is enough. Null where nobody sits at a terminal, or who does ends the input instead.
 */
export function askRule(
  count: number,
  say: Say,
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stderr,
): Promise<ConflictRule | null> {
  if (!input.isTTY || !output.isTTY) return Promise.resolve(null);
  return new Promise((resolve) => {
    const lines = createInterface({ input, output });
    lines.setPrompt(`${say('import.conflicts.question', { count })} `);
    lines.on('line', (line) => {
      const typed = line.normalize('NFKC').trim().toLowerCase();
      const rule = rules.find((one) => typed !== '' && (one === typed || one[0] === typed));
      if (rule === undefined) return lines.prompt();
      resolve(rule);
      lines.close();
    });
    lines.once('close', () => resolve(null));
    lines.prompt();
  });
}
