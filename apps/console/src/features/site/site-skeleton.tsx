import { Card } from '@goal/ui/page/card.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { Skeleton } from '@mantine/core';

import classes from './site.module.css';

/** As high as the head of most sites, so that nothing jumps. */
export function HeadSkeleton() {
  return (
    <>
      <PageTitle title="Site" actions={<Skeleton height="2.25rem" width="18rem" />} />
      <div className={classes.whose}>
        <Skeleton height="1.4rem" width="60%" />
      </div>
    </>
  );
}

export function SiteSkeleton() {
  return (
    <Card title="Do events arrive?">
      <SkeletonBox height="13.5rem" />
    </Card>
  );
}
