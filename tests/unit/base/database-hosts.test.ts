import { expect, test } from 'vitest';
import { hostsOf } from '../../../src/base/database-hosts.ts';
import { passwordOf } from '../../../src/main/secrets.ts';

test('an address of several hosts is one for each, with everything else as it stands', () => {
  expect(hostsOf('postgres://u:p%40@a:5432,b:6543,c/db?sslmode=require')).toEqual([
    'postgres://u:p%40@a:5432/db?sslmode=require',
    'postgres://u:p%40@b:6543/db?sslmode=require',
    'postgres://u:p%40@c/db?sslmode=require',
  ]);
  expect(hostsOf('postgresql://a,b/db')).toEqual(['postgresql://a/db', 'postgresql://b/db']);
  for (const one of ['postgres://u:p,q@a:5432/db', 'postgres://u@a/db', 'mqtt://a:1883', 'nonsense'])
    expect(hostsOf(one)).toEqual([one]);
  expect(passwordOf('postgres://u:p%40,@a:5432,b:6543/db')).toBe('p@,');
});
