import { describe, expect, it } from 'vitest';
import { readTrust, trustsOf } from '../../../src/server/http/proxy.ts';

describe('D2: TRUST_PROXY', () => {
  it('is addresses, networks or a number of proxies, and nobody by default', () => {
    expect(readTrust(undefined)).toBeNull();
    expect(readTrust('10.0.0.7')).toEqual(['10.0.0.7']);
    expect(readTrust(' 10.0.0.0/8 , fd00::/8')).toEqual(['10.0.0.0/8', 'fd00::/8']);
    expect(readTrust('1')).toBe(1);
    expect(readTrust('16')).toBe(16);
  });
  it.each([
    'true',
    '0',
    '17',
    '-1',
    '1.5',
    'proxy',
    '10.0.0.0/33',
    '10.0.0',
    'fd00::/129',
    '10.0.0.1,',
    '10.0.0.1/8/8',
  ])('%s is refused by name', (text) => {
    expect(() => readTrust(text)).toThrow(/TRUST_PROXY/);
  });
  it.each(['0.0.0.0/0', '::/0', '10.0.0.1, 0.0.0.0/0'])('%s would believe everybody', (text) => {
    expect(() => readTrust(text)).toThrow(/everybody/);
  });
  it('believes what is within, also as IPv4 within IPv6, and nothing else', () => {
    const trusts = trustsOf(['10.1.0.0/16', '127.0.0.1', 'fd00::/8']);
    if (trusts === false) throw new Error('it trusts nobody');
    for (const address of ['10.1.0.0', '10.1.255.255', '127.0.0.1', '::ffff:10.1.2.3', 'fd12::1'])
      expect(trusts(address, 0), address).toBe(true);
    for (const address of ['10.0.255.255', '10.2.0.0', '127.0.0.2', '::1', 'fe80::1', 'x', '', '10.1.2.3:80'])
      expect(trusts(address, 0), address).toBe(false);
    const hops = trustsOf(2);
    expect(hops !== false && [0, 1, 2].map((hop) => hops('203.0.113.9', hop))).toEqual([true, true, false]);
    expect(trustsOf(null)).toBe(false);
  });
});
