import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from './controls.js';
import type { IconName } from './icon.js';

const CONFIRM_MS = 5_000;

interface Props {
  children: ComponentChildren;
  question: string;
  icon?: IconName;
  busy?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmButton({ children, question, icon, busy, onConfirm }: Props) {
  const confirming = useSignal(false);
  useEffect(() => {
    if (!confirming.value) return;
    const timer = setTimeout(() => {
      confirming.value = false;
    }, CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [confirming.value]);
  const click = () => {
    if (confirming.value) onConfirm();
    confirming.value = !confirming.value;
  };
  return (
    <Button kind="danger" icon={icon} busy={busy} onClick={click}>
      {confirming.value ? question : children}
    </Button>
  );
}
