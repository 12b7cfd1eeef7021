/** The law over screens: every control runs a registered command. Activates each one and watches `execute`. */
import type { Page } from '@playwright/test';

export interface Tried {
  /** What a person would call it. */
  readonly control: string;
  /** The command that ran; `asks` where its guard asked first; null = none did. */
  readonly command: string | null;
}

/**
 * Activates every visible control in the way of its kind, and returns which command each ran. A listener prevents each
 * command before its action (the console lets a listener do that), so that the screen does not change.
 *
 * Not activated: text fields and the calendar that belongs to one of a date, what is disabled, a button that opens a menu
 * (its entries are controls of their own), and what lies inside a composite (`[role=grid]`, `[cmdk-list]`): it counts as one, by its first member.
 */
export async function tryControls(page: Page, within = 'body'): Promise<readonly Tried[]> {
  return page.evaluate(async (root) => {
    const ran: string[] = [];
    const stop = (event: Event) => {
      ran.push((event as CustomEvent<{ id: string }>).detail.id);
      event.preventDefault();
    };
    addEventListener('groundwatch:command', stop);
    const kinds = [
      'button',
      'a[href]',
      'select',
      'summary',
      'input[type=checkbox]',
      'input[type=radio]',
      '[role=button]',
      '[role=tab]',
      '[role=treeitem]',
      '[role=option]',
      '[role=menuitem]',
      '[role=switch]',
      '[role=checkbox]',
    ].join();
    const composites = '[role=grid], [cmdk-list], [role=tree]';
    const seen = new Set<Element>();
    const wanted = [...document.querySelectorAll<HTMLElement>(`${root} :is(${kinds})`)].filter((control) => {
      const box = control.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || control.closest('[inert], [aria-hidden=true]')) return false;
      if (control.matches(':disabled, [aria-disabled=true], [aria-haspopup=menu], .moment__open'))
        return false;
      const composite = control.parentElement?.closest(composites);
      if (composite == null) return true;
      if (seen.has(composite)) return false;
      seen.add(composite);
      return true;
    });
    const dialogs = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
    const tried: { control: string; command: string | null }[] = [];
    for (const control of wanted) {
      if (!control.isConnected) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 60) ?? '';
      const before = ran.length;
      const standing = new Set(dialogs());
      if (control instanceof HTMLSelectElement) {
        const other = [...control.options].findIndex((_, index) => index !== control.selectedIndex);
        if (other < 0) continue;
        const kept = control.selectedIndex;
        control.selectedIndex = other;
        control.dispatchEvent(new Event('change', { bubbles: true }));
        control.selectedIndex = kept;
      } else control.click();
      const asked = () => dialogs().find((dialog) => !standing.has(dialog)) ?? null;
      for (let turns = 0; turns < 100 && ran.length === before && asked() === null; turns++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      const question = asked();
      const asks = ran.length === before && question !== null;
      if (asks) question.close();
      tried.push({
        control: `${control.tagName.toLowerCase()}.${control.className} “${name}”`,
        command: ran[before] ?? (asks ? 'asks' : null),
      });
    }
    removeEventListener('groundwatch:command', stop);
    return tried;
  }, within);
}

async function stopCommands(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('groundwatch:command', (event) => {
      event.preventDefault();
      document.body.dataset['ran'] = (event as CustomEvent<{ id: string }>).detail.id;
    });
  });
}

/** Opens each menu in sight and tries its entries, each in a menu of its own opening. */
export async function tryMenus(page: Page): Promise<readonly Tried[]> {
  await stopCommands(page);
  const tried: Tried[] = [];
  const triggers = page.locator('button[aria-haspopup=menu]:visible');
  const items = page.getByRole('menuitem');
  const count = await triggers.count();
  for (let index = 0; index < count; index++) {
    const trigger = triggers.nth(index);
    const open = async () => {
      await trigger.evaluate((button: HTMLElement) => button.click());
      await items.first().waitFor();
    };
    await open();
    const enabled = await items.evaluateAll((all) =>
      all.flatMap((item, at) => (item.getAttribute('aria-disabled') === 'true' ? [] : [at])),
    );
    for (const [turn, at] of enabled.entries()) {
      if (turn > 0) await open();
      const name = `${await trigger.getAttribute('aria-label')} › ${await items.nth(at).innerText()}`;
      await items.nth(at).evaluate((entry: HTMLElement) => entry.click());
      await items.first().waitFor({ state: 'detached' });
      const command = await page.evaluate(() => {
        const { ran } = document.body.dataset;
        delete document.body.dataset['ran'];
        return ran ?? (document.querySelector('dialog[open]') === null ? null : 'asks');
      });
      tried.push({ control: name, command });
      if (command === 'asks') {
        await page.reload();
        await trigger.waitFor();
        await stopCommands(page);
      }
    }
  }
  return tried;
}
