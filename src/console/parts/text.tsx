import { runsOf } from '../lib/text.js';

interface Props {
  text: string;
  terms?: ReadonlySet<string>;
  links?: boolean;
}

/** A stored text, never interpreted as markup. http and https URLs become links, and words of the question are highlighted. */
export function StoredText({ text, terms, links = true }: Props) {
  return (
    <bdi class="stored">
      {runsOf(text, terms).map((run, at) => {
        if (run.marked) return <mark key={at}>{run.text}</mark>;
        if (!run.href || !links) return run.text;
        return (
          <a key={at} href={run.href} target="_blank" rel="noopener noreferrer nofollow">
            {run.text}
          </a>
        );
      })}
    </bdi>
  );
}

/** A message of the service or of the page; names in backticks are shown as code. */
export const Message = ({ text }: { text: string }) => (
  <bdi>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</bdi>
);
