// The search over the guides, and a copy button on each sample. The pages work without this script.

/** The most results that are shown. */
const mostResults = 12;

for (const block of document.querySelectorAll('.code')) addCopyButton(block);
const said = document.body.appendChild(document.createElement('p'));
said.className = 'said';
said.setAttribute('role', 'status');

/** @param {Element} block A sample with its title. */
function addCopyButton(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copyAndSay(block.querySelector('code'), button));
  block.querySelector('p').append(button);
}

async function copyAndSay(code, button) {
  const isCopied = await copy(code);
  button.textContent = isCopied ? 'Copied' : 'Selected';
  said.textContent = isCopied ? 'Copied' : 'Selected: copy it with the keyboard';
  setTimeout(() => {
    button.textContent = 'Copy';
    said.textContent = '';
  }, 2000);
}

/**
 * Copies the text of an element; resolves to whether it did. If the browser offers no clipboard, as
 * on plain http, it selects the text and asks for a copy of the selection.
 */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  }
}

const form = document.querySelector('.search');
const field = form.querySelector('input');
const panel = form.querySelector('.found');
const status = panel.querySelector('p');
const list = panel.querySelector('ul');
form.hidden = false;

/** The sections of all pages in lower case, beside the originals; loaded with the first search. */
let index;
async function loadIndex() {
  const answer = await fetch(form.dataset.index);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const sections = await answer.json();
  return sections.map((section) => ({
    section,
    title: section.title.toLowerCase(),
    heading: section.heading.toLowerCase(),
    text: section.text.toLowerCase(),
  }));
}

/** Sections that hold every word, the best first: words in headings and titles count more. */
function find(sections, words) {
  const found = [];
  for (const one of sections) {
    const scores = words.map(
      (word) =>
        (one.heading.includes(word) ? 8 : 0) +
        (one.title.includes(word) ? 4 : 0) +
        Math.min(3, one.text.split(word).length - 1),
    );
    if (scores.every((score) => score > 0))
      found.push({ section: one.section, text: one.text, score: scores.reduce((sum, score) => sum + score) });
  }
  return found.toSorted((a, b) => b.score - a.score);
}

async function search() {
  const typed = field.value;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return close();
  let sections;
  try {
    index ??= loadIndex();
    sections = await index;
  } catch {
    index = undefined;
    return show([], 'The search could not be loaded. Type again to retry.');
  }
  // Another letter was typed meanwhile.
  if (field.value !== typed) return;
  const found = find(sections, words);
  const shown = found.slice(0, mostResults).map(({ section, text }) => resultOf(section, text, words));
  show(shown, found.length === 0 ? 'Nothing found.' : found.length === 1 ? '1 section' : `${found.length} sections`);
}

function resultOf({ title, href, heading, text }, lower, words) {
  const link = document.createElement('a');
  link.href = href;
  link.append(...marked(heading === title ? title : `${title}: ${heading}`, words));
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((one) => one >= 0)) - 40);
  const part = text.slice(Number.isFinite(at) ? at : 0).slice(0, 140);
  const excerpt = document.createElement('span');
  excerpt.append(...marked(part, words));
  link.append(excerpt);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The text as nodes, with the words that were searched for marked. */
function marked(text, words) {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return text.split(new RegExp(`(${pattern})`, 'i')).map((part, at) => {
    if (at % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

function show(items, words) {
  list.replaceChildren(...items);
  status.textContent = words;
  panel.hidden = false;
}

function close() {
  panel.hidden = true;
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  field.focus();
  field.select();
});

form.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape' && !panel.hidden) {
    close();
    field.focus();
  } else if (event.key === 'ArrowDown' && !panel.hidden) links[at + 1]?.focus();
  else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? field).focus();
  else return;
  event.preventDefault();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void search().then(() => panel.hidden || list.querySelector('a')?.click());
});
form.addEventListener('focusout', (event) => {
  if (!form.contains(event.relatedTarget)) close();
});
for (const change of ['focus', 'input']) field.addEventListener(change, () => void search());
// A result may lead to another heading of this page.
list.addEventListener('click', close);
