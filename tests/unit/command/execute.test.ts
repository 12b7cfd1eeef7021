/** The one door: what each of its checks lets through, and in which order they ask. */
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/command/command.ts';
import type { CommandContext } from '../../../src/command/context.ts';
import { execute } from '../../../src/command/execute.ts';

const asked: string[] = [];
const context = (permissions: readonly string[], answer = true) =>
  ({
    session: { permissions },
    ask: async () => {
      asked.push('guard');
      return answer;
    },
  }) as unknown as CommandContext;

function command(more: Partial<Command> = {}): { readonly command: Command; readonly done: unknown[] } {
  const done: unknown[] = [];
  const made: Command = {
    id: 'test.do',
    title: 'page.home',
    permission: 'a:b:c',
    arguments: Type.Object({ n: Type.Integer({ minimum: 1 }) }),
    guard: { type: 'confirm', question: 'command.session.signOut.question' },
    execute: (_: CommandContext, args: unknown) => void done.push(args),
    ...more,
  };
  return { command: made, done };
}

describe('execute', () => {
  it('without the permission says which is missing, and asks nothing', async () => {
    const { command: made, done } = command();
    asked.length = 0;
    expect(await execute(made, context([]), { n: 1 }, 'key')).toEqual({
      type: 'forbidden',
      needs: ['a:b:c'],
    });
    expect([done, asked]).toEqual([[], []]);
  });
  it('says why it cannot run now before it looks at the arguments', async () => {
    const { command: made, done } = command({ when: () => 'command.chart.none' });
    expect(await execute(made, context(['a:b:c']), {}, 'key')).toEqual({
      type: 'unavailable',
      reason: 'command.chart.none',
    });
    expect(done).toEqual([]);
  });
  it('refuses wrong arguments by their place, unasked', async () => {
    const { command: made, done } = command();
    asked.length = 0;
    expect(await execute(made, context(['a:b:c']), { n: 0 }, 'palette')).toMatchObject({
      type: 'badArguments',
      path: '/n',
    });
    expect([done, asked]).toEqual([[], []]);
  });
  it.each<[string, Partial<Command>, readonly string[], unknown, boolean]>([
    ['without its permission', {}, [], { n: 1 }, true],
    ['out of its situation', { when: () => 'command.chart.none' }, ['a:b:c'], { n: 1 }, true],
    ['with wrong arguments', {}, ['a:b:c'], { n: 0 }, true],
    ['with its question declined', {}, ['a:b:c'], { n: 1 }, false],
  ])('%s no witness is told: what was not done is not kept as done', async (_, more, held, args, answer) => {
    const { command: made, done } = command(more);
    const told: string[] = [];
    const witness = ({ id }: Command<never>) => told.push(id) > 0;
    await execute(made, context(held, answer), args, 'button', witness);
    expect([told, done]).toEqual([[], []]);
  });
  it('a guard that is declined leaves it undone', async () => {
    const { command: made, done } = command();
    expect(await execute(made, context(['a:b:c'], false), { n: 1 }, 'button')).toEqual({ type: 'declined' });
    expect(done).toEqual([]);
  });
  it('tells its witness, and does it; a witness may stop it', async () => {
    const { command: made, done } = command();
    const told: unknown[] = [];
    const witness =
      (goesOn: boolean) =>
      ({ id }: Command, args: unknown, origin: string) => {
        told.push([id, args, origin]);
        return goesOn;
      };
    expect(await execute(made, context(['a:b:c']), { n: 2 }, 'menu', witness(false))).toEqual({
      type: 'declined',
    });
    expect(done).toEqual([]);
    expect(await execute(made, context(['a:b:c']), { n: 2 }, 'menu', witness(true))).toEqual({
      type: 'done',
    });
    expect(done).toEqual([{ n: 2 }]);
    expect(told).toEqual([
      ['test.do', { n: 2 }, 'menu'],
      ['test.do', { n: 2 }, 'menu'],
    ]);
  });
});
