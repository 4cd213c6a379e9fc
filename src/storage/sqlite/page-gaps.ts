/** Unused bytes of a page. */
interface Gap {
  start: number;
  end: number;
}

/** The first byte of a b-tree page: interior or leaf, of an index or a table. */
const INTERIOR = new Set([2, 5]);
const LEAF = new Set([10, 13]);
/** A free block begins with the offset of the next one and its own size. */
const BLOCK_HEAD = 4;

/**
 * The unused ranges of a page of SQLite's file format: between its cell pointer array and the first cell, and inside its free blocks. Empty for pages
 * that are not part of a b-tree, and if a number is not what the format allows: what is not understood is not touched.
 */
export function gapsOf(page: Buffer, header: number): Gap[] {
  const type = page[header] as number;
  if (!INTERIOR.has(type) && !LEAF.has(type)) return [];
  const cells = page.readUInt16BE(header + 3);
  const start = header + (INTERIOR.has(type) ? 12 : 8) + cells * 2;
  const end = page.readUInt16BE(header + 5) || 65_536;
  if (start > end || end > page.length) return [];
  const gaps = [{ start, end }];
  let last = end - 1;
  for (let block = page.readUInt16BE(header + 1); block !== 0; block = page.readUInt16BE(block)) {
    // Ascending and inside the content; otherwise it is not a valid page.
    if (block <= last || block + BLOCK_HEAD > page.length) return [];
    const size = page.readUInt16BE(block + 2);
    if (size < BLOCK_HEAD || block + size > page.length) return [];
    gaps.push({ start: block + BLOCK_HEAD, end: block + size });
    last = block + size - 1;
  }
  return gaps;
}
