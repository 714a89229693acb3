/** Which sections the contract has, and which numbered rules are in each. */
export type ContractRules = { has(document: string, section: string, rule: string | undefined): boolean };

/** Reads both documents of docs/contract. */
export function contractRules(texts: { 'interface.md': string; rulings: string }): ContractRules {
  const known = new Set<string>();
  for (const [document, text] of Object.entries(texts)) {
    let section = '';
    for (const line of text.split('\n')) {
      section = /^## (\d+)\. /.exec(line)?.[1] ?? section;
      known.add(`${document} ${section}`);
      const rule = /^(\d+)\. /.exec(line)?.[1];
      if (rule !== undefined) known.add(`${document} ${section} ${rule}`);
    }
  }
  return {
    has: (document, section, rule) => known.has([document, section, ...(rule === undefined ? [] : [rule])].join(' ')),
  };
}
