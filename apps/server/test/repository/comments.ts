/**
 * A comment, or a run of comment lines, as one text without its marks. `line` is where it begins,
 * from 1.
 */
export type Comment = { line: number; text: string };

/** A line that is nothing but a comment, in the languages of the repository. */
const wholeLine = /^\s*(\{?\/\*\*?|\*\/?|\/\/\/?|#(?![!\w])|--)(\s|$)/;
const behindCode = /\s\/\/ (.*)$/;
const marks = /^\s*(\{?\/\*\*?|\*\/?|\/\/\/?|#|--)\s?|\s*\*\/\}?\s*$/g;

export const isCommentLine = (line: string): boolean => wholeLine.test(line);

/**
 * The comments of a source text. Lines that follow each other are one comment, so that a citation
 * may wrap.
 */
export function commentsOf(source: string): Comment[] {
  const comments: Comment[] = [];
  let isOpen = false;
  for (const [index, line] of source.split('\n').entries()) {
    const last = comments.at(-1);
    if (isCommentLine(line)) {
      const text = line.replace(marks, '');
      if (isOpen && last !== undefined) last.text += ` ${text}`;
      else comments.push({ line: index + 1, text });
      isOpen = true;
    } else {
      isOpen = false;
      const text = behindCode.exec(line)?.[1];
      if (text !== undefined) comments.push({ line: index + 1, text });
    }
  }
  return comments;
}
