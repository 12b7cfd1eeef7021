import { proxy } from 'valtio';
import type { Envelope } from '../../../contract/call.ts';
import type { LiveEvent } from '../../../contract/live.ts';
import { stream } from '../../../contract/live.ts';
import { addressOf, callHeaders } from './ahead.ts';
import { endSession } from './client.ts';
import { EventCutter } from './sse.ts';

export type LiveReading = Extract<LiveEvent, { type: 'readings' }>['readings'][number];
type LiveStations = Extract<LiveEvent, { type: 'stations' }>['stations'];

const silentAfter = 40_000;
const shortestWait = 500;
const longestWait = 15_000;
const rateOver = 10_000;

/** How the stream stands. `rate` is readings a second over the last ten seconds. */
export const live = proxy<{
  status: 'connecting' | 'open' | 'lost';
  rate: number;
  lastEventAt: number | null;
  /** Newest readings, for the strip at the foot. */
  recent: readonly LiveReading[];
}>({ status: 'connecting', rate: 0, lastEventAt: null, recent: [] });

type Listener<T> = (items: readonly T[]) => void;
const readingListeners = new Set<Listener<LiveReading>>();
const stationListeners = new Set<Listener<LiveStations[number]>>();
const refetchListeners = new Set<() => void>();
const eventListeners = new Set<(event: LiveEvent) => void>();

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies of readings as they arrive, at most four times a second. */
export const onReadings = (listener: Listener<LiveReading>) => listen(readingListeners, listener);
export const onStations = (listener: Listener<LiveStations[number]>) => listen(stationListeners, listener);
/** Notifies of every event that the caches here do not follow by themselves. */
export const onEvent = (listener: (event: LiveEvent) => void) => listen(eventListeners, listener);
export type OrderEvent = Extract<LiveEvent, { type: 'orders' | 'parameters' }>;
/** Notifies of orders that moved on, and of stations whose parameters did. */
export const onOrders = (listener: (event: OrderEvent) => void) =>
  onEvent((event) => {
    if (event.type === 'orders' || event.type === 'parameters') listener(event);
  });
type LiveAlarms = Extract<LiveEvent, { type: 'alarms' }>['alarms'];
/** Notifies of alarms that were raised, moved, answered or closed. */
export const onAlarms = (listener: (alarms: LiveAlarms) => void) =>
  onEvent((event) => {
    if (event.type === 'alarms') listener(event.alarms);
  });
/** Notifies when events were missed, so that what is cached must be fetched again. */
export const onMissed = (listener: () => void) => listen(refetchListeners, listener);

let abort: AbortController | null = null;
let lastId: string | null = null;
/** The event from which on every one has come; null = none was awaited yet. */
let firstId: string | null = null;
let isAsked = false;
let counts: { readonly at: number; readonly count: number }[] = [];

function count(readings: number): void {
  const now = Date.now();
  counts = [...counts.filter((entry) => now - entry.at < rateOver), { at: now, count: readings }];
  const sum = counts.reduce((total, entry) => total + entry.count, 0);
  live.rate = Math.round((sum * 10_000) / rateOver) / 10;
}

function take(event: LiveEvent): void {
  live.lastEventAt = Date.now();
  live.status = 'open';
  if (event.type === 'readings') {
    count(event.readings.length);
    live.recent = [...event.readings.slice(-12).reverse(), ...live.recent].slice(0, 12);
    for (const listener of readingListeners) listener(event.readings);
  } else if (event.type === 'stations') {
    for (const listener of stationListeners) listener(event.stations);
  } else if (event.type === 'sites' || (event.type === 'hello' && !event.resumed)) {
    for (const listener of refetchListeners) listener();
  } else {
    count(0);
    for (const listener of eventListeners) listener(event);
  }
}

async function readStream(signal: AbortSignal): Promise<'over' | 'lost'> {
  const headers = {
    ...callHeaders(),
    Accept: 'text/event-stream',
    ...(lastId === null ? {} : { 'Last-Event-ID': lastId }),
  };
  isAsked = true;
  const response = await fetch(addressOf(stream, {}), { headers, signal, cache: 'no-store' });
  if (!response.ok || response.body === null) return 'lost';
  if (response.headers.get('content-type')?.includes('json')) {
    const { status } = (await response.json()) as Partial<Envelope<unknown>>;
    if (status !== 401) return 'lost';
    endSession();
    return 'over';
  }
  const cutter = new EventCutter();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'lost';
    for (const event of cutter.push(decoder.decode(value, { stream: true }))) {
      const said = JSON.parse(event.data) as LiveEvent;
      if (event.id !== null) {
        lastId = event.id;
        // One that begins anew knows nothing of what was before.
        firstId = firstId === null || said.type === 'hello' ? lastId : firstId;
      }
      take(said);
    }
  }
}

/** Waits, but not longer than until the network is back or the stream is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

async function keepOpen(own: AbortController): Promise<void> {
  let wait = shortestWait;
  while (!own.signal.aborted) {
    const connection = new AbortController();
    const end = () => connection.abort();
    own.signal.addEventListener('abort', end);
    // A half-open connection says nothing: the server's beats are every 15 s.
    let heard = Date.now();
    const watchdog = setInterval(() => {
      heard = Math.max(heard, live.lastEventAt ?? 0);
      if (Date.now() - heard > silentAfter) end();
    }, 5000);
    const began = Date.now();
    const result = await readStream(connection.signal).catch(() => 'lost' as const);
    clearInterval(watchdog);
    own.signal.removeEventListener('abort', end);
    if (own.signal.aborted || result === 'over') return;
    live.status = 'lost';
    live.rate = 0;
    wait = Date.now() - began > 10_000 ? shortestWait : Math.min(longestWait, wait * 2);
    await pause(wait * (0.5 + Math.random()), own.signal);
  }
}

/** Ids are numbers that grow, behind each the name of the process that counts. */
const numberOf = (eventId: string) => Number(eventId.split('.')[0]);
const isSameProcess = (a: string, b: string) => a.split('.')[1] === b.split('.')[1];

/**
 * What was fetched is as of this event: the stream goes on from there, and nothing is fetched twice. Where several
 * processes answer, one's events say nothing of another's: the stream then begins anew, and what was fetched before is
 * fetched again once it is open.
 * @returns false where the stream began behind it: what happened in between is known to nobody, and it has to be fetched anew
 */
export function resumeFrom(eventId: string): boolean {
  if (firstId === null) {
    firstId = eventId;
    lastId = eventId;
    return true;
  }
  if (!isSameProcess(eventId, firstId)) {
    if (!isAsked) lastId = null;
    return true;
  }
  // Until the stream is asked for, it begins with the oldest of what was fetched.
  if (!isAsked && numberOf(eventId) < numberOf(firstId)) {
    firstId = eventId;
    if (lastId !== null) lastId = eventId;
  }
  return numberOf(eventId) >= numberOf(firstId);
}

/** Opens the stream and keeps it open; a second call changes nothing. */
export function startLive(): void {
  if (abort !== null) return;
  abort = new AbortController();
  live.status = 'connecting';
  void keepOpen(abort);
}

export function stopLive(): void {
  abort?.abort();
  abort = null;
  lastId = null;
  firstId = null;
  isAsked = false;
  Object.assign(live, { status: 'connecting', rate: 0, lastEventAt: null, recent: [] });
}
