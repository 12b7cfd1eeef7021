/** S19, S63: what a log line never holds. */
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/main/compose.ts';
import { redactor } from '../../../src/server/audit/redact.ts';

const secret = 'k7Q-sQ"u\\o\'t.e9_Z';
function logged(detail: object, message = 'm', known: readonly string[] = []): string {
  const lines: string[] = [];
  createLog('trace', { write: (line) => void lines.push(line) }, known).warn(detail, message);
  return lines.join('');
}

describe('secrets never reach the log', () => {
  it.each([
    ['a field', { token: secret }],
    ['deep within', { a: { b: [{ c: { loginToken: secret } }] } }],
    ['a header', { req: { headers: { Authorization: secret, cookie: secret } } }],
    ['a name of its own', { metrics_token_file: secret, setupSecret: secret, credential_hash: secret }],
    ['JSON as text', { body: JSON.stringify({ accountName: 'a', password: secret }) }],
    ['JSON as text within JSON', { body: JSON.stringify({ sent: JSON.stringify({ newPassword: secret }) }) }],
    ['an error', { err: Object.assign(new Error('no'), { input: 'x', password: secret }) }],
  ])('%s', (_title, detail) => {
    const line = logged(detail);
    for (const part of ['k7Q', 'e9_Z']) expect(line).not.toContain(part);
    expect(() => JSON.parse(line)).not.toThrow();
  });
  it.each([
    ['an address', 'cannot reach postgres://user:k7Q-e9_Z@host/db'],
    ['a query', 'GET /rest/x?token=k7Q-e9_Z&a=1'],
    ['a bearer', 'sent Bearer k7Q-e9_Z-k7Q-e9_Z'],
    ['a header line', 'Cookie: k7Q-e9_Z'],
  ])('%s in a message', (_title, text) => {
    for (const line of [logged({}, text), logged({ err: new Error(text) }), logged({ deep: { text } })]) {
      expect(line).not.toContain('k7Q');
      expect(() => JSON.parse(line)).not.toThrow();
    }
  });
  it('what is known, wherever it stands', () => {
    expect(logged({ odd: 'xx k7Q-e9_Z xx' }, 'k7Q-e9_Z', ['k7Q-e9_Z'])).not.toContain('k7Q');
  });
});

it('ordinary lines stay as they are', () => {
  const line = JSON.stringify({
    reason: 'wrong credential for GW1',
    address: '127.0.0.1',
    url: 'mqtt://a:1883/x@y',
  });
  expect(redactor(['ab'])(line)).toBe(line);
});
it('an error is logged with its message, under either name', () => {
  expect(logged({ error: new Error('the disk is gone') })).toContain('the disk is gone');
  expect(logged({ err: new Error('the disk is gone') })).toContain('the disk is gone');
});
it.each([
  ['a'],
  ['a.'],
  ['a-'],
  ['token'],
  ['token="'],
  ['a:'],
  ['x://'],
  ['\\"token\\":'],
])('a line of nothing but %j takes no longer than its length', (piece) => {
  // One that looks at it again from every place would take minutes, and the test's time is over.
  expect(redactor()(piece.repeat(200_000))).not.toBe('');
});
