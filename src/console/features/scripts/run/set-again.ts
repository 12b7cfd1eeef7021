import type { SetAgainLine } from '../../../../contract/workflows.ts';

/** What a line of a run says was set again; null where its text is none. */
export function setAgainOf(text: string): SetAgainLine | null {
  try {
    const { station, slot, group, field } = JSON.parse(text) as Partial<Record<keyof SetAgainLine, unknown>>;
    if (typeof station !== 'number' || typeof group !== 'string' || typeof field !== 'string') return null;
    return { station, slot: typeof slot === 'number' ? slot : null, group, field };
  } catch {
    return null;
  }
}
