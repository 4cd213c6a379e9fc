/**
 * The second half of the page's script: adds a form to each operation that sends the call and shows the response. Text is written as plain
 * text (textContent), so nothing that a server returns becomes markup.
 */
export const FORMS_SCRIPT = String.raw`
  const shown = (value) => typeof value === 'string' ? value : JSON.stringify(value);

  function control(input, id) {
    const common = { id, name: input.name, required: input.required && input.kind !== 'choice' };
    const given = input.example;
    if (input.kind === 'choice') {
      const empty = make('option', { value: '' }, input.fallback ? 'default: ' + input.fallback : '—');
      const options = input.options.map((option) => make('option', { value: JSON.stringify(option) }, String(option)));
      const select = make('select', common, empty, ...options);
      if (given !== undefined) select.value = JSON.stringify(given);
      return select;
    }
    if (input.kind === 'json' || input.kind === 'keys' || input.name === 'content') {
      const text = given === undefined ? '' : input.kind === 'text' ? given : JSON.stringify(given, null, 2);
      const rows = Math.min(12, Math.max(2, text.split('\n').length));
      const placeholder = input.kind === 'text' ? '' : 'JSON';
      return make('textarea', { ...common, rows, spellcheck: false, placeholder, value: text });
    }
    const value = given === undefined ? '' : Array.isArray(given) ? given.join(',') : shown(given);
    const hint = input.kind === 'list' ? 'a,b,c' : input.fallback ? 'default: ' + input.fallback : '';
    const type = input.kind === 'number' ? 'number' : 'text';
    return make('input', { ...common, type, step: 'any', value, placeholder: hint });
  }

  function valueOf(input, text) {
    if (input.kind === 'number') return Number(text);
    if (input.kind === 'choice') return JSON.parse(text);
    if (input.kind !== 'json' && input.kind !== 'keys') return text;
    try { return JSON.parse(text); } catch { throw new Error(input.name + ' is not JSON'); }
  }

  function requestFrom(operation, form) {
    let path = operation.path;
    const query = new URLSearchParams();
    const body = {};
    for (const input of operation.inputs) {
      const text = form.elements[input.name].value;
      if (text === '') continue;
      const value = valueOf(input, text);
      if (input.place === 'path') path = path.replace('{' + input.name + '}', encodeURIComponent(value));
      else if (input.place === 'body') body[input.name] = value;
      else if (input.kind === 'keys') {
        for (const [key, item] of Object.entries(value)) query.append(input.name + '.' + key, item);
      } else query.append(input.name, String(value));
    }
    const headers = operation.needsKey && keyField.value ? { authorization: 'Bearer ' + keyField.value.trim() } : {};
    const options = { method: operation.method, headers, credentials: 'omit', cache: 'no-store' };
    if (operation.method === 'POST' || operation.method === 'PATCH') {
      headers['content-type'] = 'application/json';
      options.body = JSON.stringify(body);
    }
    return [root + path + (query.size ? '?' + query : ''), options];
  }

  async function send(operation, form, result) {
    const started = performance.now();
    try {
      const response = await fetch(...requestFrom(operation, form));
      const text = await response.text();
      let json;
      try { json = JSON.parse(text); } catch { json = undefined; }
      show(result, response, json === undefined ? text : JSON.stringify(json, null, 2), performance.now() - started);
      if (json && typeof json.key === 'string' && json.key.startsWith('rec_sk_') && !keyField.value) {
        keyField.value = json.key;
        remember();
        const note = 'The key is now in the key field of this page. Store a copy: it is shown only once.';
        result.append(make('p', {}, note));
      }
    } catch (error) {
      result.replaceChildren(make('p', { className: 'status bad' }, 'Not sent: ' + error.message));
    }
  }

  function show(result, response, text, ms) {
    const given = HEADERS.filter((name) => response.headers.has(name));
    const lines = given.map((name) => name + ': ' + response.headers.get(name)).join('\n');
    const status = response.status + ' ' + response.statusText + ' · ' + Math.round(ms) + ' ms';
    result.replaceChildren(
      make('p', { className: response.ok ? 'status ok' : 'status bad' }, status),
      make('pre', { tabIndex: 0, data: { 'aria-label': 'Body' } }, make('code', {}, text)),
      make('details', {}, make('summary', {}, 'Headers'), make('pre', { tabIndex: 0 }, make('code', {}, lines))));
  }

  function formFor(operation) {
    const prefix = 'try-' + operation.id + '-';
    const entries = operation.inputs.map((input) => make('div', { className: 'entry' },
      make('label', { htmlFor: prefix + input.name }, input.name + (input.required ? ' *' : '')),
      control(input, prefix + input.name)));
    const result = make('div', { className: 'result', data: { 'aria-live': 'polite' } });
    const button = make('button', { className: 'main', type: 'submit' }, 'Send');
    const link = make('a', { href: '#explorer' }, 'enter it once');
    const hint = make('p', { className: 'note' }, 'This needs a key: ', link, ' for all forms.');
    hint.hidden = !operation.needsKey || keyField.value !== '';
    const actions = make('div', { className: 'actions' }, button);
    const form = make('form', { autocomplete: 'off' }, hint, ...entries, actions, result);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      result.replaceChildren(make('p', {}, 'Sending…'));
      await send(operation, form, result);
      button.disabled = false;
    });
    return form;
  }

  for (const operation of operations) {
    const details = make('details', { className: 'try' }, make('summary', {}, 'Try it'));
    // Built when first opened: most forms never are.
    details.addEventListener('toggle', () => {
      if (details.open && !details.querySelector('form')) details.append(formFor(operation));
    });
    document.querySelector('[data-operation="' + operation.id + '"]').append(details);
  }

  if (navigator.clipboard) for (const block of document.querySelectorAll('.code')) {
    const button = make('button', { className: 'copy', type: 'button' }, 'Copy');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    block.append(button);
  }
`;
