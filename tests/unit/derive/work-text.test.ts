import { describe, expect, it } from 'vitest';
import type { Language } from '../../../src/base/messages.ts';
import { workHows } from '../../../src/base/work-words.ts';
import { workText } from '../../../src/derive/work-text.ts';
import { words } from '../../../src/server/words.ts';

const time = (at: number) => `t${at}`;
const params = {
  ...{ subject: 'Send cycles', by: 'bob', total: 12, landed: 9, failed: 1, left: 2, failing: 4, of: 10 },
  ...{
    since: 1,
    next: 2,
    until: 3,
    waiting: 2,
    fields: 3,
    devices: 5,
    wrong: 'thrown',
    text: 'no slope here',
  },
};
const said = (language: Language, how: (typeof workHows)[number], given: object = params) =>
  workText({ how, params: { ...given } }, words(language), time);

describe('what is said of work', () => {
  it('says how a plan ended, with its devices', () => {
    expect(said('en', 'planFailing')).toEqual({
      title: 'Plan finished with failures: Send cycles',
      details: 'Of 12 devices: 9 landed, 1 failed, 2 left.',
    });
    expect(said('en', 'planStopped').details).toMatch(/^4 of the last 10 failed\. .* 1 failed, 2 left\.$/);
  });
  it('says until when a plan waits, and leaves out what is not known', () => {
    expect(said('en', 'planStill').details).toBe(
      'Nothing has moved since t1: 2 devices sleep or are silent. The next contact is expected at t2. It waits until t3 at the latest. Of 12 devices: 9 landed, 1 failed, 2 left.',
    );
    const { next: _, ...rest } = params;
    expect(said('en', 'planStill', rest).details).not.toContain('next contact');
  });
  it('says why a script failed', () => {
    expect(said('en', 'runFailed')).toEqual({
      title: 'Script failed: Send cycles',
      details: 'The script failed: no slope here',
    });
  });
  it.each(['zh-chs', 'en', 'ja'] as const)('has words for every event in %s', (language) => {
    for (const how of workHows) {
      const { title, details } = said(language, how);
      expect(title).toContain('Send cycles');
      expect(details).not.toBe('');
      expect(title + details).not.toMatch(/[{}]|work\./);
    }
  });
});
