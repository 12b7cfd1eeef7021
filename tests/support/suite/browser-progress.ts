/** What `progress.ts` is for vitest, for Playwright. */
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** ms between two lines of progress. */
const every = 20_000;

export default class BrowserProgress implements Reporter {
  #begun = 0;
  #said = 0;
  #tests = 0;
  #passed = 0;
  #failed = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#begun = Date.now();
    this.#said = this.#begun;
    this.#tests = suite.allTests().length;
  }

  onTestEnd(test: TestCase, { status, errors, retry }: TestResult): void {
    const title = test.titlePath().filter(Boolean).join(' › ');
    if (test.outcome() === 'unexpected' && retry < test.retries) {
      print(`TRIED AGAIN ${title}: ${status}`, errors);
    } else if (test.outcome() === 'unexpected') {
      this.#failed += 1;
      print(`FAILED ${title}: ${status}`, errors);
    } else if (status !== 'skipped') this.#passed += 1;
    if (Date.now() - this.#said > every) this.#report();
  }

  onError(error: TestError): void {
    print('FAILED outside of a test', [error]);
  }

  onEnd(): void {
    this.#report();
  }

  printsToStdio(): boolean {
    return true;
  }

  #report(): void {
    this.#said = Date.now();
    const seconds = Math.round((this.#said - this.#begun) / 1000);
    console.log(`${seconds} s: ${this.#tests} tests, ${this.#passed} passed, ${this.#failed} failed`);
  }
}

function print(title: string, errors: readonly TestError[]): void {
  const text = errors.map(({ stack, message, value, snippet }) =>
    [stack ?? message ?? value, snippet].join('\n'),
  );
  console.log(`${title}\n${stripVTControlCharacters(text.join('\n')).trimEnd().replace(/^/gm, '    ')}`);
}
