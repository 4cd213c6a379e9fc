import { Chip } from './controls.js';

/** The relationship of a link, with an arrow in its direction. */
export const LinkChip = ({ relationship, out }: { relationship: string; out: boolean }) => (
  <Chip kind={relationship === 'contradicts' ? 'bad' : 'plain'}>
    {out ? '' : '← '}
    {relationship.replaceAll('_', ' ')}
    {out ? ' →' : ''}
  </Chip>
);
