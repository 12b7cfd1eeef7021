/** Reporter of `npm test`: a line once in a while, and what failed at once; the log of a whole run stays readable. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

/** ms between two lines of progress. */
const every = 20_000;
/** Lines of a failed file's console output that are shown. */
const mostLines = 30;

export default class Progress implements Reporter {
  #begun = 0;
  #said = 0;
  #files = 0;
  #done = 0;
  #passed = 0;
  #failed = 0;
  /** Console output by the id of its test or file, until the file has ended. */
  readonly #logs: { readonly id: string; readonly text: string }[] = [];

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#begun = Date.now();
    this.#said = this.#begun;
    this.#files = specifications.length;
  }

  onUserConsoleLog({ content, taskId = '' }: { readonly content: string; readonly taskId?: string }): void {
    this.#logs.push({ id: taskId, text: content });
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const failed = tests.filter((test) => test.result().state === 'failed');
    this.#done += 1;
    this.#passed += tests.filter((test) => test.result().state === 'passed').length;
    this.#failed += failed.length;
    const name = relative('.', module.moduleId);
    const said: string[] = [];
    for (let at = this.#logs.length - 1; at >= 0; at--)
      if (this.#logs[at]?.id.startsWith(module.id))
        said.unshift(...this.#logs.splice(at, 1).map(({ text }) => text));
    for (const test of failed) {
      const { errors = [] } = test.result();
      print(`FAILED ${name} › ${test.fullName}`, errors.map(textOf).join('\n'));
    }
    const own = module.errors();
    if (own.length > 0) print(`FAILED ${name}`, own.map(textOf).join('\n'));
    if (failed.length + own.length > 0 && said.length > 0)
      print(`  what ${name} wrote`, said.join('').trimEnd().split('\n').slice(-mostLines).join('\n'));
    if (Date.now() - this.#said > every) this.#tell();
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    unhandled: readonly { readonly stack?: string; readonly message: string }[],
  ): void {
    for (const error of unhandled) print('FAILED outside of a test', textOf(error));
    this.#tell();
  }

  #tell(): void {
    this.#said = Date.now();
    const seconds = Math.round((this.#said - this.#begun) / 1000);
    console.log(
      `${seconds} s: ${this.#done} of ${this.#files} files, ${this.#passed} passed, ${this.#failed} failed`,
    );
  }
}

const textOf = ({ stack, message }: { readonly stack?: string; readonly message: string }) =>
  stack?.includes(message) === true ? stack : `${message}\n${stack ?? ''}`;

function print(title: string, text: string): void {
  console.log(`${title}\n${stripVTControlCharacters(text).trimEnd().replace(/^/gm, '    ')}`);
}
