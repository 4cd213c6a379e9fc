/** The first half of the page's script: helpers, and the field for the key. */
export const KEY_SCRIPT = String.raw`
  const STORE = 'recollect.key';
  const HEADERS = [
    'x-request-id', 'ratelimit', 'x-ratelimit-remaining', 'retry-after', 'idempotent-replayed', 'content-type',
  ];
  const root = location.pathname.replace(/\/docs\/?$/, '');
  const operations = JSON.parse(document.getElementById('operations').textContent);

  const make = (tag, properties, ...children) => {
    const { data, ...rest } = properties || {};
    const node = Object.assign(document.createElement(tag), rest);
    for (const [name, value] of Object.entries(data || {})) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };

  // The key: in this page's memory, and in the tab's storage only when asked for.
  const keyField = make('input', {
    id: 'key', type: 'password', autocomplete: 'off', spellcheck: false, placeholder: 'rec_sk_…',
  });
  const keep = make('input', { id: 'keep', type: 'checkbox' });
  const remembered = (() => { try { return sessionStorage.getItem(STORE); } catch { return null; } })();
  if (remembered) { keyField.value = remembered; keep.checked = true; }
  const remember = () => {
    try {
      if (keep.checked && keyField.value) sessionStorage.setItem(STORE, keyField.value);
      else sessionStorage.removeItem(STORE);
    } catch { keep.checked = false; }
  };
  keyField.addEventListener('input', remember);
  keep.addEventListener('change', remember);
  const panel = document.getElementById('explorer');
  panel.append(
    make('p', {}, 'Each operation below has a form that sends the call to this service. ',
      'Enter a key, or create one with the sign-up form.'),
    make('div', { className: 'key-form' },
      make('div', { className: 'entry' }, make('label', { htmlFor: 'key' }, 'Key'), keyField),
      make('label', { className: 'check' }, keep, 'Remember it for this tab; otherwise it is lost when you leave the page')));
  panel.hidden = false;
  for (const link of document.querySelectorAll('.explorer-link')) link.hidden = false;
`;
