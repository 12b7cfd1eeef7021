import { describe, expect, it, vi } from 'vitest';
import { first as firstAreas } from '../../../commands/first.ts';
import { commands } from '../../../commands/index.ts';
import { later as laterAreas } from '../../../commands/later.ts';
import { commandsOf } from '../../../src/command/area.ts';
import { createRegistry } from '../../../src/command/registry.ts';

const first = commandsOf(firstAreas);
const later = commandsOf(laterAreas);

describe('commands that come later', () => {
  it('are known, told of and in one list once they are there', () => {
    const registry = createRegistry(first);
    const told = vi.fn();
    const before = registry.all;
    const end = registry.onAdded(told);
    const id = later[0]?.id ?? '';
    expect(registry.find(id)).toBeUndefined();
    registry.add(later);
    expect(told).toHaveBeenCalledOnce();
    expect(registry.all).not.toBe(before);
    expect(registry.all.map((command) => command.id)).toEqual(commands.map((command) => command.id));
    expect(registry.find(id)).toBe(later[0]);
    end();
  });
  it('are refused as a whole where one of them is there already', () => {
    const registry = createRegistry(first);
    const [known] = first;
    const [other] = later;
    expect(() => registry.add([other, known].flatMap((command) => command ?? []))).toThrow(
      'registered twice',
    );
    expect(registry.all).toHaveLength(first.length);
    expect(registry.find(other?.id ?? '')).toBeUndefined();
  });
});
