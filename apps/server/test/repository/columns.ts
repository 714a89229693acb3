import { isCommentLine } from './comments.ts';

/** Columns of a comment in source, and of a line in a document. */
const commentColumns = 100;
const documentColumns = 120;

/** A link or path that stands alone in its line, whatever marks it. */
const onlyLink = /^\W*(\[[^\]]*\]\([^)]*\)|\[[^\]]*\]: \S+|!\[.*\]\(.*\)|\S+)\W*$/;
/** Directives, and the header of a WordPress plugin, are read by tools, line by line. */
const directive = /oxlint-|eslint-|@ts-|phpcs:|<reference |^ \* Description: /;

/** The numbers of the comment lines that are too long. Code has the formatter's 120 columns. */
export function longComments(source: string): number[] {
  return numbersOf(
    source.split('\n'),
    (line) => line.length > commentColumns && isCommentLine(line) && !directive.test(line),
  );
}

/** The numbers of the lines of a document that are too long; tables and blocks of code may be. */
export function longLines(document: string): number[] {
  let isCode = false;
  return numbersOf(document.split('\n'), (line) => {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return line.length > documentColumns && !isCode && !isFence && !/^\s*\|/.test(line);
  });
}

function numbersOf(lines: readonly string[], isLong: (line: string) => boolean): number[] {
  return lines.flatMap((line, index) => (isLong(line) && !onlyLink.test(line) ? [index + 1] : []));
}
