// Before every other script: each of them reads what the browser keeps, and would leave the page white where it keeps nothing (E-34).
const keepsData = (): boolean => {
  try {
    return localStorage.length + sessionStorage.length >= 0;
  } catch {
    return false;
  }
};
const say = (): void => document.getElementById('needs-site-data')?.removeAttribute('hidden');

if (!keepsData()) {
  // This script may be here before the body is.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', say);
  else say();
  throw new Error('The browser keeps nothing for this page.');
}
