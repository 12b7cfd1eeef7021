import { useState } from 'react';
import { inclination } from '../../../../../commands/inclination.ts';
import { notify as notifyCommands } from '../../../../../commands/notify.ts';
import type { Level } from '../../../../base/alarm-words.ts';
import { rankOf } from '../../../../domain/alarms/rule.ts';
import { loadChunk } from '../../../components/chunks.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import {
  type MessageView,
  sendMessageAgain,
  useMessages,
  useNotifyChanged,
  wholeMessages,
} from '../../../state/notify.ts';

const day = 86_400_000;
/** Mails that the table holds; of more it says how many there are. */
export const mostMails = 200;
export type MailOutcome = 'all' | Exclude<MessageView['state'], 'sending'>;
export const mailDays = ['7', '30', '90', '365'] as const;
export const mailLevels = ['all', 'blue', 'yellow', 'orange', 'red'] as const;
export const mailOutcomes = ['all', 'accepted', 'waiting', 'failed', 'gaveUp', 'answered'] as const;

interface MailFilters {
  readonly days: (typeof mailDays)[number];
  readonly level: Level | 'all';
  readonly outcome: MailOutcome;
}

/** Mails of a sensor's alarms, newest first, by the filters on screen. */
export function useMails(sensorId: number, mayEdit: boolean) {
  const text = useText();
  const [filters, setFilters] = useState<MailFilters>({ days: '30', level: 'all', outcome: 'all' });
  const [wanted, setWanted] = useState('');
  const [openId, setOpenId] = useState<number | null>(null);
  const { days, level, outcome } = filters;
  // From the beginning of a day on, so that the same is asked for a while.
  const from = (Math.floor(Date.now() / day) - Number(days)) * day;
  const query = {
    sensorId,
    over: 'mail' as const,
    from,
    ...(level === 'all' ? {} : { rank: rankOf(level) }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(wanted.trim() === '' ? {} : { text: wanted.trim().slice(0, 100) }),
  };
  const { data, error, refetch } = useMessages({ ...query, limit: mostMails });
  const mails = data?.messages ?? [];
  const put = (change: Partial<MailFilters>) => setFilters((before) => ({ ...before, ...change }));
  useOffer(inclination.mailDays, (args) => put({ days: args.days }));
  useOffer(inclination.mailLevel, (args) => put({ level: args.level }));
  useOffer(inclination.mailOutcome, (args) => put({ outcome: args.outcome }));
  useOffer(inclination.openMail, ({ id }) => setOpenId(id), { available: mails.length > 0 });
  const changed = useNotifyChanged();
  useOffer(
    notifyCommands.again,
    async ({ id }) => {
      await sendMessageAgain(id, text);
      await changed();
    },
    { available: mayEdit },
  );
  useOffer(
    inclination.exportMails,
    async ({ format }) => {
      try {
        const [all, { saveMails }] = await Promise.all([
          wholeMessages(query),
          loadChunk(() => import('./save-mails.ts')),
        ]);
        await saveMails(all, format, text);
        notify('success', text('alertForm.mails.exported', { count: all.length }));
      } catch (refused) {
        notify('error', reasonOf(refused, text));
      }
    },
    { available: mails.length > 0 ? true : 'alertForm.mails.none' },
  );
  return {
    filters,
    wanted,
    setWanted,
    mails,
    total: data?.total ?? 0,
    isKnown: data !== undefined,
    error,
    refetch,
    opened: mails.find(({ id }) => id === openId) ?? null,
    close: () => setOpenId(null),
  };
}
export type Mails = ReturnType<typeof useMails>;
