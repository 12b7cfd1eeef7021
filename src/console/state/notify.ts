/** Who is notified of alarms, what became of messages, and where oneself can be reached. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataOf, QueryOf } from '../../contract/call.ts';
import * as sent from '../../contract/notify/messages.ts';
import * as contract from '../../contract/notify/notify.ts';
import { request } from './connection/client.ts';
import { reasonOf } from './connection/refused.ts';
import { notify } from './notices.ts';

export type NotifySetup = DataOf<typeof contract.notifySetup>;
export type { MessageView } from '../../contract/notify/messages.ts';
export type { HookView, PolicyView, RotaView } from '../../contract/notify/notify.ts';
export type { ListAddress } from '../../contract/notify/send-list.ts';

const setupKey = ['notify', 'setup'] as const;
const messagesKey = ['notify', 'messages'] as const;
const contactsKey = ['contacts'] as const;
/** No event tells of messages: while they are shown they are fetched so often, ms. */
const often = 5000;
const seldom = 15_000;

/** Policies, rotas, webhooks, send lists, people and channels. */
export function useNotifySetup() {
  return useQuery({
    queryKey: setupKey,
    queryFn: ({ signal }) => request(contract.notifySetup, { signal }),
    staleTime: 0,
    refetchInterval: seldom,
  });
}

/** Messages, newest first: of an alarm, those that failed, or all. */
export function useMessages(query: QueryOf<typeof sent.notifyMessages>, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...messagesKey, query],
    queryFn: ({ signal }) => request(sent.notifyMessages, { query, signal }),
    staleTime: 0,
    refetchInterval: often,
  });
}

const page = 500;
/** Of more messages than that a file holds the newest. */
const mostSaved = 20_000;

/** Every message that a question is about, newest first. @throws ApiError */
export async function wholeMessages(
  query: Omit<QueryOf<typeof sent.notifyMessages>, 'before' | 'limit'>,
): Promise<readonly sent.MessageView[]> {
  const found: sent.MessageView[] = [];
  let before: number | undefined;
  while (found.length < mostSaved) {
    const more = { ...query, limit: page, ...(before === undefined ? {} : { before }) };
    const { messages } = await request(sent.notifyMessages, { query: more });
    found.push(...messages);
    before = messages.at(-1)?.id;
    if (before === undefined || messages.length < page) break;
  }
  return found;
}

/** Messages that a list of alarms looks at. */
const lookedAt = 300;
const none: readonly sent.MessageView[] = [];

/** The newest message of each alarm that asks for an answer, of the newest 300 messages. */
export function useNewestMessages(): ReadonlyMap<number, sent.MessageView> {
  const query = { limit: lookedAt };
  const { data } = useQuery({
    queryKey: [...messagesKey, query],
    queryFn: ({ signal }) => request(sent.notifyMessages, { query, signal }),
    staleTime: 0,
    refetchInterval: seldom,
  });
  const messages = data?.messages ?? none;
  return useMemo(() => {
    const found = new Map<number, sent.MessageView>();
    for (const message of messages) {
      const { alarmId, kind } = message;
      const asks = kind === 'raise' || kind === 'remind';
      if (alarmId !== null && asks && !found.has(alarmId)) found.set(alarmId, message);
    }
    return found;
  }, [messages]);
}

export type WouldNotify = DataOf<typeof sent.wouldNotify>;
/** Who would be notified of an alarm of a level in a project now. */
export function useWouldNotify(projectId: number, rank: number) {
  return useQuery({
    queryKey: ['notify', 'would', projectId, rank],
    queryFn: ({ signal }) => request(sent.wouldNotify, { query: { projectId, rank }, signal }),
    staleTime: 0,
  });
}

/** Where the user can be reached. */
export function useContacts() {
  return useQuery({
    queryKey: contactsKey,
    queryFn: ({ signal }) => request(contract.contacts, { signal }),
    staleTime: 0,
  });
}

/** Lets what is shown be fetched anew once something was changed. */
export function useNotifyChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['notify'] }),
      client.invalidateQueries({ queryKey: contactsKey }),
    ]);
  };
}

/** Sends a message of an alarm once more, and says what became of it. */
export async function sendMessageAgain(id: number, text: Parameters<typeof reasonOf>[1]): Promise<void> {
  try {
    await request(sent.sendAgain, { params: { id } });
    notify('success', text('notify.sentAgain'));
  } catch (refused) {
    notify('error', reasonOf(refused, text));
  }
}
