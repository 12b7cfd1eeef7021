#!/usr/bin/env node
/** `npx groundwatch …`: the product from a command line, by the token of a service account (src/cli/README.md). */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { runCommandLine } from './run.ts';

const { stdin, stdout, stderr } = process;

/** A line of standard input; at a terminal it is asked for, and not echoed. */
async function askSecret(question: string): Promise<string> {
  if (stdin.isTTY) stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output, terminal: stdin.isTTY });
  const line = await new Promise<string>((resolve) => {
    reader.once('line', resolve);
    reader.once('close', () => resolve(''));
  });
  reader.close();
  if (stdin.isTTY) stderr.write('\n');
  return line.trim();
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  out: (text) => stdout.write(text),
  error: (line) => console.error(line),
  askSecret,
  readInput: () => readFileSync(0, 'utf8'),
});
