/** What the mounted features can do: they offer the deeds of screen commands (command/area.ts). */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { MessageId } from '../../base/messages.ts';
import type { Command, ScreenCommand } from '../../command/command.ts';
import type { ScreenChoice } from '../../command/context.ts';

type Deed = (args: never) => void | Promise<void>;
/** Values that an argument can take, given those before it. */
type Choices<A> = (argument: keyof A & string, soFar: Partial<A>) => readonly ScreenChoice[];
interface Offer {
  /** Which of several equal ones on screen; null = the only one. */
  readonly of: string | null;
  available: true | MessageId;
  deed: Deed;
  choices: ((argument: never, soFar: never) => readonly ScreenChoice[]) | undefined;
}

const offers = new Map<Command, Offer[]>();
const listeners = new Set<() => void>();
let version = 0;

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** The latest mounted offer; with `of` in the arguments the one of that name. */
function find(command: Command, args: unknown): Offer | undefined {
  const of = typeof args === 'object' && args !== null && 'of' in args ? args.of : undefined;
  const all = offers.get(command) ?? [];
  return of === undefined ? all.at(-1) : all.findLast((offer) => offer.of === of);
}

/** True when a mounted feature does it now, the sentence that says why not, null when none knows the command. */
export function offered(command: Command): true | MessageId | null {
  return find(command, undefined)?.available ?? null;
}

/** Does it. @throws Error when nothing mounted offers it: the caller did not ask `offered` before. */
export function actOffered(command: Command, args: unknown): void | Promise<void> {
  const offer = find(command, args);
  if (offer === undefined) throw new Error(`nothing on screen offers ${command.id}`);
  return offer.deed(args as never);
}

/** What the screen lists for an argument of a command; nothing where nobody offers it. */
export function offeredChoices(command: Command, argument: string, soFar: unknown): readonly ScreenChoice[] {
  return find(command, soFar)?.choices?.(argument as never, (soFar ?? {}) as never) ?? [];
}

/**
 * Offers what a screen command does, while the component is mounted.
 */
export function useOffer<A>(
  command: ScreenCommand<A>,
  deed: (args: NoInfer<A>) => void | Promise<void>,
  options: {
    /** false = not offered; a message id = shown, with the reason why it cannot run now. */
    readonly available?: boolean | MessageId;
    /** Names it where several equal ones are on screen; the arguments then carry the name as `of`. */
    readonly of?: string;
    /** Lists what its arguments of the screen can be, for the palette. */
    readonly choices?: Choices<NoInfer<A>>;
  } = {},
): void {
  const { available = true, of = null, choices } = options;
  const latest = useRef<Offer | null>(null);
  useLayoutEffect(() => {
    if (latest.current !== null) Object.assign(latest.current, { deed, choices });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new deed is no new offer; the effect above keeps it fresh
  useLayoutEffect(() => {
    if (available === false) return;
    const offer: Offer = { of, available, deed: deed as Deed, choices };
    latest.current = offer;
    offers.set(command, [...(offers.get(command) ?? []), offer]);
    changed();
    return () => {
      latest.current = null;
      const rest = (offers.get(command) ?? []).filter((other) => other !== offer);
      offers.set(command, rest);
      changed();
    };
  }, [command, available, of]);
}

/** Draws the caller again when what the screen offers has changed. */
export function useOffers(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
}
