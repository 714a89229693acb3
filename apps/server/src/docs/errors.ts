import { advice, errorCatalogue, fieldAdvice, type ErrorCode } from '@goal/contract';

/** Markdown of every sentence with its cause and cure, with a heading for each status. */
export function errorsAsMarkdown(): string {
  const statuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))].toSorted((a, b) => a - b);
  return statuses
    .map((status) => {
      const rows = Object.entries(errorCatalogue)
        .filter(([, entry]) => entry.status === status)
        // The keys of the catalogue are its codes.
        .map(([code, { message }]) => row(message, ...advice[code as ErrorCode]));
      const families = status === 400 ? fieldAdvice.map((one) => row(...one)) : [];
      return [`### ${status}`, '', '| sentence | why | what to do |', '|---|---|---|', ...rows, ...families].join('\n');
    })
    .join('\n\n');
}

const row = (sentence: string, cause: string, cure: string): string => `| \`${sentence}\` | ${cause} | ${cure} |`;
