/**
 * The rules of Sparkplug 3.0 for a host application, each with the assertions that it covers, seen on the wire: packet
 * by packet at a TCP tap and by mosquitto_sub, with a strict edge node that shares no code with the product.
 */
import { describe, expect, it } from 'vitest';
import { excused, hostAssertions } from './assertions.ts';
import { connectionRules } from './connection-rules.ts';
import { dataRules } from './data-rules.ts';
import { covered, staged } from './rule.ts';
import { sessionRules } from './session-rules.ts';

describe('a host application on the embedded broker', () => {
  staged('embedded');
  sessionRules();
  dataRules();
});

describe('a host application on mosquitto', () => {
  staged('mosquitto');
  connectionRules();
  sessionRules();
  dataRules();
});

it('every assertion that binds a host application is covered by a rule, or excused with a reason', () => {
  expect(hostAssertions.filter((id) => !covered.has(id) && excused[id] === undefined)).toEqual([]);
  expect(hostAssertions.filter((id) => covered.has(id) && excused[id] !== undefined)).toEqual([]);
});
