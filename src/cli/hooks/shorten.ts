/** The beginning and the end of a text. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const tail = Math.floor(longest / 3);
  return `${text.slice(0, longest - tail)}\n[…]\n${text.slice(-tail)}`;
}
