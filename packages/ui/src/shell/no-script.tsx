import classes from './no-script.module.css';

/** What a page says in a browser that runs no scripts, above skeletons that would stay for ever. */
export function NoScript() {
  return (
    <noscript>
      <p className={classes.said}>This page needs JavaScript. Allow it for this address, then load the page again.</p>
    </noscript>
  );
}
