import { wordDiff } from '../lib/diff.js';

export const WordDiff = ({ before, after }: { before: string; after: string }) => (
  <p class="diff">
    <bdi>
      {wordDiff(before, after).map(({ kind, text }, at) => {
        if (kind === 'same') return text;
        return kind === 'added' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>;
      })}
    </bdi>
  </p>
);
