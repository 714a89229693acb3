import classes from './skip-link.module.css';

/** The first link of a page, shown while it has the focus: keyboards pass the header with it. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip}>
      Skip to the content
    </a>
  );
}
