import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { work as workCommands } from '../../../../commands/work.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { HeaderTray } from '../../components/header-tray/HeaderTray.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { seeWork, useWorkNotices, type WorkNotice } from '../../state/work.ts';
import { isTrouble, useLooks, useWorkWords } from './use-looks.ts';
import './work.css';

/** How work ended that the user started, while they have not seen it; nothing where there is none. `wide`: on a phone. */
export default function WorkTray({ wide = false }: { readonly wide?: boolean }) {
  const text = useText();
  const commands = useCommands();
  const words = useWorkWords();
  const [path, navigate] = useLocation();
  const [opened, setOpened] = useState(false);
  const { data } = useWorkNotices();
  const notices = data?.notices ?? [];
  useLooks(data?.notices, path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the list
  useEffect(() => setOpened(false), [path]);
  const any = { available: notices.length > 0 };
  useOffer(workCommands.list, () => setOpened(!opened), any);
  useOffer(workCommands.seen, () => seeAll(notices), any);
  useOffer(
    workCommands.open,
    async ({ notice }) => {
      const found = notices.find(({ id }) => notice === undefined || id === notice);
      if (found === undefined) return;
      setOpened(false);
      navigate(found.address);
      await seeAll([found]);
    },
    any,
  );
  if (notices.length === 0) return null;
  const name = text('work.header', { count: notices.length });
  return (
    <HeaderTray
      icon="list-checks"
      name={name}
      count={notices.length}
      wide={wide}
      opened={opened}
      onPress={() => commands.run(workCommands.list, {}, 'button')}
      onClose={() => setOpened(false)}
    >
      <section className="tray__list floats text-12" aria-label={name}>
        {notices.map((notice) => {
          const { title, details } = words.said(notice);
          return (
            <button
              key={notice.id}
              type="button"
              className="work__row pickable grid gap-8"
              onClick={() => commands.run(workCommands.open, { notice: notice.id }, 'button')}
            >
              <Icon name={isTrouble(notice) ? 'warning' : 'check'} />
              <span className="yields">
                <b className="strong">{title}</b>
                <span className="work__details">{details}</span>
                <span className="dim num">{words.time(notice.at)}</span>
              </span>
            </button>
          );
        })}
        <div className="work__foot">
          <CommandButton command={workCommands.seen} look="ghost" />
        </div>
      </section>
    </HeaderTray>
  );
}

const seeAll = (notices: readonly WorkNotice[]) => seeWork(notices.map(({ work }) => work));
