import { Fragment } from 'react';

/** Wraps behind `@`, `.`, `-`, `_` and `+`; the style of its place decides on longer parts. */
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
