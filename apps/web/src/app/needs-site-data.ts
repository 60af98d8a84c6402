// Runs before every other script: each of them reads browser storage, and would leave a blank page if storage is denied (E-34).
const hasStorage = (): boolean => {
  try {
    return localStorage.length + sessionStorage.length >= 0;
  } catch {
    return false;
  }
};
const showNotice = (): void => document.getElementById('needs-site-data')?.removeAttribute('hidden');

if (!hasStorage()) {
  // This script may run before the body is parsed.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showNotice);
  else showNotice();
  throw new Error('The browser keeps nothing for this page.');
}
