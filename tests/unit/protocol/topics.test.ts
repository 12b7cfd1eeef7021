import { describe, expect, it } from 'vitest';
import {
  decodeState,
  encodeState,
  filtersOf,
  formatTopic,
  parseTopic,
  stateTopic,
} from '../../../src/protocol/topics.ts';

describe('Sparkplug topics', () => {
  it.each([
    { group: 'YN', type: 'NBIRTH', node: 'GW0001', device: null },
    { group: '云南', type: 'DDATA', node: 'GW0001', device: '3' },
    { group: 'g', type: 'NCMD', node: 'a b', device: null },
  ] as const)('parse and format agree: $type', (topic) => {
    expect(parseTopic(formatTopic(topic))).toEqual(topic);
  });

  it.each([
    'spAv1.0/g/NDATA/n',
    'spBv1.0/g/NDATA',
    'spBv1.0/g/NDATA/n/d',
    'spBv1.0/g/DDATA/n',
    'spBv1.0/g/DDATA/n/d/e',
    'spBv1.0//NDATA/n',
    'spBv1.0/g/NDATA/',
    'spBv1.0/g/ndata/n',
    'spBv1.0/+/NDATA/n',
    'spBv1.0/g/NDATA/#',
    'spBv1.0/g/NDATA/__proto__',
    'spBv1.0/STATE',
    'spBv1.0/STATE/a/b',
    '$SYS/x',
    '',
    `spBv1.0/g/NDATA/${'n'.repeat(65)}`,
    'spBv1.0/g/NDATA/a\u0000b',
  ])('%j is no topic of ours', (topic) => {
    expect(parseTopic(topic)).toBeNull();
  });

  it('refuses to format what could not be parsed', () => {
    expect(() => formatTopic({ group: 'a/b', type: 'NCMD', node: 'n', device: null })).toThrow(TypeError);
    expect(() => formatTopic({ group: 'g', type: 'DCMD', node: 'n', device: null })).toThrow(TypeError);
    expect(() => formatTopic({ group: 'STATE', type: 'NCMD', node: 'n', device: null })).toThrow(TypeError);
  });

  it('STATE bodies are read strictly, and the host reads one filter a message type', () => {
    expect(parseTopic(stateTopic('main'))).toEqual({ type: 'STATE', host: 'main' });
    expect(decodeState(encodeState({ online: true, timestamp: 5 }))).toEqual({ online: true, timestamp: 5 });
    expect(decodeState('{"online":1,"timestamp":5}')).toBeNull();
    expect(decodeState('OFFLINE')).toBeNull();
    expect(filtersOf('+')).toHaveLength(6);
    expect(filtersOf('+')).toContain('spBv1.0/+/DDATA/+/+');
    expect(filtersOf('P01')).toContain('spBv1.0/P01/NDEATH/+');
    expect(filtersOf('+').some((filter) => filter.includes('#') || filter.includes('CMD'))).toBe(false);
  });
});
