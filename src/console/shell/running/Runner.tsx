import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { MessageId } from '../../../base/messages.ts';
import type { Command, CommandCall, CommandGuard, Origin } from '../../../command/command.ts';
import type { Observer } from '../../../command/execute.ts';
import { loadChunk } from '../../components/chunks.ts';
import { type CommandRunner, CommandsProvider } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useText } from '../../components/i18n.ts';
import { whenStanding } from '../../components/standing.ts';
import { hasToken } from '../../state/connection/session.ts';
import { notify } from '../../state/notices.ts';
import { addRecent } from '../../state/recents.ts';
import { activeKeysOf, bindings, shortcuts } from '../../state/shortcuts.ts';
import { bindKeys } from '../keys/keys.ts';
import { commandContext, loadLater, registry } from './context.ts';
import { report, sentenceOf } from './report.ts';

interface Question {
  readonly text: MessageId;
  readonly title: MessageId;
  readonly answer: (yes: boolean) => void;
}

type Execution = typeof import('./execution.ts');
let execution: Execution | null = null;

/** The one door. It checks arguments, which takes a schema library that nothing else of the first screen needs. */
async function loadExecution(): Promise<Execution> {
  execution ??= await loadChunk(() => import('./execution.ts'));
  return execution;
}

/** Dispatches every execution as an event of the window, whose listeners may stop it; then keeps it for the palette. */
function observer({ id, isPassing }: Command, args: unknown, origin: Origin): boolean {
  const detail = { id, args, origin };
  const goesOn = dispatchEvent(new CustomEvent('groundwatch:command', { detail, cancelable: true }));
  if (goesOn && isPassing !== true) addRecent({ id, args });
  return goesOn;
}

/** Runs commands for everything below it: buttons, menus, keys; asks what their guards demand. */
export function Runner({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const [, navigate] = useLocation();
  const [question, setQuestion] = useState<Question | null>(null);

  const contextFor = useCallback(
    (title: MessageId, origin: Origin = 'button') =>
      commandContext({
        origin,
        open: (address) => navigate(address),
        notify: (message, severity, params, address) =>
          notify(severity, text(message, params), null, address ?? null),
        sayWhy: (error) => sentenceOf(error, text),
        afterSignOut: () => navigate('/login'),
        ask: (guard: CommandGuard) =>
          guard.type === 'none'
            ? Promise.resolve(true)
            : new Promise<boolean>((resolve) => {
                setQuestion({
                  title,
                  text: guard.type === 'confirm' ? guard.question : guard.prompt,
                  answer(yes) {
                    setQuestion(null);
                    resolve(yes);
                  },
                });
              }),
      }),
    [navigate, text],
  );

  const runner = useMemo<CommandRunner>(() => {
    const run = async ({ command, args }: CommandCall, origin: Origin) => {
      // Without a turn of the event loop once it is here: what a press does is done when the press ends.
      const { execute, begin } = execution ?? (await loadExecution());
      let keep: ReturnType<typeof begin> = () => {};
      const seen: Observer = (...what) => {
        const goesOn = observer(...what);
        if (goesOn && command.isPassing !== true) keep = begin(command, args);
        return goesOn;
      };
      const context = contextFor(command.title, origin);
      const outcome = await execute(command, context, args, origin, seen).catch((error: unknown) => {
        keep(sentenceOf(error, text));
        throw error;
      });
      keep(null);
      if (outcome.type === 'forbidden')
        notify('warning', text('notice.forbidden', { permission: outcome.needs.join(', ') }));
      if (outcome.type === 'unavailable') notify('warning', text(outcome.reason));
      if (outcome.type === 'badArguments') notify('error', text('notice.invalidOperation'));
      if (outcome.type === 'declined' && command.declined !== undefined)
        notify('info', text(command.declined));
    };
    const runCall: CommandRunner['runCall'] = (call, origin) => {
      run(call, origin).catch((error: unknown) => report(error, text));
    };
    return {
      run: (command, ...[args, origin = 'button']) =>
        runCall({ command: command as Command, args: (args ?? {}) as CommandCall['args'] }, origin),
      runCall,
      context: () => contextFor('app.title'),
      describe(command) {
        const situation = command.when?.(contextFor(command.title)) ?? true;
        return {
          title: text(command.title),
          keys: activeKeysOf(command, shortcuts)[0],
          icon: command.icon,
          available: situation === true ? true : text(situation),
        };
      },
    };
  }, [contextFor, text]);

  // Fetched before it is needed: a first click must not wait, and one that goes offline must still work. But not in
  // the way of the first screen, where one is coming.
  useEffect(() => {
    const load = () => {
      loadExecution().catch(() => undefined);
      loadLater().catch(() => undefined);
    };
    if (hasToken()) return whenStanding(load);
    load();
    return undefined;
  }, []);
  const all = useSyncExternalStore(registry.onAdded, () => registry.all);
  const { changed, singles } = useSnapshot(shortcuts);
  useEffect(
    () => bindKeys(bindings(all, changed, singles), (call) => runner.runCall(call, 'key')),
    [runner, all, changed, singles],
  );

  return (
    <CommandsProvider runner={runner}>
      {children}
      {question && (
        <Confirm question={text(question.text)} confirm={text(question.title)} onAnswer={question.answer} />
      )}
    </CommandsProvider>
  );
}
