import { Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

import classes from './report.module.css';

/** Whether the browser prints what a stylesheet writes into the margins of a page. */
function knowsMarginBoxes(): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@page { @bottom-right { content: '1' } }");
  return sheet.cssRules[0]?.cssText.includes('@bottom-right') === true;
}

/** Says how the pages get their numbers in a browser that does not print those of the report. */
export function PageNumbers() {
  if (!useMounted() || knowsMarginBoxes()) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.screen}>
      Your browser numbers the pages itself: leave «Print headers and footers» on in its print dialog.
    </Text>
  );
}
