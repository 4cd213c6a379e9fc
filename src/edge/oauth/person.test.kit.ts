import assert from 'node:assert/strict';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

export interface Filling {
  key: string;
  user_id?: string;
  access?: 'read' | 'write';
  decision?: 'allow' | 'deny';
}

/** A person without a browser: opens the URL, fills in the form and submits it. Returns where they are redirected to. */
export async function person(address: URL, filling: Filling): Promise<URL> {
  const page = await fetch(address, { redirect: 'manual' });
  const text = await page.text();
  assert.equal(page.status, 200, text);
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? '';
  const form = new URLSearchParams({ user_id: 'ada', access: 'write', decision: 'allow', ...filling });
  for (const [, name = '', value = ''] of text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)) {
    form.append(plain(name), plain(value));
  }
  const response = await fetch(new URL(plain(action), address), { method: 'POST', body: form, redirect: 'manual' });
  assert.equal(response.status, 303, await response.text());
  return new URL(response.headers.get('location') ?? '');
}
