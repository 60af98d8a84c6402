// A link to an operation opens it.
const openTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();

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
