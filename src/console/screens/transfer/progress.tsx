/** A progress bar; without a value it is indeterminate. */
export const Progress = ({ label, value, text }: { label: string; value: number | null; text: string }) => (
  <div class="progress">
    <progress aria-label={label} max={1} {...(value === null ? {} : { value: Math.min(1, value) })} />
    <p class="soft small" role="status">
      {text}
    </p>
  </div>
);
