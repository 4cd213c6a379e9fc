import { forgetLater } from '../state/pending.js';
import { Button } from './controls.js';

export const ForgetButton = ({ id, then }: { id: string; then: () => void }) => (
  <Button
    kind="danger"
    icon="forget"
    onClick={() => {
      forgetLater([id]);
      then();
    }}
  >
    Forget
  </Button>
);
