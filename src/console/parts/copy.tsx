import { useSignal } from '@preact/signals';
import { toast } from '../state/toasts.js';
import { Button } from './controls.js';

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is only the old clipboard API.
    const box = document.createElement('textarea');
    box.value = text;
    box.className = 'unseen';
    document.body.append(box);
    box.select();
    const done = document.execCommand('copy');
    box.remove();
    return done;
  }
}

export function Copy({ text, label = 'Copy', bare = false }: { text: string; label?: string; bare?: boolean }) {
  const done = useSignal(false);
  const copy = async () => {
    if (!(await copied(text)))
      return void toast('This browser does not allow copying. Select the text instead.', { kind: 'error' });
    done.value = true;
    setTimeout(() => {
      done.value = false;
    }, 1_500);
  };
  const icon = done.value ? 'check' : 'copy';
  if (bare) return <Button kind="quiet" icon={icon} label={done.value ? 'Copied' : label} onClick={copy} />;
  return (
    <Button kind="quiet" icon={icon} onClick={copy}>
      {done.value ? 'Copied' : label}
    </Button>
  );
}
