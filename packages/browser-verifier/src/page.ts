// The page `{base_url}/verify`: a bundle is dropped or chosen, checked in a worker, and the verdict
// is shown. The server makes the page (apps/server/src/docs/verify-page.ts).
import { verdictWords, type Verdict } from '@goal/signed-log';

import { checkFile, NotChecked } from './check-file.ts';

const form = element('check', HTMLFormElement);
const chooser = element('file', HTMLInputElement);
const again = element('again', HTMLButtonElement);
const vkeys = element('vkeys', HTMLTextAreaElement);
const checkpoints = element('checkpoints', HTMLTextAreaElement);
const work = element('work', HTMLElement);
const bar = element('bar', HTMLProgressElement);
const read = element('read', HTMLElement);
const cancel = element('cancel', HTMLButtonElement);
const result = element('result', HTMLElement);
const answer = element('answer', HTMLElement);
const rows = element('rows', HTMLElement);
const limits = element('limits', HTMLElement);

let file: File | undefined;
let running: AbortController | undefined;

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
chooser.addEventListener('change', () => take(chooser.files?.[0]));
cancel.addEventListener('click', () => running?.abort());
for (const kind of ['dragenter', 'dragover'])
  document.addEventListener(kind, (event) => {
    // Without this the browser would leave the page and open the file.
    event.preventDefault();
    document.body.classList.add('over');
  });
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) document.body.classList.remove('over');
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  const dropped = event.dataTransfer?.files;
  if (dropped === undefined || dropped.length === 0) return;
  chooser.files = dropped;
  take(dropped[0]);
});

function take(chosen: File | undefined): void {
  if (chosen === undefined) return;
  file = chosen;
  again.disabled = false;
  void check();
}

async function check(): Promise<void> {
  if (file === undefined) return;
  running?.abort();
  const mine = new AbortController();
  running = mine;
  begin(file);
  const { name, size } = file;
  const outcome = await checkFile(new Worker(form.dataset['worker'] ?? ''), taskOf(file), {
    signal: mine.signal,
    onProgress: (bytes) => tellProgress(bytes, size),
  }).catch((error: unknown) => (error instanceof NotChecked ? error : new NotChecked(String(error))));
  // A later check has the page now.
  if (running !== mine) return;
  work.hidden = true;
  if (mine.signal.aborted) show('stopped', 'The check was stopped: nothing is known of this file.');
  else if (outcome instanceof NotChecked) show('refused', `Nothing was checked: ${outcome.message}.`);
  else showVerdict(outcome, name);
}

const taskOf = (chosen: File): Parameters<typeof checkFile>[1] => ({
  file: chosen,
  vkeys: vkeys.value.split('\n').filter((line) => line.trim() !== ''),
  checkpoints: checkpoints.value.trim() === '' ? [] : [checkpoints.value],
});

function begin({ name, size }: File): void {
  show('none', '');
  work.hidden = false;
  element('name', HTMLElement).textContent = name;
  tellProgress(0, size);
}

function tellProgress(bytes: number, of: number): void {
  bar.max = Math.max(1, of);
  bar.value = bytes;
  read.textContent = `${megabytes(bytes)} of ${megabytes(of)} MB`;
}

function showVerdict(verdict: Verdict, name: string): void {
  const words = verdictWords(verdict, {
    isPolicyGiven: false,
    howToGiveKey: 'above',
    howToGiveCheckpoint: 'given above',
  });
  show(verdict.verified ? 'verified' : 'fault', words.answer);
  const table = [['file', [name]] as const, ...words.rows];
  for (const [label, lines] of table) {
    rows.append(made('dt', label));
    for (const line of lines) rows.append(made('dd', line));
  }
  limits.textContent = words.limits.join(' ');
}

function show(state: 'none' | 'verified' | 'fault' | 'stopped' | 'refused', sentence: string): void {
  result.dataset['state'] = state;
  rows.replaceChildren();
  limits.textContent = '';
  answer.textContent = sentence;
}

function made(tag: 'dt' | 'dd', text: string): HTMLElement {
  const one = document.createElement(tag);
  one.textContent = text;
  return one;
}

const megabytes = (bytes: number): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(bytes / 1e6);

/** The element with an id. Throws where the page has no such element. */
function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}
