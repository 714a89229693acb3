/** A sentence or row of the contract, by the id that test titles carry. */
export type Clause = { id: string; text: string };

type Section = { number: string; lines: string[] };
type Row = { header: readonly string[]; cells: readonly string[] };

/**
 * The clauses of the contract that tests must show, in the order of the documents. From
 * interface.md these are the rows of the tables of §3, §4, §5, §7 and §8, and the numbered rules of
 * §4, §5 and §6. From the rulings they are the numbered ones of §2 to §13, §15 and §16, the plans,
 * and the routes and bullets of §8.
 */
export function contractClauses(interfaceText: string, rulingsText: string): Clause[] {
  const clauses = [
    ...sectionsOf(interfaceText).flatMap(({ number, lines }) => [
      ...rows(`I§${number}`, lines),
      ...numbered(`I§${number}.R`, lines, ['4', '5', '6'], number),
    ]),
    ...sectionsOf(rulingsText).flatMap(({ number, lines }) => [
      ...(number === '4' || number === '8' ? rows(`R§${number}`, lines) : []),
      ...numbered(
        `R§${number}.`,
        lines,
        ['2', '3', '4', '5', '6', '7', '9', '10', '11', '12', '13', '15', '16'],
        number,
      ),
      ...(number === '8' ? bullets(`R§${number}.b`, lines) : []),
    ]),
  ];
  return disambiguate(clauses);
}

/** The second clause of one id is `#2`, and so on. */
function disambiguate(clauses: readonly Clause[]): Clause[] {
  const seen = new Map<string, number>();
  return clauses.map(({ id, text }) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { id: count === 1 ? id : `${id} #${count}`, text };
  });
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split('\n')) {
    const number = /^## (\d+)\. /.exec(line)?.[1];
    if (number !== undefined) sections.push({ number, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function rows(section: string, lines: readonly string[]): Clause[] {
  let header: readonly string[] | undefined;
  const found: Row[] = [];
  for (const line of lines) {
    if (!line.startsWith('|')) header = undefined;
    else if (header === undefined) header = cellsOf(line);
    else if (!line.startsWith('|---')) found.push({ header, cells: cellsOf(line) });
  }
  return found.flatMap(({ header: names, cells }) =>
    idsOfRow(section, names, cells).map((id) => ({ id, text: cells.join(' | ') })),
  );
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/**
 * The part of a row's id that follows the section. The head of the table decides it; tables with
 * other heads (fields) have no ids.
 */
function idsOfRow(section: string, header: readonly string[], cells: readonly string[]): string[] {
  const cell = (name: string): string => (cells[header.indexOf(name)] ?? '').replaceAll('`', '');
  const [first = ''] = header;
  const [name = ''] = cells;
  switch (first) {
    case 'From':
      return [`${section} ${cell('From')}→${cell('To')}`];
    case 'Method':
      return [`${section} ${cell('Method')} ${cell('Path')}`];
    case 'Parameter':
      return name.split(', ').map((one) => `${section} ?${one}`);
    case 'Credential':
    case 'Limit':
    case 'slug':
      return [`${section} ${name}`];
    case 'Status':
      return [`${section} ${cell('Status')} ${shortMessage(cells.at(-1) ?? '')}`];
    case 'Method and path':
      return name.split(', ').map((one) => `${section} ${one}`);
    default:
      return [];
  }
}

/** A message up to its dash; advice follows the dash. */
function shortMessage(message: string): string {
  return (message.replaceAll('`', '').split(' — ')[0] ?? '').trim();
}

function numbered(prefix: string, lines: readonly string[], sections: readonly string[], section: string): Clause[] {
  if (!sections.includes(section)) return [];
  return lines.flatMap((line) => {
    const match = /^(\d+)\. (.*)$/.exec(line);
    return match === null ? [] : [{ id: `${prefix}${match[1]}`, text: match[2] ?? '' }];
  });
}

function bullets(prefix: string, lines: readonly string[]): Clause[] {
  return lines
    .filter((line) => line.startsWith('- '))
    .map((line, at) => ({ id: `${prefix}${at + 1}`, text: line.slice(2) }));
}
