import classes from './filter-bar.module.css';
import type { Choice, Problem } from '../query/find-named.ts';

type Props = { problem: Problem; onChoose: (choice: Choice) => void };

/** Says why a typed name stands for nothing yet, and offers what it may stand for. */
export function NameProblem({ problem: { problem, choices }, onChoose }: Props) {
  return (
    <div className={classes.problem}>
      <p role="alert">{problem}</p>
      {choices.length > 0 && (
        <ul aria-label="What the name may mean" className={classes.chips}>
          {choices.map((choice) => (
            <li key={choice.id}>
              <button type="button" className={classes.match} onClick={() => onChoose(choice)}>
                {choice.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
