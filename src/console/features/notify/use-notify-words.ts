import { useMemo } from 'react';
import type { Receiver } from '../../../domain/notify/policy.ts';
import type { IconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import type { MessageView, NotifySetup } from '../../state/notify.ts';

export const stateIcons: Readonly<Record<MessageView['state'], IconName>> = {
  waiting: 'clock',
  sending: 'send',
  failed: 'circle-alert',
  accepted: 'check',
  gaveUp: 'circle-alert',
  answered: 'tick',
};

/** Names of people, rotas, webhooks and levels as this page says them of a company. */
export function useNotifyWords(setup: NotifySetup, companyId: number) {
  const text = useText();
  const level = useLevelWord(text);
  return useMemo(() => {
    const person = (userId: number | null) =>
      userId === null
        ? text('notify.nobody')
        : (setup.people.find((one) => one.userId === userId)?.accountName ?? `#${userId}`);
    const channel = (name: string) => {
      if (name === 'mail') return text('notify.mail');
      if (name === 'push') return text('notify.push');
      if (name === '') return '–';
      return setup.hooks.find(({ id }) => name === `hook:${id}`)?.name ?? text('notify.hook');
    };
    const receiver = (one: Receiver): string => {
      if (one.type === 'user') return person(one.userId);
      if (one.type === 'list') return text('notify.sendList');
      if (one.type === 'hook') return channel(`hook:${one.hookId}`);
      const rota = setup.rotas.find(({ id }) => id === one.rotaId);
      const layer = rota?.body.layers[one.layer]?.name ?? String(one.layer + 1);
      return text('notify.dutyOf', { rota: rota?.name ?? `#${one.rotaId}`, layer });
    };
    return { person, channel, receiver, level: (rank: number) => level(rank, { companyId }) };
  }, [text, level, companyId, setup]);
}
export type NotifyWords = ReturnType<typeof useNotifyWords>;
