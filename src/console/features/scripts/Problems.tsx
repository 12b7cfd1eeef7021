import { scripts } from '../../../../commands/scripts/index.ts';
import { useCommands } from '../../components/commands.tsx';
import type { CodeProblem } from '../../components/editor/CodeEditor.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';

const icons = { error: 'circle-x', warning: 'warning', hint: 'info' } as const;

/** What is wrong with the text; a press goes to the place. */
export function Problems({ problems }: { readonly problems: readonly CodeProblem[] }) {
  const text = useText();
  const commands = useCommands();
  if (problems.length === 0)
    return <p className="scripts__problems dim rigid paper">{text('scripts.noProblems')}</p>;
  return (
    <ul className="scripts__problems rigid paper" aria-label={text('scripts.problemList')}>
      {problems.map((problem) => {
        const { severity, line, column, message } = problem;
        return (
          <li key={`${severity} ${line} ${column} ${message}`}>
            <button
              type="button"
              className={`scripts__problem gap-8 text-12 pickable flex scripts__problem--${severity}`}
              onClick={() => commands.run(scripts.place, { line, column }, 'button')}
            >
              <Icon name={icons[severity]} />
              <span>{message}</span>
              <small className="faint num">{text('scripts.at', { line, column })}</small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
