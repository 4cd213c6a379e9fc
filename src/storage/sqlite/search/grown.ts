type TypedArray = Int32Array | Float32Array | Uint8Array;

/** With room for an index; at least twice the size if it has to grow. */
export function grown<A extends TypedArray>(array: A, index: number): A {
  if (index < array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.max(array.length * 2, index + 1));
  larger.set(array);
  return larger;
}
