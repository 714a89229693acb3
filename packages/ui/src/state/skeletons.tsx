import { Skeleton, VisuallyHidden } from '@mantine/core';

/** As high as real rows, so that nothing jumps when those arrive. */
export function SkeletonRows({ rows = 10, columns }: { rows?: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_cell, column) => (
        <td key={column}>
          <Skeleton height="1.25rem" width={`${55 + ((row * 7 + column * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}

/** A placeholder of this height (any CSS length); screen readers hear «Loading». */
export function SkeletonBox({ height }: { height: number | string }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading …</VisuallyHidden>
      <Skeleton height={height} />
    </div>
  );
}
