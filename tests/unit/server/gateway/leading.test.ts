/** What a host that stands by keeps, and whose messages go through when: against slow, obvious references. */
import { describe, expect, it, vi } from 'vitest';
import { DataType } from '../../../../src/protocol/datatype.ts';
import { encodePayload } from '../../../../src/protocol/encode.ts';
import { NodeSession } from '../../../../src/protocol/node-session.ts';
import { LeasedState, type StatementWords } from '../../../../src/server/gateway/leading/leased-state.ts';
import { NodeGate } from '../../../../src/server/gateway/leading/node-gate.ts';
import { type KeptMessage, RawWindow } from '../../../../src/server/gateway/leading/raw-window.ts';
import { Standby } from '../../../../src/server/gateway/leading/standby.ts';

const origin = { way: 'external', qos: 0 } as const;
const message = (nth: number, ran: number, size = 10): KeptMessage => ({
  ...{ topic: `spBv1.0/P01/NDATA/${nth}`, bytes: new Uint8Array(size), origin, at: ran, ran },
});
const random = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const turnOver = () => new Promise<void>((done) => setImmediate(done));

describe('the window of raw messages', () => {
  it('gives each message out once, in order, as old as it may be and no older (300 schedules)', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = random(seed);
      const [span, most] = [1000, 20_000];
      const window = new RawWindow(span, most);
      const reference: KeptMessage[] = [];
      const size = (list: readonly KeptMessage[]) =>
        list.reduce((sum, { bytes }) => sum + bytes.length + 200, 0);
      let ran = 0;
      for (let nth = 0; nth < 120; nth += 1) {
        ran += Math.floor(next() * 60);
        const one = message(nth, ran, Math.floor(next() * 1500));
        window.keep(one);
        reference.push(one);
        for (;;) {
          const [oldest] = reference;
          const goes = oldest !== undefined && (size(reference) > most || ran - oldest.ran > span);
          expect(window.outgrown(ran)).toBe(goes ? reference.shift() : undefined);
          if (!goes) break;
        }
        expect(window.count).toBe(reference.length);
      }
    }
  });

  it('keeps what is exactly as old as its span', () => {
    const window = new RawWindow(1000, 1e6);
    window.keep(message(1, 0));
    expect(window.outgrown(1000)).toBeUndefined();
    expect(window.outgrown(1001)?.ran).toBe(0);
  });

  it('gives out thousands as they came', () => {
    const window = new RawWindow(1000, 1e9);
    for (let nth = 0; nth < 5000; nth += 1) window.keep(message(nth, nth));
    for (let nth = 0; nth < 5000; nth += 1) expect(window.shift()?.ran).toBe(nth);
    expect(window.shift()).toBeUndefined();
  });
});

/** A node that counts up, by alias alone after its birth. */
function talk(sn: string) {
  let seq = 0;
  const send = (type: 'NBIRTH' | 'NDATA' | 'NDEATH', value: number, ran: number): KeptMessage => {
    const isBirth = type === 'NBIRTH';
    const metrics = [
      ...(type === 'NDATA' ? [] : [{ name: 'bdSeq', datatype: DataType.UInt64, value: 1n }]),
      ...(type === 'NDEATH'
        ? []
        : [{ name: isBirth ? 'level' : null, alias: 4n, datatype: DataType.Double, value }]),
    ];
    if (isBirth) seq = 0;
    const own = type === 'NDEATH' ? null : seq;
    if (type !== 'NDEATH') seq = (seq + 1) % 256;
    const bytes = encodePayload({ timestamp: ran, seq: own, metrics }, { datatypes: type !== 'NDATA' });
    return { topic: `spBv1.0/P01/${type}/${sn}`, bytes, origin, at: ran, ran };
  };
  return send;
}

describe('a host that stands by', () => {
  /** A host over sessions of its own that takes values as they come. */
  function host(mostBytes?: number) {
    const sessions = new Map<string, NodeSession>();
    const sessionOf = (sn: string) => {
      const known = sessions.get(sn) ?? new NodeSession();
      sessions.set(sn, known);
      return known;
    };
    const taken: number[] = [];
    const parse = (topic: string) => {
      const [, group = '', type = '', node = ''] = topic.split('/');
      return { group, type: type as 'NDATA', node, device: null };
    };
    const standby: Standby = new Standby({
      ...{ parse, sessionOf, span: 1000 },
      ...(mostBytes === undefined ? {} : { mostBytes }),
      take: (kept) => void taken.push(kept.at),
    });
    return { standby, sessions, taken };
  }

  it('follows sessions by what is too old to be gone through, and goes through the rest in order', async () => {
    const { standby, sessions, taken } = host();
    const send = talk('A');
    standby.keep(send('NBIRTH', 0, 0));
    for (let ran = 100; ran <= 3000; ran += 100) standby.keep(send('NDATA', ran, ran));
    expect(sessions.get('A')?.quality).toBe('GOOD');
    // The next that it expects is the first that is kept.
    expect(standby.count).toBe(11);
    await standby.takeOver();
    expect(taken).toEqual(Array.from({ length: 11 }, (_, nth) => 2000 + nth * 100));
    expect(standby.isKeeping).toBe(false);
    const more = send('NDATA', 1, 3100);
    expect(sessions.get('A')?.tableOf(null)?.has('level')).toBe(true);
    expect(more.at).toBe(3100);
  });

  it('takes what comes while it goes through the rest after the rest', async () => {
    const { standby, taken } = host();
    for (let ran = 1; ran <= 350; ran += 1) standby.keep(message(ran, ran));
    const done = standby.takeOver();
    expect(taken.length).toBeLessThan(350);
    standby.keep(message(351, 351));
    await done;
    expect(taken).toEqual(Array.from({ length: 351 }, (_, nth) => nth + 1));
  });

  it('throws nothing away while it goes through it: the source waits', async () => {
    const { standby, taken } = host(60_000);
    for (let ran = 1; ran <= 200; ran += 1) standby.keep(message(ran, ran, 10));
    const done = standby.takeOver();
    let waits = 0;
    for (let ran = 201; ran <= 600; ran += 1)
      if (standby.keep(message(ran, ran, 10)) !== undefined) waits += 1;
    expect(waits).toBeGreaterThan(0);
    await done;
    expect(taken).toEqual(Array.from({ length: 600 }, (_, nth) => nth + 1));
  });

  it('that leads no more in the middle keeps the rest', async () => {
    const { standby, taken } = host();
    for (let ran = 1; ran <= 350; ran += 1) standby.keep(message(ran, ran));
    const done = standby.takeOver();
    standby.standBy();
    await done;
    expect(taken.length).toBeLessThan(350);
    expect(standby.isKeeping).toBe(true);
    expect(standby.count).toBe(350 - taken.length);
    await standby.takeOver();
    expect(taken).toEqual(Array.from({ length: 350 }, (_, nth) => nth + 1));
  });
});

describe('the gate of nodes', () => {
  it('keeps the order of each node whatever sessions take, end and are refused (80 schedules)', async () => {
    for (let seed = 1; seed <= 80; seed += 1) {
      const next = random(seed);
      const held = new Set<string>();
      const gate: NodeGate = new NodeGate({
        take: async (sn) => {
          for (let wait = Math.floor(next() * 4); wait > 0; wait -= 1) await turnOver();
          if (next() < 0.2) throw new Error('not now');
          held.add(sn);
        },
        failed: () => {},
        again: 0,
      });
      const sent = new Map<string, number[]>();
      const done = new Map<string, number[]>();
      let without = 0;
      for (let nth = 0; nth < 60; nth += 1) {
        const sn = `N${Math.floor(next() * 3)}`;
        sent.set(sn, [...(sent.get(sn) ?? []), nth]);
        const isDeath = next() < 0.15;
        void gate.pass(sn, () => {
          if (!held.has(sn)) without += 1;
          done.set(sn, [...(done.get(sn) ?? []), nth]);
          if (isDeath) {
            held.delete(sn);
            gate.close(sn);
          }
          return next() < 0.3 ? turnOver() : undefined;
        });
        if (next() < 0.4) await turnOver();
      }
      await vi.waitFor(() => expect([...done.values()].flat()).toHaveLength(60));
      for (const [sn, list] of sent) expect(done.get(sn)).toEqual(list);
      expect(without).toBe(0);
    }
  });

  it('slows the source down beyond five thousand, and lets it on again', async () => {
    let open = () => {};
    const opened = new Promise<void>((done) => {
      open = done;
    });
    const gate = new NodeGate({ take: () => opened, failed: () => {} });
    let done = 0;
    const work = () => {
      done += 1;
    };
    for (let nth = 0; nth < 5000; nth += 1) expect(gate.pass('A', work)).toBeUndefined();
    const busy = gate.pass('A', work);
    expect(busy).toBeInstanceOf(Promise);
    open();
    await busy;
    await vi.waitFor(() => expect(done).toBe(5001));
    expect(gate.pass('A', work)).toBeUndefined();
    expect(done).toBe(5002);
  });

  it('drops what waits where this process leads no more', async () => {
    const gate = new NodeGate({ take: () => Promise.reject(new Error('no')), failed: () => {}, again: 1 });
    let done = 0;
    void gate.pass('A', () => {
      done += 1;
    });
    gate.clear();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toBe(0);
    expect(gate.has('A')).toBe(false);
  });
});

describe('the STATE of a host by a lease', () => {
  function world() {
    const log: string[] = [];
    const permit = { isHeld: false, held: () => {}, lost: () => {} };
    let now = 1000;
    let others = false;
    let refuses = 0;
    const state = new LeasedState({
      hostId: 'h',
      now: () => now,
      permit: {
        get isHeld() {
          return permit.isHeld;
        },
        onHeld: (listener) => {
          permit.held = listener;
        },
        onLost: (listener) => {
          permit.lost = listener;
        },
        within: (work) => work(),
      },
      reconsider: (mayLead) => void log.push(mayLead ? 'can lead' : 'cannot lead'),
      state: (words: () => StatementWords) => {
        const said = JSON.parse(String(words().birth.payload)) as { timestamp: number };
        log.push(`states ${said.timestamp}`);
        return { again: () => void log.push('again'), close: async () => void log.push('silent') };
      },
      takeOver: async () => {
        if (refuses > 0) {
          refuses -= 1;
          throw new Error('not now');
        }
        log.push('takes over');
      },
      hasOthers: async () => others,
      changed: (phase) => void log.push(phase),
      failed: () => void log.push('failed'),
      again: 1,
    });
    const heard = (online: boolean, timestamp: number) =>
      state.received(Buffer.from(JSON.stringify({ online, timestamp })));
    return {
      ...{ state, log, heard },
      hold: (isHeld: boolean) => {
        permit.isHeld = isHeld;
        if (isHeld) permit.held();
        else permit.lost();
      },
      set: (next: { now?: number; others?: boolean; refuses?: number }) => {
        now = next.now ?? now;
        others = next.others ?? others;
        refuses = next.refuses ?? refuses;
      },
    };
  }
  const soon = () => new Promise((resolve) => setTimeout(resolve, 10));

  it('leads once it is connected and has the lease, in whichever order', async () => {
    const one = world();
    one.state.lead();
    expect(one.log).toEqual(['can lead', 'standby']);
    one.hold(true);
    await soon();
    expect(one.log.slice(2)).toEqual(['takes over', 'states 1000', 'online']);
    const other = world();
    other.hold(true);
    await soon();
    expect(other.log).toEqual([]);
    other.state.lead();
    await soon();
    expect(other.log).toEqual(['can lead', 'takes over', 'states 1000', 'online']);
  });

  it('states a time after whatever was stated before, also by a clock that is behind', async () => {
    const { state, hold, heard, log } = world();
    state.lead();
    heard(true, 5000);
    heard(false, 5000);
    hold(true);
    await soon();
    expect(log).toContain('states 5001');
    // The Will of the one before, late: it is stated again, and nodes keep to the newer time.
    heard(false, 5000);
    expect(log.at(-1)).toBe('again');
  });

  it('states anew where somebody has said offline by a later time', async () => {
    const { state, hold, heard, log } = world();
    state.lead();
    hold(true);
    await soon();
    heard(false, 9000);
    expect(log.slice(-2)).toEqual(['silent', 'states 9001']);
  });

  it('ends in silence where another one goes on, and says offline where none does', async () => {
    for (const others of [true, false]) {
      const { state, hold, heard, set, log } = world();
      state.lead();
      hold(true);
      await soon();
      heard(true, 1000);
      set({ others, now: 2000 });
      hold(false);
      expect(log.slice(-2)).toEqual(['silent', 'standby']);
      const farewell = await state.stop();
      expect(farewell === null ? null : JSON.parse(String(farewell.payload))).toEqual(
        others ? null : { online: false, timestamp: 2000 },
      );
    }
  });

  it('says nothing at its end where another one has led since', async () => {
    const { state, hold, heard, log } = world();
    state.lead();
    hold(true);
    await soon();
    heard(true, 1000);
    hold(false);
    heard(true, 1001);
    expect(await state.stop()).toBeNull();
    expect(log.at(-1)).toBe('offline');
  });

  it('tries again where it could not take over, and not once it has lost the lease', async () => {
    const { state, hold, set, log } = world();
    set({ refuses: 2 });
    state.lead();
    hold(true);
    await soon();
    expect(log.slice(2)).toEqual(['failed', 'failed', 'takes over', 'states 1000', 'online']);
    const other = world();
    other.set({ refuses: 1 });
    other.state.lead();
    other.hold(true);
    other.hold(false);
    await soon();
    expect(other.log.filter((line) => line === 'online')).toEqual([]);
  });

  it('leaves the lease to others while it has lost the broker', async () => {
    const { state, hold, log } = world();
    state.lead();
    hold(true);
    await soon();
    state.lost();
    expect(log.slice(-3)).toEqual(['cannot lead', 'silent', 'offline']);
  });
});
