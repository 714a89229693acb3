import { Fragment } from 'react';

/**
 * An e-mail or another word with signs in it. It wraps behind `@`, `.`, `-`, `_` and `+`; where
 * such a part alone is too long, the style of its place decides.
 */
export function WrappingText({ value }: { value: string }) {
  return (
    <bdi>
      {value.split(/(?<=[@._+-])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
