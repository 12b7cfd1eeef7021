import { describe, expect, it } from 'vitest';
import { clashOf, type HostRole } from '../../../src/server/processes/host-roles.ts';

const role = (id: string, groups: HostRole['groups'], takesSources = groups === null): HostRole => ({
  ...{ id, groups, takesSources },
});

describe('two processes at one broker', () => {
  it('are one host together where they say the same', () => {
    expect(clashOf(role('a', null), role('a', null))).toBeNull();
    expect(clashOf(role('a', ['P1', 'P2']), role('a', ['P1', 'P2']))).toBeNull();
  });

  it('do not go together where they say different things of one host', () => {
    expect(clashOf(role('a', ['P1']), role('a', ['P1', 'P2']))).toContain('for P1,P2 in place of P1');
    expect(clashOf(role('a', ['P1'], true), role('a', ['P1']))).toContain('in place of P1,in/#');
    expect(clashOf(role('a', null), role('a', ['P1']))).toContain('for P1 in place of all groups');
  });

  it('are different hosts where no node and no source is of both', () => {
    expect(clashOf(role('a', ['P1']), role('b', ['P2'], true))).toBeNull();
    expect(clashOf(role('a', ['P1', 'P2']), role('b', ['P2', 'P3']))).toContain('for P2, too');
    expect(clashOf(role('a', null, false), role('b', ['P2']))).toContain('it is a host for P2');
    expect(clashOf(role('a', ['P1']), role('b', null, false))).toContain('it is a host for all groups');
    expect(clashOf(role('a', ['P1'], true), role('b', ['P2'], true))).toContain('data sources');
  });
});
