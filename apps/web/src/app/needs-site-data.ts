// Before every other script: each of them reads what the browser keeps, and would leave the page white where it keeps nothing (E-34).
const say = (): void => document.getElementById('needs-site-data')?.removeAttribute('hidden');

try {
  localStorage.getItem('');
  sessionStorage.getItem('');
} catch (error) {
  // This script may be here before the body is.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', say);
  else say();
  throw error;
}
