import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from './controls.js';
import type { IconName } from './icon.js';

const ASKED_MS = 5_000;

interface Props {
  children: ComponentChildren;
  question: string;
  icon?: IconName;
  busy?: boolean;
  onSure: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function SureButton({ children, question, icon, busy, onSure }: Props) {
  const asked = useSignal(false);
  useEffect(() => {
    if (!asked.value) return;
    const timer = setTimeout(() => {
      asked.value = false;
    }, ASKED_MS);
    return () => clearTimeout(timer);
  }, [asked.value]);
  const click = () => {
    if (asked.value) onSure();
    asked.value = !asked.value;
  };
  return (
    <Button kind="danger" icon={icon} busy={busy} onClick={click}>
      {asked.value ? question : children}
    </Button>
  );
}
