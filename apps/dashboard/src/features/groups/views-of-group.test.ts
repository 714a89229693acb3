import { expect, test } from 'vitest';

import { viewsOfGroup } from './views-of-group.ts';

const id = '0192f0a4-5b1c-4c3d-9e2f-0123456789ab';

test('R§10.34 the views that end with a group are those whose query names it', () => {
  const views = [
    { name: 'Of the group', query: `severity=high&group=${id.toUpperCase()}` },
    { name: 'Of another', query: 'group=0192f0a4-5b1c-4c3d-9e2f-000000000000' },
    { name: 'Its words', query: `q=${id}` },
  ];
  expect(viewsOfGroup(views, id)).toEqual(['Of the group']);
});
