// What the parts of the page share.
export const $ = (id) => document.getElementById(id);
export const { appScheme, tabs, homes, texts, types } = await (await fetch('/phone-settings')).json();

export const element = (name, text, parent) => {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  parent?.append(made);
  return made;
};

/** Bold, italic, line breaks and links of the own scheme become elements; all else stays text. */
export const markdown = (source, parent) => {
  const piece = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)|\n/g;
  let at = 0;
  for (const found of source.matchAll(piece)) {
    const [all, bold, italic, text, target] = found;
    parent.append(source.slice(at, found.index));
    at = found.index + all.length;
    if (bold) element('strong', bold, parent);
    else if (italic) element('em', italic, parent);
    else if (text && target.startsWith(appScheme)) {
      const link = element('button', text, parent);
      link.className = 'link';
      link.onclick = () => document.dispatchEvent(new CustomEvent('deep-link', { detail: target }));
    } else if (text) parent.append(all);
    else element('br', undefined, parent);
  }
  parent.append(source.slice(at));
};

/** A call of this phone to the app API, with its own secret. */
export const call = async (method, path, body) => {
  const { secret } = JSON.parse(localStorage.getItem('sandbox-phone') ?? '{}');
  const response = await fetch(`/app/v1${path}`, {
    method,
    cache: 'no-store',
    headers: { ...(secret && { authorization: `Bearer ${secret}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw Object.assign(new Error(text), { status: response.status, code: answer?.error?.code });
  return answer;
};
