// A link to an operation opens it.
const openTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();

// Without this script there is nothing to search with: the browser's own search does.
const search = document.querySelector('.search');
const says = (element, words) => words.every((word) => element.querySelector('summary')?.textContent.toLowerCase().includes(word));
search.hidden = false;
search.addEventListener('input', () => {
  const words = search.querySelector('input').value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of document.querySelectorAll('main > section')) {
    const entries = [...section.querySelectorAll(':scope > details')];
    for (const entry of entries) entry.hidden = !says(entry, words);
    section.hidden = entries.every((entry) => entry.hidden);
  }
});

for (const button of document.querySelectorAll('button')) {
  const says = button.textContent;
  const request = document.getElementById(button.getAttribute('aria-controls') ?? '');
  button.hidden = false;
  button.addEventListener('click', async () => {
    getSelection()?.selectAllChildren(request);
    try {
      await navigator.clipboard.writeText(request?.textContent ?? '');
      button.textContent = 'Copied';
    } catch {
      // Without the right to the clipboard it is marked, ready to be copied by hand.
      button.textContent = 'Marked';
    }
    setTimeout(() => (button.textContent = says), 2_000);
  });
}
