import { readCookie } from '../state/connection/cookies.ts';
import { writeStored } from '../state/stored.ts';

/** How long the console's own code may take, ms. */
const patience = 120_000;

/** Says that the console did not come, without its code: in words of the page's own script. */
function sayFailed(): void {
  const root = document.getElementById('root');
  const words = __START_WORDS__[readCookie('lang') ?? ''] ?? __START_WORDS__['zh-chs'];
  if (root === null || words === undefined) return;
  const condition = document.createElement('main');
  condition.className = 'condition condition--failed';
  condition.setAttribute('role', 'alert');
  const title = document.createElement('h2');
  title.textContent = words.title;
  const reason = document.createElement('p');
  reason.textContent = words.text;
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button button--primary';
  again.textContent = words.again;
  again.addEventListener('click', () => location.reload());
  condition.append(title, reason, again);
  root.replaceChildren(condition);
}

/**
 * Fetches and runs the console. Code that does not come within 120 s, or at all, is said on the page, with a way to ask
 * again, and kept for the log of the console that comes at last (start.tsx).
 */
export function startUp(load: () => Promise<unknown>): void {
  const fail = (reason: string) => {
    writeStored('failedStart', reason);
    sayFailed();
  };
  const timer = setTimeout(() => fail(`no answer in ${patience / 1000} s`), patience);
  load()
    .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
    .finally(() => clearTimeout(timer));
}
