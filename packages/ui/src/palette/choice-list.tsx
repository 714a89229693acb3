import type { Choice } from './choices.ts';
import classes from './palette.module.css';

export const optionId = ({ key }: Choice): string => `palette-${key}`;

type Props = { choices: readonly Choice[]; active: Choice | undefined; onChoose: (choice: Choice) => void };

/** The choices by group. The focus stays in the field, which names the active choice. */
export function ChoiceList({ choices, active, onChoose }: Props) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div id="palette-list" role="listbox" aria-label="Choices" className={classes.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div className={classes.group} aria-hidden>
            {group}
          </div>
          {choices
            .filter((choice) => choice.group === group)
            .map((choice) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys for the whole list
              <div
                key={choice.key}
                id={optionId(choice)}
                role="option"
                tabIndex={-1}
                aria-selected={choice === active}
                aria-disabled={choice.isRefused === true}
                className={classes.choice}
                onClick={() => onChoose(choice)}
              >
                <bdi className={classes.label}>{choice.label}</bdi>
                {choice.hint !== undefined && <bdi className={classes.hint}>{choice.hint}</bdi>}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
